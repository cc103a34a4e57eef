/// What a server's answer says beside its body.
public struct AnswerHints: Sendable, Hashable {
  /// The newest `DPoP-Nonce`: the next proof carries it. Source: RFC 9449, section 8.
  public var nonce: String?
  /// `Retry-After`, when it was given in seconds. Source: RFC 9110, section 10.2.3.
  public var retryAfter: Duration?
  /// `Date`, seconds since 1970: the clock by which the server judges ours.
  public var serverTime: Int64?

  public init(nonce: String? = nil, retryAfter: Duration? = nil, serverTime: Int64? = nil) {
    self.nonce = nonce
    self.retryAfter = retryAfter
    self.serverTime = serverTime
  }
}
