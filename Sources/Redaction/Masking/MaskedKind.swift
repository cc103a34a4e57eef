/// What a masked piece of text was; its name stands in the mark that replaces it: `<email>`, `<token>` …
public enum MaskedKind: String, Sendable, Hashable, CaseIterable {
  /// An e-mail address.
  case email
  /// A compact JWS or JWE, or the credential after `Bearer` and `DPoP`.
  case token
  /// The value of a name that tells that it is a secret: `password`, `pin`, `api_key` …
  case value = "masked"
  /// A PEM block.
  case pem
  /// A telephone number.
  case phone
  /// An International Bank Account Number.
  case iban
  /// The number of a payment card.
  case card
  /// base64 or base64url around any of the others.
  case encoded
  /// A key whose own beginning tells which service it opens: `AKIA…`, `ghp_…`, `sk_live_…`.
  case providerKey = "providerkey"
  /// User name and password in front of the host of a URL, or in an option of curl.
  case credentials

  /// What stands in the text instead.
  public var mark: String { "<\(rawValue)>" }
}
