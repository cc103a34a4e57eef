public import Foundation

/// White. Left out: every other colour.
public class CIColor: NSObject {
  let brightness: Double
  init(brightness: Double) { self.brightness = brightness }

  public class var white: CIColor { CIColor(brightness: 1) }
}
