#if Server
  import Crypto
  import CryptoExtras
  import Foundation
  import Testing
  import TrustServer
  import TrustWire
  import UntrustedInput

  @Suite struct TokenSignatureTests {
    /// PKCS #1 v1.5 leaves no choice: whichever library signs, with or without the trait `OpenSSL`, the bytes are the same.
    @Test("A token's signature is RS256 by the configured key, byte for byte")
    func same() async throws {
      let stage = try await Stage(store: InMemoryTrustStore())
      var tokens = [try await stage.app()]
      // The second one is signed ahead of the store's answer.
      for _ in 0..<2 { tokens.append(try await stage.renewed(tokens[tokens.count - 1].refreshToken)) }
      let key = try _RSA.Signing.PrivateKey(pemRepresentation: try #require(signingPEM))
      for token in tokens {
        let parts = token.accessToken.split(separator: ".")
        try #require(parts.count == 3)
        let text = parts[0] + "." + parts[1]
        let signature = try key.signature(for: SHA256.hash(data: Array(text.utf8)), padding: .insecurePKCS1v1_5)
        #expect(String(parts[2]) == Base64URL.encode(signature.rawRepresentation))
      }
    }
  }
#endif
