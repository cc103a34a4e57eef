public import Foundation

/// Enlarging only. Left out: everything else.
public struct CGAffineTransform {
  package let horizontal: CGFloat
  package let vertical: CGFloat

  public init(scaleX: CGFloat, y: CGFloat) { (horizontal, vertical) = (scaleX, y) }
}
