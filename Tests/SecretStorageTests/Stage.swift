import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

/// Hands out chosen bytes, so that salts and markers are known.
struct CountingBytes: RandomNumberGenerator, Sendable {
  var value: UInt64 = 0xA0
  mutating func next() -> UInt64 {
    defer { value += 1 }
    return value
  }
}

struct Missing: Error {}

/// A PIN from its digits; `#require` cannot hold a noncopyable value.
func makePIN(_ text: String) throws -> PIN {
  guard let pin = PIN(copying: text) else { throw Missing() }
  return pin
}

func secretName(_ text: String) throws -> SecretName { try #require(SecretName(text)) }

func bytes(_ secret: borrowing Secret) -> [UInt8] { secret.withExposedBytes { Array($0) } }

func bytes(_ name: String, in store: any SecretStore) async throws -> [UInt8]? {
  guard let secret = try await store.read(secretName(name)) else { return nil }
  return bytes(secret)
}

/// A store that is another one but for what it says itself.
protocol WrappedStore: SecretStore {
  var store: InMemorySecretStore { get }
}

extension WrappedStore {
  func read(_ name: SecretName) async throws(StorageError) -> Secret? { try await store.read(name) }

  func write(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {
    try await store.write(secret, as: name, access: access)
  }

  func add(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {
    try await store.add(secret, as: name, access: access)
  }

  func delete(_ name: SecretName) async throws(StorageError) { await store.delete(name) }
  func names() async throws(StorageError) -> [SecretName] { await store.names() }
}

extension SecretStore {
  /// Keeps a secret under each of these names: the name itself.
  func fill(_ names: [String]) async throws {
    for name in names { try await write(Secret(copying: name.utf8), as: secretName(name)) }
  }
}

/// What the first launch of an app finds and does with this store.
func launch(
  _ store: any SecretStore, _ container: any InstallationContainer = InMemoryInstallationContainer(),
  legacy: [any LegacySource] = [], seed: UInt64 = 1
) async throws -> FirstLaunchReport {
  var generator = SeededGenerator(seed: seed)
  return try await FirstLaunch(store: store, container: container, legacy: legacy).settle(using: &generator)
}

/// Ends the program, as far as the code under test can tell: at the chosen step everything stops working.
final class Cut: Sendable {
  static let error = StorageError.unavailable(-1)
  private let left: Mutex<Int>

  /// - Parameter steps: how many steps work before the end; nil for no end.
  init(after steps: Int?) { left = Mutex(steps ?? .max) }

  var hasHappened: Bool { left.withLock { $0 < 0 } }

  /// One step; throws from the end on.
  func step() throws(StorageError) {
    let works = left.withLock { left in
      if left >= 0 { left -= 1 }
      return left >= 0
    }
    guard works else { throw Self.error }
  }
}

/// A store whose changes may be the last thing that the program does, before or after their effect.
struct CuttingStore: SecretStore {
  let store: any SecretStore
  let cut: Cut

  func read(_ name: SecretName) async throws(StorageError) -> Secret? {
    try cut.step()
    return try await store.read(name)
  }

  func write(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {
    try cut.step()
    try await store.write(secret, as: name, access: access)
    try cut.step()
  }

  func add(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {
    try cut.step()
    try await store.add(secret, as: name, access: access)
    try cut.step()
  }

  func delete(_ name: SecretName) async throws(StorageError) {
    try cut.step()
    try await store.delete(name)
    try cut.step()
  }

  func names() async throws(StorageError) -> [SecretName] {
    try cut.step()
    return try await store.names()
  }
}

struct CuttingSource: LegacySource {
  let source: any LegacySource
  let cut: Cut

  func items() async throws(StorageError) -> [LegacyItem] {
    try cut.step()
    return try await source.items()
  }

  func read(_ item: LegacyItem) async throws(StorageError) -> Secret? {
    try cut.step()
    return try await source.read(item)
  }

  func erase(_ item: LegacyItem) async throws(StorageError) {
    try cut.step()
    try await source.erase(item)
    try cut.step()
  }
}

struct CuttingContainer: InstallationContainer {
  let container: any InstallationContainer
  let cut: Cut

  func trace() async throws(StorageError) -> ContainerTrace {
    try cut.step()
    return try await container.trace()
  }

  func save(_ marker: InstallationMarker) async throws(StorageError) {
    try cut.step()
    try await container.save(marker)
    try cut.step()
  }
}
