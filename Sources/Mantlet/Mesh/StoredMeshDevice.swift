import PeerMesh
import Redaction
import SecretStorage
import SecurityPolicy

/// The keys of this device in a mesh: made once, the same at every start. Source: TR-03161-1 O.Data_3.
struct StoredMeshDevice {
  static let name = SecretName(constant: "mesh.device")
  private let secrets: any SecretStore

  init(_ secrets: any SecretStore) { self.secrets = secrets }

  func device(as member: MeshMember) async throws(MeshError) -> MeshDevice {
    if let known = try await kept() { return try member.device(from: known) }
    var dice = SystemRandomNumberGenerator()
    let fresh = Secret(randomBytes: MeshMember.secretByteCount, using: &dice)
    // Before anything is kept: a name may be refused.
    _ = try member.device(from: fresh)
    let first: Secret
    do throws(StorageError) {
      let access = AccessRequirement(.afterFirstUnlockThisDeviceOnly)
      first = try await secrets.addOrRead(fresh, as: Self.name, access: access)
    } catch { throw StoredMeshKeys.failure(error) }
    return try member.device(from: first)
  }

  private func kept() async throws(MeshError) -> Secret? {
    do throws(StorageError) { return try await secrets.read(Self.name) } catch { throw StoredMeshKeys.failure(error) }
  }

  /// Removes them and reads back.
  func wipe() async -> Verdict {
    do throws(StorageError) {
      try await secrets.delete(Self.name)
      return try await secrets.read(Self.name) == nil ? .holds : .fails("the device's mesh keys are still there")
    } catch {
      return .undetermined("the store of the device's mesh keys did not answer")
    }
  }
}
