#if APPLE_EMULATION
  import AppleScreen
  import ScreenPrivacy
  import SecurityPolicy
  import Testing
  import UIKit

  /// Gives every test screens of its own.
  struct OwnInterface: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await EmulatedInterface.$current.withValue(EmulatedInterface()) { try await function() }
    }
  }

  extension Trait where Self == OwnInterface {
    static var ownInterface: OwnInterface { OwnInterface() }
  }

  /// An app on the emulated device, with a window of content for each scene.
  @MainActor
  final class StagedApp {
    let watch: SceneWatch
    private(set) var heard: [String] = []
    private var windows: [UIWindow] = []

    init(logo: UIView? = nil, _ change: (inout ScreenRequirement) -> Void = { _ in }) {
      var requirement = ScreenRequirement()
      change(&requirement)
      var hear: (@MainActor (String) -> Void)?
      let shield = ScreenShield(
        requirement, prepare: { hear?("prepare") }, warn: { _ in hear?("warn") }, lock: { hear?("lock") })
      watch = SceneWatch(shield, center: EmulatedInterface.current.center) { _ in logo }
      hear = { [weak self] in self?.heard.append($0) }
    }

    @discardableResult
    func show(_ scene: UIWindowScene, level: UIWindow.Level = .normal) -> UIWindow {
      let window = UIWindow(windowScene: scene)
      window.backgroundColor = .systemBackground
      window.windowLevel = level
      window.isHidden = false
      windows.append(window)
      return window
    }

    /// From the connection of a scene to its content.
    func open(_ name: String, capture: UISceneCaptureState = .inactive) async -> UIWindowScene {
      let scene = EmulatedInterface.current.connect(name, capture: capture)
      show(scene)
      EmulatedInterface.current.enterForeground(scene)
      EmulatedInterface.current.activate(scene)
      await watch.shield.settled()
      return scene
    }

    func forget() { heard = [] }

    /// Whether anybody sees one of the app's own windows on the scene.
    func showsContent(_ scene: UIWindowScene) -> Bool { shows(EmulatedInterface.current.seen(on: scene)) }

    /// Whether the system's picture of the scene has one of the app's own windows.
    func pictureShowsContent(_ name: String) -> Bool? { EmulatedInterface.current.pictures[name].map { shows($0) } }

    private func shows(_ seen: [UIWindow]) -> Bool { seen.contains { one in windows.contains { $0 === one } } }
  }
#endif
