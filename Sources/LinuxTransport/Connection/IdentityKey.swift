#if LinuxClient
  import NIOCore
  import NIOSSL
  import NetworkTrust

  /// A client's key as the TLS library takes it.
  extension NIOSSLPrivateKey {
    /// - Throws: ``IdentityError``, or NIOSSL's own error for bytes that it cannot read.
    static func key(of identity: ClientIdentity) throws -> NIOSSLPrivateKey {
      switch identity.key {
      case .exportable(let key):
        return try key.withExposedPKCS8 { bytes throws in
          try NIOSSLPrivateKey(bytes: [UInt8](bytes), format: .der)
        }
      case .signing(let signer): return NIOSSLPrivateKey(customPrivateKey: try SignerKey(signer))
      }
    }
  }

  /// A key that only signs: the library asks it during the handshake.
  struct SignerKey: NIOSSLCustomPrivateKey, Hashable {
    let signatureAlgorithms: [SignatureAlgorithm]
    private let signer: any ClientSigner

    private static let algorithms: [(scheme: SignatureAlgorithm, ours: ClientSignatureAlgorithm)] = [
      (.ecdsaSecp256R1Sha256, .ecdsaSHA256), (.ecdsaSecp384R1Sha384, .ecdsaSHA384),
      (.ecdsaSecp521R1Sha512, .ecdsaSHA512), (.ed25519, .ed25519), (.rsaPssRsaeSha256, .rsaPSSSHA256),
      (.rsaPssRsaeSha384, .rsaPSSSHA384), (.rsaPssRsaeSha512, .rsaPSSSHA512), (.rsaPkcs1Sha256, .rsaPKCS1SHA256),
      (.rsaPkcs1Sha384, .rsaPKCS1SHA384), (.rsaPkcs1Sha512, .rsaPKCS1SHA512),
    ]

    init(_ signer: any ClientSigner) throws(IdentityError) {
      let kind = try ClientKeyKind(publicKey: signer.publicKey)
      self.signer = signer
      signatureAlgorithms = Self.algorithms.filter { $0.ours.suits(kind) }.map(\.scheme)
    }

    func sign(channel: any Channel, algorithm: SignatureAlgorithm, data: ByteBuffer) -> EventLoopFuture<ByteBuffer> {
      let signer = signer
      return channel.eventLoop.makeFutureWithTask {
        guard let ours = Self.algorithms.first(where: { $0.scheme == algorithm })?.ours else {
          throw IdentityError.unsupported(.key)
        }
        return ByteBuffer(bytes: try await signer.signature(over: [UInt8](data.readableBytesView), using: ours))
      }
    }

    /// Only for key exchange by RSA encryption, which no profile offers.
    func decrypt(channel: any Channel, data: ByteBuffer) -> EventLoopFuture<ByteBuffer> {
      channel.eventLoop.makeFailedFuture(IdentityError.unsupported(.key))
    }

    static func == (left: SignerKey, right: SignerKey) -> Bool { left.signer.publicKey == right.signer.publicKey }
    func hash(into hasher: inout Hasher) { hasher.combine(signer.publicKey) }
  }
#endif
