#if APPLE_EMULATION
  import AppleScreen
  import DataLifecycle
  import EmulatedUIKit
  import EmulatedUserNotifications
  import Foundation
  import Mantlet
  import ScreenPrivacy
  import SecurityPolicy
  import Testing

  @Suite(OwnPhone(), .serialized, .timeLimit(.minutes(15))) struct AppleScreenWipeTests: AppleShields {
    @Test("A logout takes the app's notifications, also the delivered ones, and what it copied")
    func logout() async throws {
      let notifications = EmulatedNotifications()
      try await EmulatedNotifications.$current.withValue(notifications) {
        try await EmulatedInterface.$current.withValue(EmulatedInterface()) {
          let container = try Container()
          let absent = Self.absent.filter { ![.notifications, .pasteboardItems].contains($0.key) }
          let shield = try await shield(stores(container, absent: absent))
          try await signIn(shield)
          await wait(notifications)
          await MainActor.run {
            SensitivePasteboard(PasteboardRule(ScreenRequirement())).copy(
              "4711", now: EmulatedInterface.current.now.date)
          }
          #expect(await CopiedItems().isThere)
          #expect(await HeldNotifications().count() == 3)
          let report = try await shield.logOut()
          #expect(await !CopiedItems().isThere)
          #expect(await HeldNotifications().count() == 0)
          #expect(report.removed.map(\.text).filter { ["notifications", "pasteboard"].contains($0) }.count == 2)
        }
      }
    }

    @Test("What the person copied in another app stays")
    func others() async throws {
      try await EmulatedInterface.$current.withValue(EmulatedInterface()) {
        let container = try Container()
        let absent = Self.absent.filter { $0.key != .pasteboardItems }
        let shield = try await shield(stores(container, absent: absent))
        await MainActor.run { UIPasteboard.general.items = [["public.utf8-plain-text": "theirs"]] }
        try await shield.logOut()
        #expect(await MainActor.run { UIPasteboard.general.items.count } == 1)
      }
    }

    private func wait(_ notifications: EmulatedNotifications) async {
      await withCheckedContinuation { done in
        UNUserNotificationCenter.current().add(
          UNNotificationRequest(identifier: "app's own", content: UNMutableNotificationContent(), trigger: nil)
        ) { @Sendable _ in done.resume() }
      }
      notifications.change { $0.delivered = 2 }
    }
  }
#endif
