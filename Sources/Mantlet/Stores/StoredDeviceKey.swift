import AppSession
import Crypto
import Foundation
import Redaction
import SecretStorage
import TrustWire

/// A P-256 device key in the secret store, for platforms without a hardware keystore.
///
/// Protected as well as the store is, and no better: whoever copies the store has the key. A key in hardware is
/// another `DeviceKey`.
public struct StoredDeviceKey: DeviceKey {
  public static let name = "device-key"
  public let publicKey: DevicePublicKey
  private let key: P256.Signing.PrivateKey

  /// Loads the key, or makes it on first use; tasks and processes that do so at once have the same key. A key that is
  /// there but unreadable is never replaced.
  ///
  /// - Parameter access: when the key may be used; the policy's storage section says.
  /// - Throws: ``StorageError``; `unenforceable` when the store cannot keep the policy's promise.
  public init(in store: any SecretStore, access: AccessRequirement = AccessRequirement()) async throws(StorageError) {
    guard let name = SecretName(Self.name) else { throw .unavailable(0) }
    if let stored = try await store.read(name) {
      key = try Self.key(stored, name)
    } else {
      let fresh = P256.Signing.PrivateKey()
      // Whoever else makes one now has registered it, or will: there is one key.
      let first = try await store.addOrRead(Secret(copying: fresh.rawRepresentation), as: name, access: access)
      key = try Self.key(first, name)
    }
    publicKey = DevicePublicKey(key.publicKey)
  }

  private static func key(
    _ stored: borrowing Secret, _ name: SecretName
  ) throws(StorageError) -> P256.Signing.PrivateKey {
    let read = stored.withExposedBytes { try? P256.Signing.PrivateKey(rawRepresentation: Data($0)) }
    guard let read else { throw .corrupted(name) }
    return read
  }

  public func signature(over bytes: [UInt8]) async throws(SessionError) -> [UInt8] {
    guard let signature = try? key.signature(for: bytes) else { throw .keyUnavailable }
    return Array(signature.rawRepresentation)
  }
}
