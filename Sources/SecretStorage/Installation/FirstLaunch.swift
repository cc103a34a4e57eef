import SecurityPolicy

/// The first step of every start: finds out whether the store belongs to this installation, and removes what an earlier
/// one left, so that no session revives on a resold or reinstalled device.
///
/// The PIN attempt counter stays: deleting the app must not buy new tries. The marker is written after everything is
/// gone, in the store first and in the container last, so a start that ends in the middle is decided the same way
/// again and goes on. Run it before anything reads or writes the store, and before a `SecretMigration`.
///
/// Give it a store that never asks the owner: nothing here needs a prompt.
///
/// What lies in the store's place under no ``SecretName`` goes as well, unread. An item of an older library that is one
/// of the store's own is left to the rules of the store: the attempt counter stays also where both share a place.
///
/// Does not reach items of other access groups, of other apps, or on other devices.
/// Source: BSI TR-03161-1 O.Data_2, O.Auth_7; MASVS-STORAGE-1; Apple Keychain items outlive the app.
public struct FirstLaunch: Sendable {
  private let store: any SecretStore
  private let container: any InstallationContainer
  private let legacy: [any LegacySource]
  private let kept: Set<SecretName>
  private static let access = AccessRequirement(.afterFirstUnlockThisDeviceOnly)

  /// - Parameters:
  ///   - legacy: the places of older libraries; what they hold at a reinstall is removed as well.
  ///   - keeping: what survives a reinstall.
  public init(
    store: any SecretStore, container: any InstallationContainer, legacy: [any LegacySource] = [],
    keeping: Set<SecretName> = [PINAttempts.secretName]
  ) {
    self.store = store
    self.container = container
    self.legacy = legacy
    kept = keeping
  }

  /// Decides, removes leftovers, and completes the marks. Nothing changes when the state is
  /// ``InstallationState/undetermined`` or ``InstallationState/sameInstallation``.
  ///
  /// A mark of the store that was altered or taken away counts as missing beside a container that is in use: it is made
  /// anew and nothing is removed. Beside an empty container it is an error.
  ///
  /// - Parameter generator: draws a new marker; the system's generator outside of tests.
  /// - Throws: ``StorageError``; call again, it goes on where it ended.
  public func settle(using generator: inout some RandomNumberGenerator) async throws(StorageError)
    -> FirstLaunchReport
  {
    let container = try await container.trace()
    let state = InstallationState(container: container, store: try await storeTrace(beside: container))
    switch state {
    case .undetermined, .sameInstallation:
      return FirstLaunchReport(state: state)
    case .incompletelyMarked:
      if case .marked(let marker) = container {
        try await mark(marker)
      } else {
        try await mark(InstallationMarker(using: &generator))
      }
      return FirstLaunchReport(state: state)
    case .firstInstall:
      try await markFirst(InstallationMarker(using: &generator))
      return FirstLaunchReport(state: state)
    case .reinstalled:
      if try await isAnyLeftoverLocked() { return FirstLaunchReport(state: .undetermined) }
      let legacyCount = try await eraseLegacyItems()
      let strayCount = try await removeStrays()
      let removed = try await removeLeftovers()
      try await mark(InstallationMarker(using: &generator))
      return FirstLaunchReport(
        state: state, removed: removed, removedLegacyItems: legacyCount, removedStrays: strayCount)
    }
  }

  private func storeTrace(beside container: ContainerTrace) async throws(StorageError) -> StoreTrace {
    do throws(StorageError) {
      let names = try await store.names()
      let marker = try await storedMarker(beside: container)
      var leftovers = names.contains(where: isLeftover)
      if !leftovers { leftovers = try await store.strayCount() > 0 }
      for source in legacy where !leftovers { leftovers = try await !olderItems(in: source).isEmpty }
      return .readable(marker: marker, leftovers: leftovers)
    } catch .locked {
      return .locked
    }
  }

  private func storedMarker(beside container: ContainerTrace) async throws(StorageError) -> InstallationMarker? {
    do throws(StorageError) {
      guard let secret = try await store.read(InstallationMarker.secretName) else { return nil }
      return try InstallationMarker(reading: secret, named: InstallationMarker.secretName)
    } catch {
      guard container != .empty else { throw error }
      switch error {
      case .corrupted, .wrongKey, .rolledBack, .removed, .unreadableValue: return nil
      default: throw error
      }
    }
  }

  private func isLeftover(_ name: SecretName) -> Bool {
    !kept.contains(name) && name != InstallationMarker.secretName
  }

  /// A store may list what it cannot read yet, and say nothing about a marker that it cannot read yet: a locked
  /// leftover means that the device is locked. Other errors do not matter: what is damaged goes as well.
  private func isAnyLeftoverLocked() async throws(StorageError) -> Bool {
    for name in try await store.names() where isLeftover(name) {
      do throws(StorageError) { _ = try await store.read(name) } catch .locked { return true } catch {}
    }
    return false
  }

  private func eraseLegacyItems() async throws(StorageError) -> Int {
    var count = 0
    for source in legacy {
      for item in try await olderItems(in: source) {
        try await source.erase(item)
        count += 1
      }
      guard try await olderItems(in: source).isEmpty else { throw .unavailable(0) }
    }
    return count
  }

  private func olderItems(in source: any LegacySource) async throws(StorageError) -> [LegacyItem] {
    try await source.items().filter { !store.isOwn($0) }
  }

  private func removeStrays() async throws(StorageError) -> Int {
    let count = try await store.strayCount()
    guard count > 0 else { return 0 }
    try await store.deleteStrays()
    guard try await store.strayCount() == 0 else { throw .unavailable(0) }
    return count
  }

  /// Reads back that nothing is left: a marker must not say so before it is true.
  private func removeLeftovers() async throws(StorageError) -> [SecretName] {
    let leftovers = try await store.names().filter(isLeftover)
    for name in leftovers { try await store.delete(name) }
    guard try await !store.names().contains(where: isLeftover) else { throw .unavailable(0) }
    return leftovers
  }

  /// Two first starts at once mark both places with one marker: with two, the next start would take this installation
  /// for another one's leftovers.
  private func markFirst(_ marker: InstallationMarker) async throws(StorageError) {
    let name = InstallationMarker.secretName
    let first = try await store.addOrRead(marker.secretForm(), as: name, access: Self.access)
    try await container.save(InstallationMarker(reading: first, named: name))
  }

  private func mark(_ marker: InstallationMarker) async throws(StorageError) {
    try await store.write(marker.secretForm(), as: InstallationMarker.secretName, access: Self.access)
    try await container.save(marker)
  }
}
