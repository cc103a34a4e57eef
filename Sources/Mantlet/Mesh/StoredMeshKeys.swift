public import PeerMesh
public import Redaction
public import SecretStorage
import SecurityPolicy

/// Keeps what a node needs of its mission in a secret store: on this device only, readable after the first unlock, so that
/// the mesh works in the background. An app with a ``Shield`` has ``Shield/mesh(as:)``, which also lets a logout end the
/// node.
///
/// Not protected: what the store itself does not protect; on Linux the keys are files. Source: TR-03161-1 O.Data_3;
/// MASVS-STORAGE-1.
public struct StoredMeshKeys: MeshKeyStore {
  public static let defaultName = SecretName(constant: "mesh.mission")

  private let secrets: any SecretStore
  private let name: SecretName

  /// - Parameter name: of its own for each mission.
  public init(_ secrets: any SecretStore, name: SecretName = Self.defaultName) {
    (self.secrets, self.name) = (secrets, name)
  }

  public func load() async throws(MeshError) -> Secret? {
    do throws(StorageError) { return try await secrets.read(name) } catch { throw Self.failure(error) }
  }

  public func save(_ mission: borrowing Secret) async throws(MeshError) {
    do throws(StorageError) {  // O.Data_3#960
      try await secrets.write(mission, as: name, access: AccessRequirement(.afterFirstUnlockThisDeviceOnly))
    } catch { throw Self.failure(error) }
  }

  public func remove() async throws(MeshError) {
    do throws(StorageError) { try await secrets.delete(name) } catch { throw Self.failure(error) }
  }

  /// The system's number where there is one.
  static func failure(_ error: StorageError) -> MeshError {
    switch error {
    case .notReadable(let code), .denied(let code), .unavailable(let code): .store(code)
    default: .store(-1)
    }
  }
}
