import Crypto
public import Redaction

/// An Ed25519 key in memory. Whoever reads this process's memory has the device's identity; prefer a hardware key.
public struct SoftwareSigner: MeshSigner {
  private final class Held: Sendable {
    let secret: Secret
    init(_ secret: consuming Secret) { self.secret = secret }
  }

  private let held: Held
  public let publicKey: MeshDeviceKey

  /// - Throws: ``MeshError/publicKey`` unless the secret has 32 bytes.
  public init(_ secret: consuming Secret) throws(MeshError) {
    guard let key = secret.withExposedBytes({ try? Curve25519.Signing.PrivateKey(rawRepresentation: $0) }) else {
      throw .publicKey
    }
    publicKey = try MeshDeviceKey(.ed25519, bytes: Array(key.publicKey.rawRepresentation))
    held = Held(secret)
  }

  public func signature(over message: [UInt8]) throws(MeshError) -> [UInt8] {
    let key = held.secret.withExposedBytes { try? Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
    guard let signature = try? key?.signature(for: message) else { throw .signing(0) }
    return Array(signature)
  }
}
