public import Foundation

@MainActor
open class UIViewController: NSObject {
  open var view = UIView(frame: .zero)
}
