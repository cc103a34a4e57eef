#if Server
  import Crypto
  import CryptoExtras
  import UntrustedInput

  /// The key that signs now, as the one shape of token that this server gives out needs it: RS256, `at+jwt`.
  ///
  /// One object for the life of a key: what its first signature computes for it, the next ones find. Several threads sign
  /// at once; nothing waits for a turn.
  /// Source: RFC 9068, section 2.1; RFC 7515, section 3.1.
  struct TokenSigner: Sendable {
    /// RFC 7638 thumbprint.
    let id: String
    private let header: String
    #if OpenSSL
      private let key: OpenSSLSigner
    #else
      private let key: _RSA.Signing.PrivateKey
    #endif

    /// - Throws: what the library throws for a key that it cannot use.
    init(id: String, key: _RSA.Signing.PrivateKey) throws {
      self.id = id
      #if OpenSSL
        self.key = try OpenSSLSigner(der: key.derRepresentation)
      #else
        self.key = key
      #endif
      // The same bytes for every token of a key: its readers know them again.
      let members: JSONNode = ["alg": "RS256", "kid": .string(id), "typ": "at+jwt"]
      header = Base64URL.encode(JSONWriter().bytes(members)) + "."
    }

    /// - Throws: what the library throws; nothing that a caller could act on.
    func token(_ claims: AccessClaims) throws -> String {
      let text = header + Base64URL.encode(claims.bytes)
      return text + "." + Base64URL.encode(try signature(for: Array(text.utf8)))
    }

    // O.Cryp_3#500
    private func signature(for message: [UInt8]) throws -> [UInt8] {
      #if OpenSSL
        return try key.signature(for: message)
      #else
        return Array(
          try key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation)
      #endif
    }
  }
#endif
