#if Server
  import Crypto
  import Foundation
  import Redaction
  import UntrustedInput

  /// The text of a refresh token: 32 secret bytes, and a seal that says to which session and place it belongs.
  ///
  /// The seal lets a token be recognised as one of ours long after its row was dropped. By itself it opens nothing: where
  /// the store has lost the newest tokens, it does so for a session's proven key alone. A successor is computed from the
  /// token before it, so a retry leads to the same one on every server that holds the successor key, and no plaintext
  /// has to be kept.
  ///
  /// Whoever holds the successor key makes seals for any session whose id they know, and so can end bearer sessions; with
  /// one token of a session they can compute those after it. Whoever holds the store alone can compute none.
  struct RefreshToken {
    let text: String
    let session: String
    let generation: Int64

    private static let sealBytes = 16
    /// Secret, seal and generation; the session's id follows.
    private static let fixedBytes = 32 + sealBytes + 8

    /// The first of a family. `secret`: 32 random bytes.
    static func first(session: String, secret: [UInt8], key: borrowing Secret) -> RefreshToken {
      RefreshToken(session: session, generation: 0, secret: secret, key: key)
    }

    // O.Auth_15#40
    /// The one that follows `used`: always the same for the same token, salt and key.
    static func successor(
      of used: String, salt: [UInt8], session: String, generation: Int64, key: borrowing Secret
    ) -> RefreshToken {
      let secret = key.withExposedBytes { bytes in
        var code = HMAC<SHA256>(key: SymmetricKey(data: bytes))
        code.update(data: Array(used.utf8))
        code.update(data: salt)
        return Array(code.finalize())
      }
      return RefreshToken(session: session, generation: generation, secret: secret, key: key)
    }

    /// Nil for a text that this server, or another one with this key, never gave out.
    init?(reading text: String, key: borrowing Secret) {
      guard text.utf8.count <= 512, let bytes = try? Base64URL.decode(text), bytes.count > Self.fixedBytes else {
        return nil
      }
      let generation = bytes[(Self.fixedBytes - 8)..<Self.fixedBytes].reduce(into: UInt64(0)) {
        $0 = $0 << 8 | UInt64($1)
      }
      // No session comes that far: such a number was made up.
      guard let place = Int64(exactly: generation) else { return nil }
      let session = String(decoding: bytes[Self.fixedBytes...], as: UTF8.self)
      let seal = Self.seal(secret: bytes[..<32], generation: generation, session: session, key: key)
      guard Secret(copying: seal).isEqual(to: bytes[32..<(32 + Self.sealBytes)]) else { return nil }
      self.text = text
      self.session = session
      self.generation = place
    }

    private init(session: String, generation: Int64, secret: [UInt8], key: borrowing Secret) {
      let place = UInt64(bitPattern: generation)
      let seal = Self.seal(secret: secret[...], generation: place, session: session, key: key)
      text = Base64URL.encode(secret + seal + Self.bytes(place) + Array(session.utf8))
      self.session = session
      self.generation = generation
    }

    private static func seal(
      secret: ArraySlice<UInt8>, generation: UInt64, session: String, key: borrowing Secret
    ) -> [UInt8] {
      // A key of its own: nothing that is sealed can be the input of a successor.
      let sealing = key.withExposedBytes { bytes in
        HMAC<SHA256>.authenticationCode(
          for: Array("mantlet refresh token seal".utf8), using: SymmetricKey(data: bytes))
      }
      var code = HMAC<SHA256>(key: SymmetricKey(data: sealing))
      code.update(data: Array(secret))
      code.update(data: bytes(generation))
      code.update(data: Array(session.utf8))
      return Array(code.finalize().prefix(sealBytes))
    }

    private static func bytes(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
  }
#endif
