import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct FirstLaunchTests {
  private let store = InMemorySecretStore()
  private let container = InMemoryInstallationContainer()

  private func settle(legacy: [any LegacySource] = [], cut: Cut = Cut(after: nil), seed: UInt64 = 1) async throws
    -> FirstLaunchReport
  {
    try await launch(
      CuttingStore(store: store, cut: cut), CuttingContainer(container: container, cut: cut),
      legacy: legacy.map { CuttingSource(source: $0, cut: cut) }, seed: seed)
  }

  private func fill() async throws {
    try await store.fill(["session.token", "pin.hash", "pin.attempts", "device.key"])
  }

  private func legacy() -> InMemoryLegacySource {
    InMemoryLegacySource([LegacyItem(.keychainAccess(service: "app"), account: "token"): [1]])
  }

  @Test("A first install is marked, and the next start is the same installation")
  func first() async throws {
    #expect(try await settle().state == .firstInstall)
    try await fill()
    let next = try await settle(seed: 2)
    #expect(next == FirstLaunchReport(state: .sameInstallation))
    #expect(await store.names().count == 5)
  }

  @Test("After a reinstall everything is gone but the attempt counter")
  func reinstall() async throws {
    _ = try await settle()
    try await fill()
    await container.set(.empty)
    let old = legacy()
    let report = try await settle(legacy: [old], seed: 2)
    #expect(report.state == .reinstalled)
    #expect(report.removed.map(\.text) == ["device.key", "pin.hash", "session.token"])
    #expect(report.removedLegacyItems == 1)
    #expect(await store.names() == [InstallationMarker.secretName, PINAttempts.secretName])
    #expect(try await old.items().isEmpty)
    #expect(try await settle(seed: 3).state == .sameInstallation)
  }

  @Test("An older library's items alone are leftovers of an earlier installation")
  func legacyLeftovers() async throws {
    let old = legacy()
    #expect(try await settle(legacy: [old]).state == .reinstalled)
    #expect(try await old.items().isEmpty)
  }

  @Test("A locked device is never a reinstall: nothing is removed and nothing is marked")
  func locked() async throws {
    for isMarked in [false, true] {
      try await fill()
      if isMarked {
        var generator = CountingBytes()
        let marker = InstallationMarker(using: &generator)
        try await store.write(marker.secretForm(), as: InstallationMarker.secretName)
      }
      let names = await store.names()
      await store.restartDevice()
      #expect(try await settle() == FirstLaunchReport(state: .undetermined))
      await store.unlockDevice()
      #expect(await store.names() == names)
      #expect(await container.trace() == .empty)
    }
  }

  @Test("Damaged leftovers go like all others")
  func damagedLeftovers() async throws {
    try await fill()
    #expect(try await launch(UnreadableStore(store: store), container).removed.count == 3)
  }

  @Test("A locked older place is undetermined as well")
  func lockedLegacy() async throws {
    let old = legacy()
    await old.setLocked(true)
    #expect(try await settle(legacy: [old]).state == .undetermined)
    #expect(await container.trace() == .empty)
  }

  @Test("A locked container is undetermined")
  func lockedContainer() async throws {
    try await fill()
    await container.set(.locked)
    #expect(try await settle().state == .undetermined)
    #expect(await store.names().count == 4)
  }

  @Test("An update from a version without marks keeps everything and completes them")
  func update() async throws {
    try await fill()
    await container.set(.unmarked)
    let old = legacy()
    #expect(try await settle(legacy: [old]).state == .incompletelyMarked)
    #expect(await store.names().count == 5)
    #expect(try await old.items().count == 1)
    #expect(try await settle(legacy: [old]).state == .sameInstallation)
  }

  @Test("A store without its mark keeps its secrets and gets the container's mark")
  func lostMark() async throws {
    _ = try await settle()
    await store.delete(InstallationMarker.secretName)
    try await fill()
    #expect(try await settle().state == .incompletelyMarked)
    #expect(await store.names().count == 5)
    #expect(try await settle().state == .sameInstallation)
  }

  @Test(
    "A damaged mark beside a container in use is made anew, and nothing is removed, the attempt counter neither",
    arguments: [
      StorageError.corrupted(InstallationMarker.secretName), .wrongKey(InstallationMarker.secretName),
      .rolledBack(InstallationMarker.secretName), .removed(InstallationMarker.secretName), nil,
    ])
  func damagedMarkInUse(_ damage: StorageError?) async throws {
    for isMarked in [true, false] {
      let stage = FirstLaunchTests()
      _ = try await stage.settle()
      try await stage.fill()
      let trace = await stage.container.trace()
      if !isMarked { await stage.container.set(.unmarked) }
      try await stage.store.write(Secret(copying: [1]), as: InstallationMarker.secretName)
      let damaged = DamagedMarkStore(store: stage.store, damage: damage)
      let report = try await launch(damaged, stage.container, seed: 2)
      #expect(report == FirstLaunchReport(state: .incompletelyMarked))
      #expect(await stage.store.names().count == 5)
      #expect(await (stage.container.trace() == trace) == isMarked)
      #expect(try await stage.settle(seed: 3).state == .sameInstallation)
    }
  }

  @Test("A mark that cannot be read for another reason stays an error, whatever the container says")
  func unreachableMark() async throws {
    _ = try await settle()
    for error in [StorageError.busy, .newerVersion(InstallationMarker.secretName), .denied(13)] {
      let damaged = DamagedMarkStore(store: store, damage: error)
      await #expect(throws: error) { try await launch(damaged, container, seed: 2) }
    }
  }

  @Test("A damaged mark beside an empty container is an error, not a reason to remove anything")
  func damagedMark() async throws {
    try await fill()
    try await store.write(Secret(copying: [1]), as: InstallationMarker.secretName)
    await #expect(throws: StorageError.unreadableValue(InstallationMarker.secretName)) { try await settle() }
    #expect(await store.names().count == 5)
  }

  @Test("A start that ends anywhere in the middle is finished by the next, and no mark comes before the purge")
  func resumes() async throws {
    var cutCount = 0
    for steps in 0..<200 {
      let stage = FirstLaunchTests()
      try await stage.fill()
      let old = stage.legacy()
      let cut = Cut(after: steps)
      do { _ = try await stage.settle(legacy: [old], cut: cut, seed: 5) } catch StorageError.unavailable(-1) {}
      let leftovers = await stage.store.names().contains {
        !["installation.marker", "pin.attempts"].contains($0.text)
      }
      if leftovers { #expect(await stage.container.trace() == .empty, "cut after \(steps)") }
      _ = try await stage.settle(legacy: [old], seed: 6)
      #expect(
        await stage.store.names() == [InstallationMarker.secretName, PINAttempts.secretName], "cut after \(steps)")
      #expect(try await old.items().isEmpty)
      #expect(try await stage.settle(legacy: [old], seed: 7).state == .sameInstallation)
      guard cut.hasHappened else { break }
      cutCount += 1
    }
    #expect((10..<200).contains(cutCount))
  }
}

/// A store whose items are damaged, but for the marker.
private struct UnreadableStore: WrappedStore {
  let store: InMemorySecretStore
  func read(_ name: SecretName) async throws(StorageError) -> Secret? {
    guard name == InstallationMarker.secretName else { throw .corrupted(name) }
    return try await store.read(name)
  }
}

/// A store whose marker cannot be read, for this reason.
private struct DamagedMarkStore: WrappedStore {
  let store: InMemorySecretStore
  let damage: StorageError?
  func read(_ name: SecretName) async throws(StorageError) -> Secret? {
    if name == InstallationMarker.secretName, let damage { throw damage }
    return try await store.read(name)
  }
}
