import TrustWire

/// Tokens as they came, not yet verified.
struct AnsweredTokens: Sendable {
  let tokens: TokenResponse
  /// When they were asked for by the server's clock, seconds since 1970: their lives are counted from then.
  var askedAt: Int64
  /// Whether the answer came at once: one that was long on its way says nothing about now.
  let isPrompt: Bool

  /// When the server ends the session whatever happens; nil when untold.
  var sessionEndsAt: Int64? { tokens.sessionExpiresIn.map { askedAt + $0 } }
}
