#if canImport(UIKit)
  import ScreenPrivacy
  import UIKit

  extension KeyboardRule {
    // O.Data_10#834
    /// The answer of the app's delegate in `application(_:shouldAllowExtensionPointIdentifier:)`. Without the method the
    /// system admits every keyboard.
    public func admits(_ point: UIApplication.ExtensionPointIdentifier) -> Bool { admits(point.rawValue) }
  }
#endif
