#if Server
  import JWTKit
  import TrustWire

  /// What an access token says. Source: RFC 9068, section 2.2; `cnf` from RFC 9449, section 6.1.
  struct AccessClaims: JWTPayload, Hashable {
    struct Confirmation: Codable, Hashable, Sendable { let jkt: String }

    let iss: String
    let sub: String
    let aud: String
    let exp: Int64
    let iat: Int64
    let nbf: Int64
    let jti: String
    let clientID: String
    let cnf: Confirmation
    let tier: String
    let kind: String
    let session: String
    let device: String

    enum CodingKeys: String, CodingKey {
      case iss, sub, aud, exp, iat, nbf, jti, cnf
      case clientID = "client_id"
      case tier = "mantlet_tier"
      case kind = "mantlet_kind"
      case session = "mantlet_session"
      case device = "mantlet_device"
    }

    /// Times and names are judged by ``TokenVerifier``, which has the injected clock.
    func verify(using algorithm: some JWTAlgorithm) async throws {}
  }
#endif
