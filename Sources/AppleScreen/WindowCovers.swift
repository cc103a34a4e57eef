#if canImport(UIKit)
  import Foundation
  import ScreenPrivacy
  import UIKit

  /// Covers as windows, one for each scene, above everything that the app shows in it: sheets, full-screen covers and alerts lie in
  /// the app's own windows, and an overlay in one of them would lie under the others.
  ///
  /// The window is opaque whatever the app puts into it. A blur would keep text readable at the edges and at low radius.
  /// Not covered: the keyboard, whose window is the system's.
  /// Source: Apple, UIWindow.Level, "Preparing your UI to run in the background".
  @MainActor
  public final class WindowCovers: SceneCovers {
    private struct Place {
      weak var scene: UIWindowScene?
      var window: UIWindow?
      var reason: CoverReason?
    }

    private var places: [SceneName: Place] = [:]
    private let content: @MainActor (CoverReason) -> UIView?

    /// - Parameter content: what the cover shows, beside its opaque ground; nil for nothing.
    public init(content: @escaping @MainActor (CoverReason) -> UIView?) { self.content = content }

    /// A scene that may be covered from now on.
    public func add(_ scene: UIWindowScene) {
      let name = SceneName(scene)
      if places[name]?.scene !== scene { places[name] = Place(scene: scene) }
    }

    /// The scene is gone, and its cover with it.
    public func remove(_ name: SceneName) {
      hide(name)
      places[name] = nil
    }

    public func cover(_ name: SceneName, because reason: CoverReason) {
      guard var place = places[name], let scene = place.scene else { return }
      let window = place.window ?? UIWindow(windowScene: scene)
      let others = scene.windows.filter { $0 !== window && !$0.isHidden }.map(\.windowLevel.rawValue)
      UIView.performWithoutAnimation {
        let highest = max(UIWindow.Level.alert.rawValue, others.max() ?? 0)
        window.windowLevel = UIWindow.Level(rawValue: highest + 1)
        // What is read aloud is content, too.
        window.accessibilityViewIsModal = true
        if place.reason != reason || window.isHidden { window.rootViewController = controller(for: reason, in: window) }
        // Shown anew, it lies above every window of its level.
        window.isHidden = true
        window.isHidden = false
      }
      place.window = window
      place.reason = reason
      places[name] = place
    }

    public func uncover(_ name: SceneName) { hide(name) }

    public func reason(of name: SceneName) -> CoverReason? {
      guard let place = places[name], let scene = place.scene, let window = place.window, !window.isHidden,
        window.windowScene === scene
      else { return nil }
      return place.reason
    }

    private func hide(_ name: SceneName) {
      guard var place = places[name] else { return }
      place.window?.isHidden = true
      place.window?.rootViewController = nil
      place.reason = nil
      places[name] = place
    }

    private func controller(for reason: CoverReason, in window: UIWindow) -> UIViewController {
      let controller = UIViewController()
      let ground = UIView(frame: window.bounds)
      ground.backgroundColor = .systemBackground
      if let shown = content(reason) {
        shown.frame = ground.bounds
        shown.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        ground.addSubview(shown)
      }
      controller.view = ground
      return controller
    }
  }
#endif
