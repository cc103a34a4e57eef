#if canImport(UIKit)
  import Foundation
  import ScreenPrivacy
  import UIKit

  /// Tells a ``ScreenPrivacy/ScreenShield`` what happens on the device's screens, and lays its covers: one window for
  /// each scene. Begin before the first scene connects, and keep it as long as the app runs.
  ///
  /// The system posts these notifications on the main thread, and goes on when everybody was told: so the cover is there
  /// before the scene is inactive, and before its picture for the app switcher is taken.
  ///
  /// - Protects against: what `ScreenGuard` does, on scenes that are there already and on those that connect later.
  /// - Does not protect against: windows of the system (keyboard, sharing, an alert of another process); widgets, Live
  ///   Activities and notifications, which are no scenes; an app that shows
  ///   a window above the cover after it was laid, until the next event.
  ///
  /// Source: Apple, UIScene, UITraitCollection `sceneCaptureState`, `userDidTakeScreenshotNotification`; BSI TR-03161-1
  /// O.Data_13, O.Plat_9.
  @MainActor
  public final class SceneWatch {
    public let shield: ScreenShield
    /// For what the person copies; emptied when the session is locked.
    public let pasteboard: SensitivePasteboard
    private let center: NotificationCenter
    private let covers: WindowCovers
    private var isWatching = false
    private var tokens: [any NSObjectProtocol] = []
    private var observed: Set<ObjectIdentifier> = []

    /// - Parameters:
    ///   - center: where the system posts; another one for tests.
    ///   - cover: what a cover shows on its opaque ground, such as a logo; nil for nothing. It must hold no content.
    public init(
      _ shield: ScreenShield, center: NotificationCenter = .default,
      cover: @escaping @MainActor (CoverReason) -> UIView? = { _ in nil }
    ) {
      self.shield = shield
      self.center = center
      covers = WindowCovers(content: cover)
      pasteboard = SensitivePasteboard(PasteboardRule(shield.requirement))
    }

    // O.Data_13#830 O.Plat_9#830
    /// Watches from now on; scenes that are connected already are covered at once, and looked at. A second call does
    /// nothing.
    public func begin() {
      guard !isWatching else { return }
      isWatching = true
      shield.begin(on: covers, support: .ios(shield.requirement, isWatching: true))
      shield.onLock { [pasteboard] in pasteboard.clear() }
      observe(UIScene.willConnectNotification) { $0.connected($1) }
      observe(UIScene.willEnterForegroundNotification) { $0.tell($1, .enteringForeground($1.capture)) }
      observe(UIScene.didActivateNotification) { $0.tell($1, .activated($1.capture)) }
      observe(UIScene.willDeactivateNotification) { $0.tell($1, .deactivating) }
      observe(UIScene.didEnterBackgroundNotification) { $0.tell($1, .enteredBackground) }
      observe(UIScene.didDisconnectNotification) { $0.disconnected($1) }
      tokens.append(
        center.addObserver(
          forName: UIApplication.userDidTakeScreenshotNotification, object: nil, queue: nil
        ) { [weak self] _ in
          MainActor.assumeIsolated { self?.shield.handle(.screenshotTaken) }
        })
      for scene in UIApplication.shared.connectedScenes {
        if let scene = scene as? UIWindowScene { connected(scene) }
      }
    }

    private func observe(
      _ name: Notification.Name, _ heard: @escaping @MainActor @Sendable (SceneWatch, UIWindowScene) -> Void
    ) {
      tokens.append(
        center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
          guard let scene = notification.object as? UIWindowScene else { return }
          MainActor.assumeIsolated { if let self { heard(self, scene) } }
        })
    }

    private func connected(_ scene: UIWindowScene) {
      covers.add(scene)
      if observed.insert(ObjectIdentifier(scene)).inserted {
        scene.registerForTraitChanges([UITraitSceneCaptureState.self]) {
          [weak self] (scene: UIWindowScene, _: UITraitCollection) in
          self?.tell(scene, .captureChanged(scene.capture))
        }
      }
      let state = SceneEvent.connected(
        SceneDisplay(scene.session.role), SceneActivity(scene.activationState), scene.capture)
      shield.handle(.scene(SceneName(scene), state))
    }

    /// A scene that nobody heard of is looked at first.
    private func tell(_ scene: UIWindowScene, _ event: SceneEvent) {
      if !observed.contains(ObjectIdentifier(scene)) { connected(scene) }
      shield.handle(.scene(SceneName(scene), event))
    }

    private func disconnected(_ scene: UIWindowScene) {
      observed.remove(ObjectIdentifier(scene))
      shield.handle(.scene(SceneName(scene), .disconnected))
      covers.remove(SceneName(scene))
    }
  }

  extension UIWindowScene {
    /// Read anew at each event: a capture that was under way before is announced by nobody.
    fileprivate var capture: CaptureState { CaptureState(traitCollection.sceneCaptureState) }
  }
#endif
