#if APPLE_EMULATION
  import AppleScreen
  import Foundation
  import ScreenPrivacy
  import SecurityPolicy
  import SecurityTesting
  import SwiftUI
  import Testing
  import UIKit
  import UserNotifications

  @MainActor
  @Suite("Modifiers of SwiftUI", .ownInterface)
  struct SwiftUITests {
    @Test(
      "A sensitive view is seen in an active scene that nobody captures, and in no other",
      arguments: [ScenePhase.active, .inactive, .background], [false, true])
    func sensitive(phase: ScenePhase, isCaptured: Bool) throws {
      var environment = EnvironmentValues()
      environment.scenePhase = phase
      environment.isSceneCaptured = isCaptured
      let note = try #require(EmulatedDrawing(Text("a note").sensitiveContent(), in: environment).elements.first)
      #expect(note.isSeen == (phase == .active && !isCaptured))
      #expect(note.look.isHiddenFromReaders == (note.look.opacity == 0))
      let plain = try #require(EmulatedDrawing(Text("a title"), in: environment).elements.first)
      #expect(plain.isSeen && plain.look.opacity == 1)
    }

    @Test(
      "A field asks SwiftUI for what it asks of UIKit, as far as SwiftUI has it", arguments: SensitiveField.allCases)
    func field(field: SensitiveField) throws {
      let (line, fresh) = (UITextField(frame: .zero), UITextField(frame: .zero))
      line.protect(as: field)
      func agrees(_ look: EmulatedLook, with line: UITextField) -> Bool {
        look.contentType == line.textContentType && look.keyboard == line.keyboardType
          && look.autocorrects == (line.autocorrectionType != .no)
          && look.capitalizes == (line.autocapitalizationType != .none)
          && look.offersWritingTools == (line.writingToolsBehavior != .none)
      }
      let asked = try #require(EmulatedDrawing(Text("").sensitiveField(field)).elements.first)
      #expect(agrees(asked.look, with: line) && asked.look.isPrivacySensitive)
      let plain = try #require(EmulatedDrawing(Text("")).elements.first)
      #expect(agrees(plain.look, with: fresh) && !plain.look.isPrivacySensitive)
    }

    @Test("The screens are watched from the moment that the root view appears, its own scene included")
    func watched() async {
      let app = StagedApp()
      let scene = await app.open("one")
      let root = Text("a note").screenPrivacy(app.watch)
      #expect(app.showsContent(scene) && app.watch.shield.support == .unsupported)
      _ = EmulatedDrawing(root)
      #expect(!app.showsContent(scene))
      await app.watch.shield.settled()
      #expect(app.showsContent(scene))
      EmulatedInterface.current.deactivate(scene)
      #expect(!app.showsContent(scene))
    }

    @Test("A touch on a button is the proof that lets the system ask, once; showing the button is none")
    func button() async throws {
      let phone = EmulatedNotifications()
      try await EmulatedNotifications.$current.withValue(phone) {
        try await EmulatedPushService.$current.withValue(EmulatedPushService()) {
          let consent = NotificationConsent(
            .init(), system: AppleNotificationSystem(), registry: InMemoryPushTokenRegistry(),
            store: InMemoryPushStateStore())
          let (answers, answered) = AsyncStream.makeStream(of: Bool.self)
          let button = UserButton { action in
            answered.yield((try? await consent.switchOn(action)) == .granted)
            answered.finish()
          } label: {
            Text("Remind me")
          }
          let shown = try #require(EmulatedDrawing(button).elements.first)
          try await consent.cameToForeground()
          #expect(shown.text == "Remind me" && phone.now.asked == 0)
          let touch = try #require(shown.look.touch)
          touch()
          var heard: [Bool] = []
          for await answer in answers { heard.append(answer) }
          #expect(heard == [true] && phone.now.asked == 1)
        }
      }
    }
  }
#endif
