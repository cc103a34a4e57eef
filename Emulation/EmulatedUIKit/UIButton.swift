import Foundation

/// A control without title and image.
@MainActor
open class UIButton: UIControl {}
