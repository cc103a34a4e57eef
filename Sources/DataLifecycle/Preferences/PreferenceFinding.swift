/// A preference that looks like a secret.
public struct PreferenceFinding: Sendable, Hashable {
  /// Why it looks like one.
  @nonexhaustive
  public enum Reason: String, Sendable, Hashable {
    /// Its name says so: it ends in `password`, `pin`, `token`, `secret` and their kin.
    case secretName
    /// Its value holds a token, a PEM block, an e-mail address or a named secret.
    case secretValue
    /// Its value is 32 or more hexadecimal digits: a hash, a key.
    case hexadecimal
    /// Its value is a UUID: what tells this installation apart belongs into the secret store.
    case identifier
    /// Its value is 32 or more characters of base64 without a word's shape: a key, a sealed blob.
    case base64
  }

  /// The preference's name as it stands in the store. It may be anybody's text: mask it before it is printed.
  public let name: String
  public let reason: Reason

  public init(name: String, reason: Reason) {
    self.name = name
    self.reason = reason
  }
}
