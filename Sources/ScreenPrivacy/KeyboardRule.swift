import SecurityPolicy

/// Whether the app lets extensions of other makers in that get what is typed.
///
/// - Protects against: a keyboard that sends what is typed to its maker.
/// - Does not protect against: the same keyboard in other apps.
///
/// Source: BSI TR-03161-1 O.Data_10; MASVS-PLATFORM-3; MASWE-0053 (2024 beta);
/// Apple, `application(_:shouldAllowExtensionPointIdentifier:)`.
public struct KeyboardRule: Sendable, Hashable {
  /// How iOS names the extension point of keyboards. Source: Apple, UIApplication.ExtensionPointIdentifier.keyboard.
  public static let keyboardPoint = "com.apple.keyboard-service"

  private let refuses: Bool

  /// The rule that the policy asks for.
  public init(_ requirement: ScreenRequirement) { refuses = requirement.thirdPartyKeyboards == .refuse }

  // O.Data_10#825
  /// Whether an extension of this point may run in the app; points other than the keyboard's are none of this rule's.
  public func admits(_ extensionPoint: String) -> Bool { !refuses || extensionPoint != Self.keyboardPoint }
}
