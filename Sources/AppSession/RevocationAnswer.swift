import TrustWire

/// What the revocation endpoint answered, and what else the answer said.
public struct RevocationAnswer: Sendable {
  /// Nil when the session is over, or never was. Source: RFC 7009, section 2.2.
  public let refusal: RefusalBody?
  public let hints: AnswerHints

  public init(refusal: RefusalBody? = nil, hints: AnswerHints = AnswerHints()) {
    self.refusal = refusal
    self.hints = hints
  }
}
