#if Server
  import TrustWire
  import UntrustedInput

  /// What the server writes into an access token; ``AccessToken`` reads it back on either side.
  /// Source: RFC 9068, section 2.2; `cnf` from RFC 9449, section 6.1.
  struct AccessClaims: Sendable, Hashable {
    /// The one public client: installations are told apart by their device keys.
    static let client = "mantlet"

    let issuer: String
    /// Seconds since 1970.
    let issuedAt: Int64
    let expiresAt: Int64
    /// `jti`.
    let identifier: String
    let subject: String
    /// `sid`.
    let session: String
    /// Only when the session is bound to a key.
    let boundKey: String?
    let tier: TrustTier
    let kind: TokenKind
    let device: String

    init(_ session: SessionRow, issuer: String, identifier: String, now: Int64, lifetime: Int64) {
      self.issuer = issuer
      self.identifier = identifier
      issuedAt = now
      expiresAt = now + lifetime
      subject = session.subject
      self.session = session.id
      boundKey = session.boundKey
      tier = session.tier
      kind = session.kind
      device = session.device
    }

    /// The payload: the plain way that ``AccessToken`` reads in one pass.
    var bytes: [UInt8] {
      var members = [
        JSONMember("iss", .string(issuer)), JSONMember("sub", .string(subject)), JSONMember("aud", .string(issuer)),
        JSONMember("exp", .integer(expiresAt)), JSONMember("iat", .integer(issuedAt)),
        JSONMember("nbf", .integer(issuedAt)), JSONMember("jti", .string(identifier)),
        JSONMember("client_id", .string(Self.client)), JSONMember("sid", .string(session)),
        JSONMember("mantlet_tier", .string(tier.rawValue)), JSONMember("mantlet_kind", .string(kind.rawValue)),
        JSONMember("mantlet_device", .string(device)),
      ]
      if let boundKey { members.append(JSONMember("cnf", ["jkt": .string(boundKey)])) }
      return JSONWriter().bytes(JSONNode(.object(members)))
    }
  }
#endif
