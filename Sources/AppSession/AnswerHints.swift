/// What a server's answer says beside its body.
public struct AnswerHints: Sendable, Hashable {
  /// The newest `DPoP-Nonce`: the next proof carries it. Source: RFC 9449, section 8.
  public var nonce: String?
  /// `Retry-After`; a longer wait counts as a day. Source: RFC 9110, section 10.2.3.
  public var retryAfter: Duration?
  /// `Date`, seconds since 1970: the clock by which the server judges ours.
  public var serverTime: Int64?

  public init(nonce: String? = nil, retryAfter: Duration? = nil, serverTime: Int64? = nil) {
    self.nonce = nonce
    self.retryAfter = retryAfter
    self.serverTime = serverTime
  }

  /// What the fields of an answer say; a value of another form counts as none.
  ///
  /// - Parameters:
  ///   - retryAfter: seconds, or a date; a date counts from `date`, the server's own clock, and without one it says
  ///     nothing.
  ///   - date: the `Date` field.
  public init(nonce: String?, retryAfter: String?, date: String?) {
    let time = date.flatMap(HTTPDate.seconds)
    self.init(nonce: nonce, serverTime: time)
    guard let retryAfter else { return }
    var seconds: Int64?
    if retryAfter.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // More digits than a number has are a long wait, too.
      seconds = retryAfter.isEmpty ? nil : Int64(retryAfter) ?? .max
    } else if let time, let until = HTTPDate.seconds(of: retryAfter) {
      // What is over already is no reason to wait.
      seconds = max(0, until - time)
    }
    if let seconds { self.retryAfter = .seconds(min(seconds, 86400)) }
  }

  /// Whether a text can be a nonce: it goes into every proof that follows. Source: RFC 9449, section 8.1.
  static func isNonce(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x21, 0x23...0x5B, 0x5D...0x7E: true
        default: false
        }
      }
  }
}
