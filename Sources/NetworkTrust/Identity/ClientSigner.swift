/// A private key that signs and is never seen: in the Secure Enclave, the keychain, a TPM.
public protocol ClientSigner: Sendable {
  /// The SubjectPublicKeyInfo, DER.
  var publicKey: [UInt8] { get }

  /// Signs the message, which the key hashes itself; ECDSA answers in DER.
  ///
  /// - Throws: ``IdentityError/unsupported(_:)`` for an algorithm that is not the key's,
  ///   ``IdentityError/keyGone``, ``IdentityError/locked``, ``IdentityError/signingFailed(_:)``.
  func signature(
    over message: [UInt8], using algorithm: ClientSignatureAlgorithm
  ) async throws(IdentityError) -> [UInt8]
}
