import TrustWire
import UntrustedInput

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

  /// Whom the access token names (`sub`); nil when it does not say. Read without its signature: a token that we kept is
  /// believed as far as the store that kept it. Source: RFC 7519 section 4.1.2.
  var subject: String? {
    let parts = access.exposedText().split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = try? Base64URL.decode(String(parts[1])) else { return nil }
    return (try? JSONReader(maximumBytes: 64 << 10, maximumDepth: 8).read(payload))?["sub"]?.string
  }

  /// Whether the access token is about to end: within a minute of it, so that it does not end on the way.
  public func isStale(at now: Int64) -> Bool { now >= expiresAt - 60 }
}
