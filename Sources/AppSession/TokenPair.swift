import TrustWire
import UntrustedInput

/// An access token with the refresh token that follows it.
public struct TokenPair: Sendable {
  public let access: HeldToken
  public let refresh: HeldToken
  /// Whether each use has to prove the device key (token type `DPoP`); a bearer token goes alone.
  public let isBound: Bool
  /// When the access token ends, seconds since 1970, counted from the moment it was asked for.
  public let expiresAt: Int64
  /// Seconds that the access token lives; nil when an older version kept it.
  public let lifetime: Int64?
  /// When the refresh token ends unless it is used, seconds since 1970; nil when untold.
  public let refreshEndsAt: Int64?
  public let tier: TrustTier

  public init(
    access: HeldToken, refresh: HeldToken, isBound: Bool = true, expiresAt: Int64, lifetime: Int64? = nil,
    refreshEndsAt: Int64? = nil, tier: TrustTier
  ) {
    self.access = access
    self.refresh = refresh
    self.isBound = isBound
    self.expiresAt = expiresAt
    self.lifetime = lifetime
    self.refreshEndsAt = refreshEndsAt
    self.tier = tier
  }

  init(_ response: TokenResponse, isBound: Bool, askedAt: Int64) {
    self.init(
      access: HeldToken(response.accessToken), refresh: HeldToken(response.refreshToken), isBound: isBound,
      expiresAt: askedAt + response.expiresIn, lifetime: response.expiresIn,
      refreshEndsAt: response.refreshExpiresIn.map { askedAt + $0 }, tier: response.tier)
  }

  /// Whom the access token names (`sub`); nil when it does not say. Read without its signature: a token that we kept is
  /// believed as far as the store that kept it. Source: RFC 7519 section 4.1.2.
  var subject: String? {
    let parts = access.exposedText().split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = try? Base64URL.decode(String(parts[1])) else { return nil }
    return (try? JSONReader(maximumBytes: 64 << 10, maximumDepth: 8).read(payload))?["sub"]?.string
  }

  /// Whether the access token is about to end: within a minute of it, or within the last fifth of a short life, so
  /// that it does not end on the way.
  public func isStale(at now: Int64) -> Bool { now >= expiresAt - min(60, (lifetime ?? 300) / 5) }

  /// Whether the access token is over.
  public func isExpired(at now: Int64) -> Bool { now >= expiresAt }
}
