import SecretStorage

/// The container of an app whose older version never marked it: in use, although nothing of ours is there.
struct UpgradedContainer: InstallationContainer {
  let container: any InstallationContainer

  func trace() async throws(StorageError) -> ContainerTrace {
    let trace = try await container.trace()
    return trace == .empty ? .unmarked : trace
  }

  func save(_ marker: InstallationMarker) async throws(StorageError) { try await container.save(marker) }
}
