import TrustWire

/// An access token with the refresh token that follows it.
public struct TokenPair: Sendable {
  public let access: HeldToken
  public let refresh: HeldToken
  /// When the access token ends, seconds since 1970, counted from the moment it was asked for.
  public let expiresAt: Int64
  public let tier: TrustTier

  public init(access: HeldToken, refresh: HeldToken, expiresAt: Int64, tier: TrustTier) {
    self.access = access
    self.refresh = refresh
    self.expiresAt = expiresAt
    self.tier = tier
  }

  init(_ response: TokenResponse, askedAt: Int64) {
    self.init(
      access: HeldToken(response.accessToken), refresh: HeldToken(response.refreshToken),
      expiresAt: askedAt + response.expiresIn, tier: response.tier)
  }

  /// Whether the access token is about to end: within a minute of it, so that it does not end on the way.
  public func isStale(at now: Int64) -> Bool { now >= expiresAt - 60 }
}
