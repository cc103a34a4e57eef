public import CoreGraphics
public import Foundation

/// A recipe for grey squares. Follows Apple: nothing is drawn before a context is asked, y grows upwards, and what is
/// enlarged is sampled between its squares unless the image says that the nearest one counts.
public class CIImage: NSObject {
  public let extent: CGRect
  /// From 0, black, to 1, white; nil where nothing is.
  let brightness: (_ x: Int, _ y: Int) -> Double?
  private let isSampledNearest: Bool

  init(extent: CGRect, isSampledNearest: Bool = false, brightness: @escaping (Int, Int) -> Double?) {
    (self.extent, self.isSampledNearest, self.brightness) = (extent, isSampledNearest, brightness)
  }

  /// Without end in every direction.
  public convenience init(color: CIColor) {
    let brightness = color.brightness
    self.init(extent: .infinite) { _, _ in brightness }
  }

  public func cropped(to rect: CGRect) -> CIImage {
    let rest = extent.isInfinite ? rect : extent.intersection(rect)
    return CIImage(extent: rest) { [brightness] x, y in
      rest.contains(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)) ? brightness(x, y) : nil
    }
  }

  public func composited(over dest: CIImage) -> CIImage {
    CIImage(extent: extent.union(dest.extent)) { [brightness] x, y in brightness(x, y) ?? dest.brightness(x, y) }
  }

  public func samplingNearest() -> CIImage {
    CIImage(extent: extent, isSampledNearest: true, brightness: brightness)
  }

  public func transformed(by matrix: CGAffineTransform) -> CIImage {
    let (wide, high) = (Double(matrix.horizontal), Double(matrix.vertical))
    let area = CGRect(
      x: extent.minX * wide, y: extent.minY * high, width: extent.width * wide, height: extent.height * high)
    return CIImage(extent: area) { [brightness, isSampledNearest] x, y in
      let (u, v) = ((Double(x) + 0.5) / wide, (Double(y) + 0.5) / high)
      if isSampledNearest { return brightness(Int(u.rounded(.down)), Int(v.rounded(.down))) }
      let (left, low) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
      func corner(_ right: Double, _ up: Double) -> Double {
        let share = (1 - abs(u - 0.5 - left - right)) * (1 - abs(v - 0.5 - low - up))
        return share * (brightness(Int(left + right), Int(low + up)) ?? 0)
      }
      return corner(0, 0) + corner(1, 0) + corner(0, 1) + corner(1, 1)
    }
  }
}
