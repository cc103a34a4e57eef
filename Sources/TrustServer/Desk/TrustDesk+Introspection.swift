#if Server
  import Crypto
  import Foundation
  import Redaction
  import TrustWire
  import UntrustedInput

  /// What a resource server elsewhere asks: is this access token good now? Source: RFC 7662.
  extension TrustDesk {
    /// The name under which a resource server presents the introspection secret (HTTP Basic).
    public static let introspectionClient = "resource-server"

    /// The session is looked up each time: this is where an ended one is seen at once, on every node.
    ///
    /// A refresh token is inactive here. A resource server that asked about one and heard "active" would take it for an
    /// access token.
    func introspect(_ request: TrustRequest) async throws(Refusal) -> JSONNode {
      try requireResourceServer(request)
      guard let text = try form(request)["token"], !text.isEmpty else { throw .malformed("the token is missing") }
      guard let token = try? verifier.verify(text, kind: nil, now: configuration.seconds),
        token.boundKey != nil || !sessions.isBindingRequired
      else { return Self.inactive }
      do {
        _ = try await sessions.requireLive(token)
      } catch {
        // An answer that could not be looked up is no answer.
        guard error.status < 500 else { throw error }
        return Self.inactive
      }
      var members = [
        JSONMember("active", true), JSONMember("token_type", .string(token.boundKey == nil ? "Bearer" : "DPoP")),
        JSONMember("iss", .string(token.issuer)), JSONMember("aud", .string(token.issuer)),
        JSONMember("sub", .string(token.subject)), JSONMember("client_id", .string(AccessClaims.client)),
        JSONMember("iat", .integer(token.issuedAt)), JSONMember("exp", .integer(token.expiresAt)),
        JSONMember("jti", .string(token.identifier)), JSONMember("sid", .string(token.session)),
        JSONMember("mantlet_kind", .string(token.kind.rawValue)),
        JSONMember("mantlet_device", .string(token.device)), JSONMember("mantlet_tier", .string(token.tier.rawValue)),
      ]
      if let key = token.boundKey { members.append(JSONMember("cnf", ["jkt": .string(key)])) }
      return JSONNode(.object(members))
    }

    private static let inactive: JSONNode = ["active": false]

    // O.Auth_2#61
    /// The right secret always passes: many servers may ask from one address, and whoever guesses there must not lock
    /// them out. It has 32 bytes or more, so the limit is against the work of guesses and not against a hit.
    private func requireResourceServer(_ request: TrustRequest) throws(Refusal) {
      let parts = request.header("authorization")?.split(separator: " ", maxSplits: 1) ?? []
      guard configuration.introspectionSecret.count > 0, parts.count == 2, parts[0].lowercased() == "basic",
        let bytes = Data(base64Encoded: String(parts[1])), let colon = bytes.firstIndex(of: 58),
        String(validating: bytes[..<colon], as: UTF8.self) == Self.introspectionClient,
        configuration.introspectionSecret.isEqual(to: Array(bytes[bytes.index(after: colon)...]))
      else {
        let wait = wrongSecrets.take(PeerAddress.counted(request.peer), now: configuration.seconds)
        throw wait.map { .rateLimited(retryAfter: $0) } ?? .clientUnknown
      }
    }
  }
#endif
