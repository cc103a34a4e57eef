import TrustWire

/// What the token endpoint answered: tokens or a refusal, and what else the answer said.
public struct TokenAnswer: Sendable {
  public let outcome: Result<TokenResponse, RefusalBody>
  public let hints: AnswerHints

  public init(_ outcome: Result<TokenResponse, RefusalBody>, hints: AnswerHints = AnswerHints()) {
    self.outcome = outcome
    self.hints = hints
  }
}
