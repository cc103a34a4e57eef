#if APPLE_EMULATION
  import AppSession
  import AppleScreen
  import AppleWeb
  import EmulatedUIKit
  import EmulatedUserNotifications
  import EmulatedWebKit
  import Foundation
  import Mantlet
  import ScreenPrivacy
  import SecurityPolicy
  import SecurityTesting
  import Testing
  import UntrustedInput
  import WebContent

  /// The README's examples for Apple platforms. That it shows exactly these is a claim of ``ReadmeExampleTests``.
  @MainActor
  @Suite(OwnPhone(), .serialized, .timeLimit(.minutes(15))) struct AppleReadmeTests: AppleShields {
    /// What the app shows.
    @MainActor
    private final class Router {
      var states: [SessionState?] = []
      var warnings = 0
      func show(for state: SessionState?) async { states.append(state) }
      func warnOfPicture() { warnings += 1 }
    }

    private final class LogoView: UIView {
      override init(frame: CGRect = .zero) { super.init(frame: frame) }
    }

    @Test("The screen example of the README covers, warns of a picture, protects a field and copies for this device")
    func screens() async throws {
      try await EmulatedInterface.$current.withValue(EmulatedInterface()) {
        let (device, container) = (EmulatedInterface.current, try Container())
        device.change { $0.date = Date() }
        let shield = try await shield(stores(container))
        try await signIn(shield)
        let (router, pinField, note) = (Router(), UITextField(frame: .zero), "a note")
        let scene = device.connect("one")
        let content = UIWindow(windowScene: scene)
        content.backgroundColor = .systemBackground
        content.isHidden = false
        device.enterForeground(scene)
        device.activate(scene)
        // screens begins
        // AppleScreen; in application(_:didFinishLaunchingWithOptions:)
        let screen = shield.screenShield(
          prepare: { state in await router.show(for: state) }, warn: { _ in router.warnOfPicture() })
        let watch = SceneWatch(screen) { _ in LogoView() }
        watch.begin()
        #expect(device.seen(on: scene).first?.rootViewController?.view.subviews.first is LogoView)  // not shown

        // holds, fails(reason): read back from the field
        pinField.protect(as: .pin)

        // this device only, ends by itself, emptied at a lock
        watch.pasteboard.copy(note, now: Date())
        // screens ends
        await screen.settled()
        #expect(router.states == [.active] && device.seen(on: scene) == [content])
        NotificationCenter.default.post(name: UIApplication.userDidTakeScreenshotNotification, object: nil)
        #expect(router.warnings == 1)
        #expect(SensitiveField.pin.verdict(on: pinField.fieldTraits) == .holds)
        #expect(UIPasteboard.general.items.count == 1 && device.itemsElsewhere == 0)
        screen.sessionLocked()
        #expect(UIPasteboard.general.items.isEmpty && device.seen(on: scene) != [content])
      }
    }

    @Test("The example of notifications and web content asks at a touch, plans two reminders a day and loads a page")
    func notifications() async throws {
      let phone = EmulatedNotifications()
      try await EmulatedNotifications.$current.withValue(phone) {
        try await EmulatedPushService.$current.withValue(EmulatedPushService()) {
          let container = try Container()
          let shield = try await shield(stores(container), Self.helpPages)
          try await signIn(shield)
          let (server, button) = (InMemoryPushTokenRegistry(), UIButton(frame: .zero))
          let deviceToken = Data(repeating: 7, count: 32)
          let (bedtime, wake) = (
            try #require(ReminderTime(hour: 23, minute: 0)), try #require(ReminderTime(hour: 7, minute: 0))
          )
          // notifications begins
          // asks nobody; a touch is the one way to ask
          let consent = shield.notificationConsent(system: AppleNotificationSystem(), registry: server)
          button.addAction(.byUser { action in _ = try? await consent.switchOn(action) }, for: .touchUpInside)
          #expect(phone.now.asked == 0)  // not shown
          await touch(button, until: consent)  // not shown
          // from the app delegate: every token of the system, and every return to the foreground, which sees a permission
          // that ended
          try await consent.received(PushToken(bytes: Array(deviceToken)))
          try await consent.cameToForeground()

          // one, as long as the app runs; planned again at each foreground
          let reminders = AppleReminders(rules: shield.notificationRules, consent: consent)
          try await reminders.plan(
            [.targetLOT(bedtime: bedtime), .targetAET(wake: wake)], after: .now, in: .current, language: .german)

          // the policy's origins, and nothing else: no script, no bridge, no other site, nothing kept
          let web = try await GuardedWebView.make(rules: shield.webContentRules())
          try web.load("https://help.example.org/start")
          // notifications ends
          #expect(try server.tokens.contains(PushToken(bytes: Array(deviceToken))))
          #expect(phone.now.asked == 1 && phone.now.pending.count == 2 * ReminderPlan.days)
          #expect(web.view.emulatedLoad?.url?.absoluteString == "https://help.example.org/start")
          #expect(web.rules.verdict(of: web.state) == .holds)
        }
      }
    }

    nonisolated private static func helpPages(_ policy: inout Policy) {
      policy.webContent.origins = ["https://help.example.org"]
    }

    /// What a touch leads to comes later.
    private func touch(_ button: UIButton, until consent: NotificationConsent) async {
      button.emulatedTouch()
      while (try? await consent.requirePermission()) == nil { await Task.yield() }
    }
  }
#endif
