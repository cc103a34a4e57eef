#if APPLE_EMULATION
  import AppleScreen
  import Foundation
  import ScreenPrivacy
  import SecurityPolicy
  import SecurityTesting
  import Testing
  import UIKit
  import UntrustedInput
  import UserNotifications

  @Suite("Notifications on Apple platforms")
  struct AppleNotificationTests {
    private let now = Date(timeIntervalSince1970: 1_768_046_400)  // 2026-01-10T12:00:00Z
    private let registry = InMemoryPushTokenRegistry()

    private func consent(_ requirement: NotificationRequirement = .init()) -> NotificationConsent {
      NotificationConsent(
        requirement, system: AppleNotificationSystem(), registry: registry, store: InMemoryPushStateStore())
    }

    private func reminders() throws -> [Reminder] {
      [
        .targetLOT(bedtime: try #require(ReminderTime(hour: 23, minute: 0))),
        .targetAET(wake: try #require(ReminderTime(hour: 7, minute: 0))),
      ]
    }

    /// A phone of this test's own.
    private func onPhone(_ body: (EmulatedNotifications, EmulatedPushService) async throws -> Void) async rethrows {
      let notifications = EmulatedNotifications()
      let push = EmulatedPushService()
      try await EmulatedNotifications.$current.withValue(notifications) {
        try await EmulatedPushService.$current.withValue(push) { try await body(notifications, push) }
      }
    }

    @Test("The adapter keeps what the seam promises")
    func conformance() async {
      let broken = await onPhoneReturning { notifications in
        await NotificationSystemConformance.brokenClaims { says in
          notifications.change {
            $0 = EmulatedNotifications.State()
            $0.answer = says
          }
          return AppleNotificationSystem()
        }
      }
      #expect(broken == [])
    }

    private func onPhoneReturning<Result>(_ body: (EmulatedNotifications) async -> Result) async -> Result {
      let notifications = EmulatedNotifications()
      return await EmulatedNotifications.$current.withValue(notifications) { await body(notifications) }
    }

    @Test("A touch on a control asks once, for alerts and sounds, and registers after yes")
    func touch() async throws {
      try await onPhone { notifications, push in
        let consent = consent()
        try await consent.cameToForeground()
        #expect(notifications.now.asked == 0 && !push.isRegistered)
        let (answers, answered) = AsyncStream.makeStream(of: Bool.self)
        await MainActor.run {
          let control = UIAction.byUser { action in
            answered.yield((try? await consent.switchOn(action)) == .granted)
            answered.finish()
          }
          control.emulatedTouch()
        }
        #expect(await answers.first { _ in true } == true)
        #expect(notifications.now.asked == 1 && push.isRegistered)
        #expect(notifications.now.options == [[.alert, .sound]])
      }
    }

    @Test("Every state of the system that is no permission registers nothing")
    func states() async throws {
      let states: [(UNAuthorizationStatus, NotificationAuthorization)] = [
        (.notDetermined, .undetermined), (.denied, .denied), (.provisional, .quiet), (.ephemeral, .quiet),
      ]
      for (status, expected) in states {
        try await onPhone { notifications, push in
          notifications.change { $0.status = status }
          push.isRegistered = true
          let answer = try await consent().cameToForeground()
          #expect(answer == expected)
          #expect(!push.isRegistered && notifications.now.asked == 0)
        }
      }
    }

    @Test("A system that cannot ask is an error, and asks again later")
    func failing() async throws {
      try await onPhone { notifications, _ in
        notifications.change { $0.answer = nil }
        let consent = consent()
        await #expect(throws: NotificationRefusal.system(1)) { try await consent.switchOn(.insecureWithoutUser()) }
        notifications.change { $0.answer = true }
        let answer = try await consent.switchOn(.insecureWithoutUser())
        #expect(answer == .granted)
      }
    }

    @Test("Reminders wait with the words of the policy, without data, each once, in UTC")
    func plan() async throws {
      try await onPhone { notifications, _ in
        let consent = consent()
        try await consent.switchOn(.insecureWithoutUser())
        let plan = AppleReminders(rules: NotificationRules(.init()), consent: consent)
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(try await plan.plan(reminders(), after: now, in: zone, language: .german) == 2 * ReminderPlan.days)
        let pending = notifications.now.pending
        #expect(pending.count == 28 && pending.allSatisfy { !$0.repeats && !$0.hasUserInfo && $0.hasSound })
        #expect(Set(pending.map(\.title)) == ["Noch 1 Stunde bis zur Schlafenszeit", "Es ist Zeit aufzustehen!"])
        let first = try #require(pending.first)
        #expect(first.components?.timeZone == .gmt && first.components?.hour == 21 && first.components?.day == 10)
        #expect(notifications.now.placeholders == ["targetLOT": "Neue Erinnerung", "targetAET": "Neue Erinnerung"])
      }
    }

    @Test("Planning again replaces what planning made and leaves what others made")
    func again() async throws {
      try await onPhone { notifications, _ in
        let consent = consent()
        try await consent.switchOn(.insecureWithoutUser())
        let plan = AppleReminders(rules: NotificationRules(.init()), consent: consent)
        await withCheckedContinuation { done in
          UNUserNotificationCenter.current().add(
            UNNotificationRequest(identifier: "other", content: UNMutableNotificationContent(), trigger: nil)
          ) { @Sendable _ in done.resume() }
        }
        notifications.change { $0.placeholders = ["other": "kept"] }
        try await plan.plan(reminders(), after: now, in: .gmt, language: .english)
        try await plan.plan([reminders()[1]], after: now, in: .gmt, language: .english)
        let pending = notifications.now.pending
        #expect(pending.count == 1 + ReminderPlan.days && pending.contains { $0.identifier == "other" })
        #expect(notifications.now.placeholders["other"] == "kept")
        await plan.removeAll()
        #expect(notifications.now.pending.map(\.identifier) == ["other"])
      }
    }

    @Test("Without permission nothing is planned, and what waited is taken out")
    func revoked() async throws {
      try await onPhone { notifications, _ in
        let consent = consent()
        try await consent.switchOn(.insecureWithoutUser())
        let plan = AppleReminders(rules: NotificationRules(.init()), consent: consent)
        try await plan.plan(reminders(), after: now, in: .gmt, language: .english)
        notifications.change { $0.status = .denied }
        await #expect(throws: NotificationRefusal.notGranted(.denied)) {
          try await plan.plan(reminders(), after: now, in: .gmt, language: .english)
        }
        #expect(notifications.now.pending.isEmpty)
      }
    }

    @Test("Whoever switches off in the app is reminded of nothing any more")
    func off() async throws {
      try await onPhone { notifications, _ in
        let consent = consent()
        try await consent.switchOn(.insecureWithoutUser())
        let plan = AppleReminders(rules: NotificationRules(.init()), consent: consent)
        try await plan.plan(reminders(), after: now, in: .gmt, language: .english)
        try await consent.switchOff()
        #expect(notifications.now.pending.isEmpty)
      }
    }

    @Test("Of two plans at the same time one stands as a whole, and none while the user switches off")
    func together() async throws {
      try await onPhone { notifications, _ in
        let consent = consent()
        try await consent.switchOn(.insecureWithoutUser())
        let plan = AppleReminders(rules: NotificationRules(.init()), consent: consent)
        let both = try reminders()
        for _ in 0..<20 {
          async let one = plan.plan(both, after: now, in: .gmt, language: .english)
          async let other = plan.plan([both[1]], after: now, in: .gmt, language: .german)
          _ = try await (one, other)
          let titles = Set(notifications.now.pending.map(\.title))
          #expect([["1 hour until bedtime", "It is time to get up!"], ["Es ist Zeit aufzustehen!"]].contains(titles))
          #expect(notifications.now.pending.count == titles.count * ReminderPlan.days)
        }
        async let late = plan.plan(both, after: now, in: .gmt, language: .english)
        try await consent.switchOff()
        _ = try? await late
        #expect(notifications.now.pending.isEmpty)
      }
    }

    @Test("A system that takes no more is told as its own code")
    func full() async throws {
      try await onPhone { notifications, _ in
        let consent = consent()
        try await consent.switchOn(.insecureWithoutUser())
        notifications.change { $0.isFull = true }
        let plan = AppleReminders(rules: NotificationRules(.init()), consent: consent)
        await #expect(throws: NotificationRefusal.system(1400)) {
          try await plan.plan(reminders(), after: now, in: .gmt, language: .english)
        }
      }
    }
  }
#endif
