public import Foundation

/// A colour that is opaque or not; no other quality of it is looked at here.
open class UIColor: NSObject {
  let isOpaque: Bool
  init(isOpaque: Bool) { self.isOpaque = isOpaque }

  public static var systemBackground: UIColor { UIColor(isOpaque: true) }
  public static var clear: UIColor { UIColor(isOpaque: false) }
}
