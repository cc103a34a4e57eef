/// The private half of a client's identity.
@nonexhaustive
public enum ClientKey: Sendable {
  /// Bytes that a TLS library takes. As well protected as the place they rest in, and no better.
  case exportable(PrivateKeyDER)
  /// A key that only signs.
  case signing(any ClientSigner)

  /// The SubjectPublicKeyInfo, DER.
  public var publicKey: [UInt8] {
    switch self {
    case .exportable(let key): key.publicKey
    case .signing(let signer): signer.publicKey
    }
  }

  /// What the public half says the key is.
  /// - Throws: ``IdentityError/malformedKey``, ``IdentityError/unsupported(_:)``, ``IdentityError/weakKey(bits:)``.
  public func kind() throws(IdentityError) -> ClientKeyKind { try ClientKeyKind(publicKey: publicKey) }

  /// Signs the message, which is hashed here or by the key; ECDSA answers in DER.
  ///
  /// - Throws: ``IdentityError/unsupported(_:)`` for an algorithm that does not suit the key, and what
  ///   ``ClientSigner/signature(over:using:)`` throws.
  public func signature(
    over message: [UInt8], using algorithm: ClientSignatureAlgorithm
  ) async throws(IdentityError) -> [UInt8] {
    switch self {
    case .exportable(let key): try key.signature(over: message, using: algorithm)
    case .signing(let signer): try await signer.signature(over: message, using: algorithm)
    }
  }
}
