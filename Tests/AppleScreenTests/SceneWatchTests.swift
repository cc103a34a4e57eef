#if APPLE_EMULATION
  import AppleScreen
  import Foundation
  import ScreenPrivacy
  import SecurityPolicy
  import SecurityTesting
  import Testing
  import UIKit

  @MainActor
  @Suite("Covers over the scenes of iOS", .ownInterface)
  struct SceneWatchTests {
    private var device: EmulatedInterface { .current }

    @Test("The system's picture shows the cover, which came without animation, and the content comes back")
    func switcher() async throws {
      let app = StagedApp()
      app.watch.begin()
      let scene = await app.open("one")
      #expect(app.showsContent(scene))
      device.deactivate(scene)
      #expect(!app.showsContent(scene))
      // The system's picture is taken at once: a cover that fades in would not be in it.
      let cover = try #require(device.seen(on: scene).first)
      #expect(!device.animated.contains(cover) && device.animated.count == 1)
      device.enterBackground(scene)
      #expect(app.pictureShowsContent("one") == false)
      device.enterForeground(scene)
      device.activate(scene)
      #expect(!app.showsContent(scene))
      await app.watch.shield.settled()
      #expect(app.showsContent(scene))
      #expect(app.heard == ["prepare", "prepare"])
    }

    @Test("Without the watch the same picture shows the content: the emulation can tell")
    func unwatched() async {
      let app = StagedApp()
      let scene = await app.open("one")
      device.deactivate(scene)
      device.enterBackground(scene)
      #expect(app.pictureShowsContent("one") == true)
    }

    @Test("The cover lies above alert windows, also above one that is shown while it is there")
    func alerts() async {
      let app = StagedApp()
      app.watch.begin()
      let scene = await app.open("one")
      app.show(scene, level: .alert)
      app.show(scene, level: UIWindow.Level(rawValue: 5000))
      device.deactivate(scene)
      #expect(!app.showsContent(scene))
      app.show(scene, level: UIWindow.Level(rawValue: 5001))
      device.enterBackground(scene)
      #expect(app.pictureShowsContent("one") == false)
    }

    @Test("Each scene has its own cover: one in front, one in the background, one that went away")
    func twoScenes() async {
      let app = StagedApp()
      app.watch.begin()
      let one = await app.open("one")
      let two = await app.open("two")
      device.deactivate(one)
      device.enterBackground(one)
      #expect(app.pictureShowsContent("one") == false && app.showsContent(two))
      device.disconnect(two)
      #expect(app.watch.shield.cover(of: SceneName("two")) == .unknown)
      let again = await app.open("two")
      #expect(app.showsContent(again))
    }

    @Test("A scene that was active before the watch began is covered, looked at, and shown")
    func late() async {
      let app = StagedApp()
      let scene = await app.open("one")
      app.watch.begin()
      app.watch.begin()
      #expect(!app.showsContent(scene))
      await app.watch.shield.settled()
      #expect(app.showsContent(scene) && app.heard == ["prepare"])
    }

    @Test("A capture that is active at the start gets the cover; its end shows the content")
    func captured() async {
      let app = StagedApp()
      app.watch.begin()
      let scene = await app.open("one", capture: .active)
      #expect(!app.showsContent(scene))
      device.capture(scene, .inactive)
      #expect(app.showsContent(scene))
      device.capture(scene, .active)
      #expect(!app.showsContent(scene))
      device.capture(scene, .unspecified)
      #expect(!app.showsContent(scene))
      let signals = app.watch.shield.log.takeSignals()
      #expect(signals.last?.observation == .detected && signals.last?.probe == "screenRecording.began")
    }

    @Test("A scene on another display shows nothing, a role that nobody knows neither")
    func external() async {
      let app = StagedApp()
      app.watch.begin()
      for (name, role) in [
        ("tv", UISceneSession.Role.windowExternalDisplayNonInteractive), ("new", .init(rawValue: "something new")),
      ] {
        let scene = device.connect(name, role: role)
        app.show(scene)
        device.enterForeground(scene)
        device.activate(scene)
        await app.watch.shield.settled()
        #expect(!app.showsContent(scene))
      }
    }

    @Test("A screenshot warns and is in the next report; under the hardest policy the app locks")
    func screenshot() async {
      let app = StagedApp()
      app.watch.begin()
      let scene = await app.open("one")
      app.forget()
      device.takeScreenshot()
      #expect(app.heard == ["warn"] && app.showsContent(scene))
      #expect(app.watch.shield.log.takeSignals().first?.observation == .detected)

      let hard = StagedApp { $0.onScreenshot = .lock }
      hard.watch.begin()
      await hard.watch.shield.settled()
      hard.forget()
      hard.watch.pasteboard.copy("a note", now: device.now.date)
      device.takeScreenshot()
      #expect(UIPasteboard.general.items.isEmpty)
      await hard.watch.shield.settled()
      #expect(hard.heard == ["warn", "lock", "prepare"])
    }

    @Test("The app's own view lies on the cover's opaque ground, and screen readers read nothing below")
    func logo() async throws {
      let logo = UIView(frame: .zero)
      logo.backgroundColor = .clear
      let app = StagedApp(logo: logo)
      app.watch.begin()
      let scene = await app.open("one")
      device.deactivate(scene)
      let top = try #require(device.seen(on: scene).first)
      #expect(top.accessibilityViewIsModal && logo.superview === top.rootViewController?.view)
      #expect(logo.frame == top.bounds && !app.showsContent(scene))
    }

    @Test("The watch says what is in force, and that a screenshot cannot be prevented")
    func support() {
      let app = StagedApp()
      #expect(app.watch.shield.support == .unsupported)
      app.watch.begin()
      #expect(app.watch.shield.support[.switcherCover] == .holds)
      #expect(app.watch.shield.support[.screenshotPrevention] != .holds)
    }

    @Test("A policy without covers leaves the picture as it is")
    func off() async {
      let app = StagedApp { $0.cover = .insecureOff }
      app.watch.begin()
      let scene = await app.open("one")
      device.deactivate(scene)
      device.enterBackground(scene)
      #expect(app.pictureShowsContent("one") == true)
      #expect(app.watch.shield.support[.switcherCover] != .holds)
    }
  }
#endif
