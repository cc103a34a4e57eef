import UntrustedInput

/// A number used once that the server gives out: a report must carry it, so that an old report cannot be sent again.
public struct ChallengeMessage: WireMessage {
  /// base64url of 32 random bytes.
  public let challenge: String
  /// Seconds until the server forgets it.
  public let expiresIn: Int64

  public init(challenge: String, expiresIn: Int64) {
    self.challenge = challenge
    self.expiresIn = expiresIn
  }

  public var members: [JSONMember] {
    [JSONMember("challenge", .string(challenge)), JSONMember("expires_in", .integer(expiresIn))]
  }

  /// A challenge (base64url of 32 bytes) that the server forgets in `expiresIn` seconds.
  public init(members node: JSONNode) throws(WireError) {
    challenge = try node.text("challenge")
    expiresIn = try node.number("expires_in")
    guard (try? Base64URL.decode(challenge))?.count == 32 else { throw .missing(member: "challenge") }
  }
}
