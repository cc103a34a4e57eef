#if Server
  import CryptoExtras
  import TrustWire

  /// Token keys, for the operator.
  extension TrustDesk {
    /// The id of the key that signs now (RFC 7638 thumbprint); empty while none may.
    public var tokenKeyID: String { ring.signer?.id ?? "" }

    // O.Cryp_3#501
    /// Whether the login key is one of the ring's, retired ones too: what is signed with it and what is sealed to it must
    /// not meet. Source: NIST SP 800-57 part 1, section 5.2: one key, one use.
    static func isTokenKey(_ loginKey: _RSA.Encryption.PrivateKey, in ring: SigningKeyRing) -> Bool {
      // What cannot be read again is no key that signs.
      guard let key = try? _RSA.Signing.PublicKey(derRepresentation: loginKey.publicKey.derRepresentation) else {
        return false
      }
      let id = TokenKeySet.thumbprint(key)
      return ring.statuses.contains { $0.id == id }
    }

    /// Every key that is published, the active one first.
    /// - Throws: ``TrustServerError`` `store`, `keyEncryptionKeyWrong`.
    public func signingKeys() async throws(TrustServerError) -> [SigningKeyStatus] {
      try await ring.refresh(now: configuration.seconds)
      return ring.statuses
    }

    /// Publishes the next key and returns it, or the one that waits already. It signs after
    /// ``SigningKeySchedule/lead`` seconds in every process that uses the store; with `tokenKeys` in the policy only
    /// once they list it, in the processes that began with such a policy; the others go on with the old key. That is
    /// removed when its last token has ended, by a process whose policy does not list it.
    ///
    /// - Throws: ``TrustServerError`` `keyEncryptionKeyMissing`, `randomnessUnusable`, `store`, `signingKeyUnusable`.
    public func rotateSigningKey() async throws(TrustServerError) -> SigningKeyStatus {
      try await ring.rotate(now: configuration.seconds)
    }

    /// Removes a key that leaked: its tokens are refused at once here, within ``SigningKeySchedule/reload`` seconds
    /// elsewhere. A new key signs from now on if no other may, without having been published before; with `tokenKeys` in
    /// the policy it waits there, and a retired key that they list signs meanwhile. Take a leaked key out of the policy,
    /// too: devices believe it as long as theirs lists it.
    ///
    /// - Throws: ``TrustServerError`` `keyEncryptionKeyMissing`, `signingKeyUnknown`, `store`.
    public func removeSigningKey(id: String) async throws(TrustServerError) {
      try await ring.remove(id: id, now: configuration.seconds)
    }
  }
#endif
