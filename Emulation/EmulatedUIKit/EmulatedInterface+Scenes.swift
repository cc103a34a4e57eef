import Foundation

/// The scenes' life cycle, turned by tests: each step posts what Apple's system posts, in its order.
@MainActor
extension EmulatedInterface {
  public var sceneCount: Int { staged.count }

  /// A scene is made; it is not attached to a screen while this is told.
  public func connect(
    _ name: String, role: UISceneSession.Role = .windowApplication, capture: UISceneCaptureState = .inactive
  ) -> UIWindowScene {
    let scene = UIWindowScene(UITraitCollection(sceneCaptureState: capture), session: UISceneSession(name, role))
    staged.append(scene)
    center.post(name: UIScene.willConnectNotification, object: scene)
    scene.activationState = .background
    return scene
  }

  public func enterForeground(_ scene: UIWindowScene) {
    center.post(name: UIScene.willEnterForegroundNotification, object: scene)
    scene.activationState = .foregroundInactive
  }

  public func activate(_ scene: UIWindowScene) {
    scene.activationState = .foregroundActive
    center.post(name: UIScene.didActivateNotification, object: scene)
  }

  public func deactivate(_ scene: UIWindowScene) {
    center.post(name: UIScene.willDeactivateNotification, object: scene)
    scene.activationState = .foregroundInactive
  }

  /// The picture for the app switcher is taken when everybody who was told has returned.
  public func enterBackground(_ scene: UIWindowScene) {
    scene.activationState = .background
    center.post(name: UIScene.didEnterBackgroundNotification, object: scene)
    pictures[scene.session.persistentIdentifier] = seen(on: scene)
  }

  public func disconnect(_ scene: UIWindowScene) {
    scene.activationState = .unattached
    center.post(name: UIScene.didDisconnectNotification, object: scene)
    staged.removeAll { $0 === scene }
  }

  /// Recording or mirroring begins or ends.
  public func capture(_ scene: UIWindowScene, _ state: UISceneCaptureState) {
    let previous = scene.traitCollection
    scene.traitCollection = UITraitCollection(sceneCaptureState: state)
    for observer in scene.observers { observer.changed(previous) }
  }

  /// The picture is taken first, then the app is told.
  public func takeScreenshot() {
    for scene in staged where scene.activationState != .background {
      pictures[scene.session.persistentIdentifier] = seen(on: scene)
    }
    center.post(name: UIApplication.userDidTakeScreenshotNotification, object: UIApplication.shared)
  }

  /// The windows that somebody sees, from the top down to the first one that lets nothing through.
  public func seen(on scene: UIWindowScene) -> [UIWindow] {
    let shown = scene.windows.filter { !$0.isHidden }
      .sorted { ($0.windowLevel.rawValue, $0.turn) > ($1.windowLevel.rawValue, $1.turn) }
    var seen: [UIWindow] = []
    for window in shown {
      seen.append(window)
      if Self.isOpaque(window) || window.rootViewController.map({ Self.isOpaque($0.view) }) == true { break }
    }
    return seen
  }

  private static func isOpaque(_ view: UIView) -> Bool { view.backgroundColor?.isOpaque == true && !view.isHidden }
}
