import UntrustedInput

/// Tokens as the server gives them out. Both texts are secrets: they print as their kind only.
/// Source: RFC 6749, section 5.1; token type `DPoP` from RFC 9449, section 5.
public struct TokenResponse: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  public let accessToken: String
  public let refreshToken: String
  public let tokenType: String
  /// Seconds that the access token lives.
  public let expiresIn: Int64
  public let tier: TrustTier
  /// Seconds until the refresh token ends unless it is used: the server's idle limit included. Nil when untold.
  public let refreshExpiresIn: Int64?
  /// Seconds until the session ends whatever happens. Nil when untold.
  public let sessionExpiresIn: Int64?

  public init(
    accessToken: String, refreshToken: String, tokenType: String, expiresIn: Int64, tier: TrustTier,
    refreshExpiresIn: Int64? = nil, sessionExpiresIn: Int64? = nil
  ) {
    self.refreshExpiresIn = refreshExpiresIn
    self.sessionExpiresIn = sessionExpiresIn
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.tokenType = tokenType
    self.expiresIn = expiresIn
    self.tier = tier
  }

  public var description: String { "TokenResponse(\(tokenType), \(tier.rawValue), \(expiresIn) s)" }
  public var debugDescription: String { description }
  // Without it `dump` and test failures would print the tokens.
  public var customMirror: Mirror {
    Mirror(self, children: ["tokenType": tokenType, "expiresIn": expiresIn, "tier": tier.rawValue])
  }

  public var bytes: [UInt8] {
    var members = [
      JSONMember("access_token", .string(accessToken)), JSONMember("token_type", .string(tokenType)),
      JSONMember("expires_in", .integer(expiresIn)), JSONMember("refresh_token", .string(refreshToken)),
      JSONMember("mantlet_tier", .string(tier.rawValue)),
    ]
    if let refreshExpiresIn { members.append(JSONMember("refresh_expires_in", .integer(refreshExpiresIn))) }
    if let sessionExpiresIn { members.append(JSONMember("mantlet_session_expires_in", .integer(sessionExpiresIn))) }
    return JSONWriter().bytes(JSONNode(.object(members)))
  }

  /// - Throws: ``WireError`` `unreadable`, `missing`.
  public init(reading bytes: some Collection<UInt8>) throws(WireError) {
    let node: JSONNode
    do {
      node = try JSONReader(maximumBytes: 64 << 10, maximumDepth: 4).read(bytes)
    } catch {
      throw .unreadable(error)
    }
    accessToken = try node.text("access_token")
    refreshToken = try node.text("refresh_token")
    tokenType = try node.text("token_type")
    expiresIn = try node.number("expires_in")
    tier = try node.word("mantlet_tier")
    refreshExpiresIn = try Self.lifetime(node, "refresh_expires_in")
    sessionExpiresIn = try Self.lifetime(node, "mantlet_session_expires_in")
    guard !accessToken.isEmpty, !refreshToken.isEmpty else { throw .missing(member: "access_token") }
    // A lifetime beyond a year is no token's, and sums with it could overflow.
    guard (1...31_536_000).contains(expiresIn) else { throw .missing(member: "expires_in") }
  }

  private static func lifetime(_ node: JSONNode, _ name: String) throws(WireError) -> Int64? {
    guard node[name] != nil else { return nil }
    let seconds = try node.number(name)
    guard (0...31_536_000).contains(seconds) else { throw .missing(member: name) }
    return seconds
  }
}
