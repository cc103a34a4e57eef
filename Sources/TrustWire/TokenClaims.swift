import UntrustedInput

/// What an access token says, with the right types and sizes and nothing judged yet.
struct TokenClaims {
  var kind: TokenKind
  var tier: TrustTier
  var issuer: String
  var audience: String
  var subject: String
  var identifier: String
  var session: String
  var device: String
  var boundKey: String?
  var issuedAt: Int64
  var notBefore: Int64
  var expiresAt: Int64

  /// Most bytes of a subject, an identifier, a session and a device.
  static let nameLimit = 128
  /// A SHA-256 in base64url.
  static let thumbprintLimit = 43

  /// - Throws: ``WireError`` `unreadable`, `missing`.
  init(reading payload: [UInt8], issuer: String) throws(WireError) {
    // Nearly every token is written the plain way; whatever is not gets the full reader and its refusals.
    var scanner = PlainClaims(payload)
    if let plain = scanner.read(issuer: issuer) {
      self = plain
      return
    }
    let node: JSONNode
    do throws(InputError) {
      node = try JSONReader(maximumBytes: AccessToken.byteLimit, maximumDepth: 4).read(payload)
    } catch {
      throw .unreadable(error)
    }
    kind = try node.word("mantlet_kind")
    self.issuer = try node.text("iss")
    subject = try node.text("sub", most: Self.nameLimit)
    identifier = try node.text("jti", most: Self.nameLimit)
    session = try node.text("sid", most: Self.nameLimit)
    device = try node.text("mantlet_device", most: Self.nameLimit)
    boundKey = try node["cnf"].map { node throws(WireError) in try node.text("jkt", most: Self.thumbprintLimit) }
    tier = try node.word("mantlet_tier")
    issuedAt = try node.number("iat")
    expiresAt = try node.number("exp")
    audience = try node.text("aud")
    notBefore = try node.number("nbf")
  }

  init(
    kind: TokenKind, tier: TrustTier, issuer: String, audience: String, subject: String, identifier: String,
    session: String, device: String, boundKey: String?, issuedAt: Int64, notBefore: Int64, expiresAt: Int64
  ) {
    (self.kind, self.tier, self.issuer, self.audience) = (kind, tier, issuer, audience)
    (self.subject, self.identifier, self.session, self.device) = (subject, identifier, session, device)
    (self.boundKey, self.issuedAt, self.notBefore, self.expiresAt) = (boundKey, issuedAt, notBefore, expiresAt)
  }
}
