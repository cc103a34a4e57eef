/// The seam to whatever holds a device's signing key: software here, a Secure Enclave on Apple systems.
public protocol MeshSigner: Sendable {
  /// The public half.
  var publicKey: MeshDeviceKey { get }

  /// 64 bytes: an Ed25519 signature, or r and s of an ECDSA signature over SHA-256.
  ///
  /// - Throws: ``MeshError/signing(_:)``.
  func signature(over message: [UInt8]) throws(MeshError) -> [UInt8]
}
