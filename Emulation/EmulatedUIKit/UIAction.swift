public import Foundation

/// The handler of a control, without titles and images.
@MainActor
open class UIAction: NSObject {
  private let handler: @MainActor (UIAction) -> Void

  public init(handler: @escaping @MainActor (UIAction) -> Void) { self.handler = handler }

  /// What a touch on the control does. Apple has nothing like it.
  public func emulatedTouch() { handler(self) }
}
