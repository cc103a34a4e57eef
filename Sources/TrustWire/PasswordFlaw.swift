/// What is wrong with a new password. The word may be shown; the password itself is nowhere in it.
@nonexhaustive
public enum PasswordFlaw: String, Error, Sendable, Hashable, CaseIterable {
  /// Fewer than ``PasswordRules/shortest`` characters.
  case tooShort
  /// More than ``PasswordRules/longest`` characters.
  case tooLong
  /// No text in UTF-8: it could not be typed again.
  case noText
  /// Among those that are guessed first.
  case common
  /// The account's own name, or made of little else.
  case likeName
  /// The one that is in force.
  case unchanged
  /// Fewer kinds of characters than the policy asks for.
  case tooFewKinds
}

extension PasswordFlaw: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooShort: "a password has at least \(PasswordRules.shortest) characters"
    case .tooLong: "a password has at most \(PasswordRules.longest) characters"
    case .noText: "a password is a text"
    case .common: "this password is among the first that are guessed"
    case .likeName: "this password is the account's name, or little more"
    case .unchanged: "the new password is the old one"
    case .tooFewKinds: "the policy asks for more kinds of characters: small letters, capitals, digits, others"
    }
  }
}
