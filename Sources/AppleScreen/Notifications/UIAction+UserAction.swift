#if canImport(UIKit)
  public import ScreenPrivacy
  public import UIKit

  extension UIAction {
    /// An action for a control that hands the proof of the touch to its handler: the one way to a ``UserAction``.
    ///
    ///     let button = UIButton(primaryAction: .byUser { action in _ = try? await consent.switchOn(action) })
    public static func byUser(_ handler: @escaping @MainActor (consuming UserAction) async -> Void) -> UIAction {
      UIAction { _ in Task { @MainActor in await handler(UserAction()) } }
    }
  }
#endif
