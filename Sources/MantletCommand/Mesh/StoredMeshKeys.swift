import PeerMesh
import Redaction
import SecretStorage

/// What a node keeps of its mission, in a secret store: after the first unlock, on this device only.
struct StoredMeshKeys: MeshKeyStore {
  static let name = SecretName(constant: "mesh.mission")
  let secrets: any SecretStore

  func load() async throws(MeshError) -> Secret? {
    do throws(StorageError) { return try await secrets.read(Self.name) } catch { throw Self.failure(error) }
  }

  func save(_ mission: borrowing Secret) async throws(MeshError) {
    do throws(StorageError) {
      try await secrets.write(mission, as: Self.name, access: AccessRequirement())  // O.Data_3#960
    } catch { throw Self.failure(error) }
  }

  func remove() async throws(MeshError) {
    do throws(StorageError) { try await secrets.delete(Self.name) } catch { throw Self.failure(error) }
  }

  /// The system's number where there is one.
  private static func failure(_ error: StorageError) -> MeshError {
    switch error {
    case .notReadable(let code), .denied(let code), .unavailable(let code): .store(code)
    default: .store(-1)
    }
  }
}
