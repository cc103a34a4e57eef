public import Foundation

@MainActor
open class UIView: NSObject {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
  }

  open var frame: CGRect
  open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  open var backgroundColor: UIColor?
  open var isHidden = false
  /// Whether a screen reader leaves out what lies below.
  open var accessibilityViewIsModal = false
  open var autoresizingMask: AutoresizingMask = []
  open private(set) var subviews: [UIView] = []
  open private(set) weak var superview: UIView?

  public init(frame: CGRect) { self.frame = frame }

  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
  }

  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  /// How many calls of ``performWithoutAnimation(_:)`` are on the way.
  static var withoutAnimation = 0

  /// Nothing here is ever animated: what an app left out of it, ``EmulatedInterface/animated`` tells.
  public static func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    withoutAnimation += 1
    defer { withoutAnimation -= 1 }
    actionsWithoutAnimation()
  }
}
