import Redaction
public import SecretStorage
import SecurityPolicy

/// Keeps one TAK server, its client key included, in a secret store: on this device only, readable after the first unlock,
/// so that a connection can be made again in the background.
///
/// Source: TR-03161-1 O.Data_2; MASVS-STORAGE-1.
public struct TakServerStore: Sendable {
  public static let defaultName = SecretName(constant: "tak.server")

  private let store: any SecretStore
  private let name: SecretName

  /// - Parameter name: of its own for each server.
  public init(_ store: any SecretStore, name: SecretName = Self.defaultName) {
    self.store = store
    self.name = name
  }

  /// Replaces what was kept, and reads it back: whoever deletes a package's file afterwards loses nothing.
  ///
  /// - Throws: ``GatewayError/storeFailed``, ``GatewayError/storeDamaged``, ``GatewayError/identity(_:)``,
  ///   ``GatewayError/tooMany(limit:)``.
  public func save(_ server: TakServer) async throws(GatewayError) {
    guard server.authorities.count <= TakServer.maximumAuthorities else {
      throw .tooMany(limit: TakServer.maximumAuthorities)
    }
    let form = try server.secretForm()
    do throws(StorageError) {  // O.Data_2#931
      try await store.write(form, as: name, access: AccessRequirement(.afterFirstUnlockThisDeviceOnly))
    } catch { throw .storeFailed }
    guard let kept = try await read() else { throw .storeDamaged }
    guard try kept.secretForm().isEqual(to: form) else { throw .storeDamaged }
  }

  /// - Throws: ``GatewayError/storeFailed`` also while the device is locked; ``GatewayError/storeDamaged``,
  ///   ``GatewayError/newerVersion``.
  public func read() async throws(GatewayError) -> TakServer? {
    do {
      guard let form = try await store.read(name) else { return nil }
      return try TakServer(reading: form)
    } catch let error as GatewayError {
      throw error
    } catch {
      throw .storeFailed
    }
  }

  /// - Throws: ``GatewayError/storeFailed``
  public func remove() async throws(GatewayError) {
    do throws(StorageError) { try await store.delete(name) } catch { throw .storeFailed }
  }
}
