import DataLifecycle
import SecretStorage

/// The wipe target for a mission: first the running node, then the mission's keys and this device's own in it.
struct MeshWipe: WipeTarget {
  let name = WipeTargetName(constant: "mesh")
  let open: OpenMesh
  private let kept: SecretWipe

  init(store: any SecretStore, open: OpenMesh) {
    self.open = open
    kept = SecretWipe(name: name, kind: .secrets, store: store, role: .mission)
  }

  var kind: UserDataKind { kept.kind }

  func destroyKeys(_ scope: WipeScope) async throws(LifecycleError) { await open.end() }

  func erase(_ scope: WipeScope) async throws(LifecycleError) {  // O.Data_17#1300
    await open.end()
    try await kept.erase(scope)
  }

  func remains(_ scope: WipeScope) async throws(LifecycleError) -> [WipeRemnant] {
    try await kept.remains(scope) + (open.node == nil ? [] : [WipeRemnant(count: 1)])
  }
}
