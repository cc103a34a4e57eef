import Foundation
import SecurityPolicy

/// How copied content lies on the pasteboard: on this device only, for a short time, and not longer than the session is
/// open.
///
/// - Protects against: a copy that reaches the person's other devices, and one that is found later.
/// - Does not protect against: an app that the person lets paste within that time.
///
/// Source: BSI TR-03161-1 O.Data_11; MASVS-PLATFORM-3; Apple, UIPasteboard `setItems(_:options:)`.
public struct PasteboardRule: Sendable, Hashable {
  /// From the moment of copying.
  public let expiry: Duration

  /// The rule that the policy asks for.
  public init(_ requirement: ScreenRequirement) { expiry = requirement.pasteboardExpiry }

  /// There is no other way.
  public var isLocalOnly: Bool { true }

  // O.Data_11#824 O.Plat_7#824
  /// When the system removes what is copied now.
  public func end(from now: Date) -> Date { now.addingTimeInterval(TimeInterval(expiry.components.seconds)) }
}
