#if Server
  import JWTKit
  import TrustWire

  /// What the server writes into an access token; ``AccessToken`` reads it back on either side.
  /// Source: RFC 9068, section 2.2; `cnf` from RFC 9449, section 6.1.
  struct AccessClaims: JWTPayload, Hashable {
    struct Confirmation: Codable, Hashable, Sendable { let jkt: String }

    /// The one public client: installations are told apart by their device keys.
    static let client = "mantlet"

    let iss: String
    let sub: String
    let aud: String
    let exp: Int64
    let iat: Int64
    let nbf: Int64
    let jti: String
    let clientID: String
    let sid: String
    /// Only when the session is bound to a key.
    let cnf: Confirmation?
    let tier: String
    let kind: String
    let device: String

    enum CodingKeys: String, CodingKey {
      case iss, sub, aud, exp, iat, nbf, jti, sid, cnf
      case clientID = "client_id"
      case tier = "mantlet_tier"
      case kind = "mantlet_kind"
      case device = "mantlet_device"
    }

    /// Never used: tokens are read by ``AccessToken``, which has the injected clock.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
  }
#endif
