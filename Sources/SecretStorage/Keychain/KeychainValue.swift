public import SecurityPolicy

/// What a keychain query says about an attribute. The secret and the authentication context are not values of their
/// own here: the adapter puts them where a query says ``secret`` or ``context(_:)``.
public enum KeychainValue: Sendable, Hashable {
  /// Whether a query may bring up the prompt for the owner.
  public enum Prompt: Sendable, Hashable {
    /// No prompt: an item that needs its owner answers that interaction is not allowed.
    case forbidden
    /// The prompt of the authentication context that the caller bound to the store.
    case bound
  }

  case genericPassword
  case text(String)
  case flag(Bool)
  case accessibility(StorageRequirement.Accessibility)
  case accessControl(AccessRequirement)
  case context(Prompt)
  /// Synchronizable or not: both match.
  case either
  case one
  case all
  case secret
}
