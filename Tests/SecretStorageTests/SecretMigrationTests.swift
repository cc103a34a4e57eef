import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

/// Alters what it stores.
private struct LyingStore: SecretStore {
  let store = InMemorySecretStore()
  func read(_ name: SecretName) async throws(StorageError) -> Secret? { try await store.read(name) }
  func write(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {
    try await store.write(Secret(copying: [0x41]), as: name, access: access)
  }
  func add(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {
    try await store.add(Secret(copying: [0x41]), as: name, access: access)
  }
  func delete(_ name: SecretName) async throws(StorageError) { await store.delete(name) }
  func names() async throws(StorageError) -> [SecretName] { await store.names() }
}

@Suite struct SecretMigrationTests {
  private static let shape = LegacyShape.keychainAccess(service: "com.example.app")
  private let store = InMemorySecretStore()
  private let policy = StorageRequirement()

  private static func item(_ account: String) -> LegacyItem { LegacyItem(shape, account: account) }

  private static let values: [LegacyItem: [UInt8]] = [
    item("accessToken"): Array("abc.def".utf8), item("pin"): Array(repeating: 7, count: 32),
    item("password"): Array("opensesame".utf8), item("other"): [1],
  ]
  private let source = InMemoryLegacySource(values)

  private func steps() throws -> [MigrationStep] {
    [
      .move("accessToken", to: try SecretKey<TokenText>(secretName("session.token"), under: policy)),
      .move("pin", to: try SecretKey<StoredPINHash>(secretName("pin.hash"), under: policy)),
      .discard("password"),
      .move("gone", to: try SecretKey<TokenText>(secretName("gone"), under: policy)),
    ]
  }

  private func run(cut: Cut = Cut(after: nil), into target: (any SecretStore)? = nil) async throws -> MigrationReport {
    try await SecretMigration(
      from: CuttingSource(source: source, cut: cut), to: CuttingStore(store: target ?? store, cut: cut),
      steps: steps()
    ).run()
  }

  private func old(_ account: String) async throws -> [UInt8]? {
    guard let secret = try await source.read(Self.item(account)) else { return nil }
    return bytes(secret)
  }

  @Test("Everything that a step names moves, is read back, and is gone from the old place; the rest stays")
  func moves() async throws {
    let report = try await run()
    #expect(report.entries.map(\.outcome) == [.moved, .moved, .discarded, .absent])
    #expect(report.entries.map(\.destination?.text) == ["session.token", "pin.hash", nil, "gone"])
    #expect(report.isComplete && report.unclaimed == 1)
    #expect(try await bytes("session.token", in: store) == Array("abc.def".utf8))
    #expect(try await bytes("pin.hash", in: store) == Array(repeating: 7, count: 32))
    #expect(await store.names().count == 2)
    #expect(try await source.items() == [Self.item("other")])
  }

  @Test("Running again changes nothing")
  func again() async throws {
    _ = try await run()
    let report = try await run()
    #expect(report.entries.map(\.outcome) == [.absent, .absent, .absent, .absent])
    #expect(try await bytes("session.token", in: store) == Array("abc.def".utf8))
  }

  @Test("A newer value is never overwritten, and both values stand")
  func occupied() async throws {
    try await store.write(Secret(copying: "new.token".utf8), as: secretName("session.token"))
    let report = try await run()
    #expect(report.entries[0].outcome == .occupied)
    #expect(!report.isComplete)
    #expect(try await bytes("session.token", in: store) == Array("new.token".utf8))
    #expect(try await old("accessToken") == Array("abc.def".utf8))
  }

  @Test("Bytes that are no such value stay where they are")
  func unreadable() async throws {
    let report = try await SecretMigration(
      from: source, to: store,
      steps: [.move("other", to: try SecretKey<StoredPINHash>(secretName("pin.hash"), under: policy))]
    ).run()
    #expect(report.entries.map(\.outcome) == [.unreadable])
    #expect(try await old("other") == [1])
    #expect(await store.names().isEmpty)
  }

  @Test("What does not read back the same is a mismatch: the old item stands, the wrong copy does not")
  func mismatch() async throws {
    let liar = LyingStore()
    let report = try await run(into: liar)
    #expect(report.entries[0].outcome == .failed(.migrationMismatch(try secretName("session.token"))))
    #expect(try await old("accessToken") == Array("abc.def".utf8))
    #expect(try await liar.names().isEmpty)
  }

  @Test("A locked old place is an error and changes nothing; a store without room keeps the old item")
  func refused() async throws {
    await source.setLocked(true)
    await #expect(throws: StorageError.locked) { try await run() }
    await source.setLocked(false)
    await store.setFull(true)
    #expect(try await run().entries.map(\.outcome) == [.failed(.full), .failed(.full), .discarded, .absent])
    await store.setFull(false)
    #expect(try await run().entries.map(\.outcome) == [.moved, .moved, .absent, .absent])
  }

  @Test("The key's requirement is enforced on what moved")
  func access() async throws {
    let key = try SecretKey<TokenText>(
      secretName("t"), under: policy, access: AccessRequirement(.whenUnlockedThisDeviceOnly))
    _ = try await SecretMigration(from: source, to: store, steps: [.move("accessToken", to: key)]).run()
    await store.lockDevice()
    await #expect(throws: StorageError.locked) { _ = try await store.read(key) }
  }

  @Test("A run that ends at any step loses nothing and is finished by the next")
  func resumes() async throws {
    var cutCount = 0
    for steps in 0..<200 {
      let stage = SecretMigrationTests()
      let cut = Cut(after: steps)
      _ = try? await stage.run(cut: cut)
      for (account, name) in [("accessToken", "session.token"), ("pin", "pin.hash")] {
        let value = Self.values[Self.item(account)]
        let (before, after) = (try await stage.old(account), try await bytes(name, in: stage.store))
        #expect(before == value || after == value, "\(account) is lost after \(steps) steps")
        #expect(after == nil || after == value)
      }
      let report = try await stage.run()
      #expect(report.isComplete, "cut after \(steps)")
      #expect(try await bytes("session.token", in: stage.store) == Self.values[Self.item("accessToken")])
      #expect(try await bytes("pin.hash", in: stage.store) == Self.values[Self.item("pin")])
      #expect(try await stage.source.items() == [Self.item("other")])
      guard cut.hasHappened else { break }
      cutCount += 1
    }
    #expect((10..<200).contains(cutCount))
  }

  @Test("A run that ended before the removal is reported as finished, not as moved again")
  func finished() async throws {
    try await store.write(Secret(copying: "abc.def".utf8), as: secretName("session.token"))
    #expect(try await run().entries[0].outcome == .finished)
    #expect(try await old("accessToken") == nil)
  }
}
