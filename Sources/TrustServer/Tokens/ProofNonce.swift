#if Server
  import Crypto
  import Foundation
  import Redaction
  import UntrustedInput

  /// Nonces for proofs without a row: a time window and its HMAC, so every node accepts every node's.
  ///
  /// A nonce is good in its own window and the next one. It says when a proof was made, not for whom.
  /// Source: RFC 9449, section 8.
  struct ProofNonce: Sendable {
    static let window: Int64 = 150
    private let key: SymmetricKey

    init(successorKey: borrowing Secret) {
      key = successorKey.withExposedBytes { bytes in
        HKDF<SHA256>.deriveKey(
          inputKeyMaterial: SymmetricKey(data: bytes), info: Data("mantlet dpop nonce".utf8), outputByteCount: 32)
      }
    }

    func current(_ now: Int64) -> String { nonce(Self.number(now)) }

    // O.Auth_13#60
    func accepts(_ nonce: String?, now: Int64) -> Bool {
      guard let nonce, nonce.utf8.count <= 64 else { return false }
      // One window ahead is another node's clock.
      return (-1...1).contains { difference in
        Secret(copying: Array(nonce.utf8)).isEqual(to: Array(self.nonce(Self.number(now) + difference).utf8))
      }
    }

    private static func number(_ now: Int64) -> Int64 { now / window }

    private func nonce(_ number: Int64) -> String {
      let text = Data("\(number)".utf8)
      return Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: text, using: key)).prefix(16))
    }
  }
#endif
