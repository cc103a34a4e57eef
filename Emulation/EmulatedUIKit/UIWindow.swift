public import Foundation

@MainActor
open class UIWindow: UIView {
  public struct Level: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }

    public static let normal = Level(rawValue: 0)
    public static let alert = Level(rawValue: 2000)
  }

  /// In which order windows were shown: of one level, the last lies above.
  var turn = 0

  open var windowLevel = Level.normal
  open var rootViewController: UIViewController?

  /// A window has the size of its scene, and is hidden until it is shown.
  public init(windowScene: UIWindowScene) {
    super.init(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    isHidden = true
    self.windowScene = windowScene
    windowScene.add(self)
  }

  open weak var windowScene: UIWindowScene? {
    didSet {
      guard oldValue !== windowScene else { return }
      oldValue?.remove(self)
      windowScene?.add(self)
    }
  }

  open override var isHidden: Bool {
    didSet {
      guard !isHidden else { return }
      turn = EmulatedInterface.current.nextTurn()
      if UIView.withoutAnimation == 0 { EmulatedInterface.current.animated.append(self) }
    }
  }
}
