#if Records
  import Foundation
  import Mantlet
  import Redaction
  import SealedRecords
  import SecretStorage
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import Testing

  private let night = RecordKind("night") ?? .sleepLog
  private let survey = RecordKind("survey") ?? .sleepLog
  private let nightKey = SecretName(constant: "record-key.2.night")
  private let indexKey = SecretName(constant: "record-key.1.mantlet.index")

  /// Record keys whose items in the secret store were altered, set back or taken away.
  @Suite(.timeLimit(.minutes(15))) struct StoredRecordKeysTests {
    /// A folder with a record file, whose keys lie in a store like that.
    private final class Home: Sendable {
      let secrets = KeepingStore(InMemorySecretStore())
      let anchor = InMemoryRecordAnchor()
      private let folder = FileManager.default.temporaryDirectory.path + "/stored-record-keys-\(UUID().uuidString)"

      init() throws {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      }

      deinit { try? FileManager.default.removeItem(atPath: folder) }

      var keys: StoredRecordKeys { StoredRecordKeys(store: secrets, access: AccessRequirement()) }

      func open() async throws -> SQLiteRecords {
        try await SQLiteRecords.open(
          path: folder + "/records.sqlite", owner: .device, keys: keys, anchor: anchor,
          random: SystemRandomNumberGenerator())
      }

      /// With a record of each kind.
      func filled() async throws -> SQLiteRecords {
        let records = try await open()
        for kind in [night, survey] { try await records.insert(Self.record(kind)) }
        return records
      }

      static func record(_ kind: RecordKind) -> SealedRecord {
        let time = Date(timeIntervalSinceReferenceDate: 5)
        return SealedRecord(id: UUID(), kind: kind, createdAt: time, date: time, payload: [1, 2, 3])
      }
    }

    @Test(arguments: [
      StorageError.corrupted(nightKey), .wrongKey(nightKey), .rolledBack(nightKey), .removed(nightKey),
    ])
    func `A record key whose item is lost for good holds up no other kind, and its records are named`(
      error: StorageError
    ) async throws {
      let home = try Home()
      let records = try await home.filled()
      home.secrets.spoil(nightKey, error)
      #expect(try await home.keys.key(for: night, version: 2) == nil)
      #expect(try await records.pending(limit: 9).map(\.record.kind) == [survey])
      let found = try await records.verify()
      #expect(found.sound == 1 && found.damage == [.keyMissing(night)])
      #expect(try await home.secrets.names().contains(nightKey))
      #expect(try await records.deleteOldest(night, keeping: 0) == [.keyMissing(night)])
      #expect(try await records.verify().verdict == .holds)
    }

    @Test(arguments: [
      StorageError.newerVersion(nightKey), .notReadable(5), .busy, .indexDamaged, .rootKeyMissing,
    ])
    func `A record key that only cannot be read now is never a missing one`(error: StorageError) async throws {
      let home = try Home()
      let records = try await home.filled()
      home.secrets.spoil(nightKey, error)
      await #expect(throws: SealedRecords.RecordError.keyUnavailable(night)) {
        _ = try await home.keys.key(for: night, version: 2)
      }
      await #expect(throws: SealedRecords.RecordError.keyUnavailable(night)) { _ = try await records.pending(limit: 9) }
      await #expect(throws: SealedRecords.RecordError.keyUnavailable(night)) { _ = try await records.repair() }
    }

    @Test func `Records are wiped although the item of their index's key is damaged`() async throws {
      let home = try Home()
      let records = try await home.filled()
      home.secrets.spoil(indexKey, .corrupted(indexKey))
      await #expect(throws: SealedRecords.RecordError.keyMissing(.index)) { _ = try await records.list(night) }
      #expect(try await records.eraseAll() == 2)
      #expect(try await home.secrets.names().allSatisfy { $0 != nightKey && $0 != indexKey })
      try await records.insert(Home.record(night))
      #expect(try await home.open().list(night).count == 1)
    }

    @Test func `The lost item of a key that was left behind keeps no new store from being made`() async throws {
      let home = try Home()
      try await home.keys.makeKey(for: .index, version: 1)
      home.secrets.spoil(indexKey, .rolledBack(indexKey))
      let records = try await home.open()
      try await records.insert(Home.record(night))
      #expect(try await home.open().list(night).count == 1)
    }

    @Test func `A key that is there, or cannot be read now, is made no second time`() async throws {
      let home = try Home()
      try await home.keys.makeKey(for: night, version: 2)
      let made = try #require(try await home.keys.key(for: night, version: 2)?.withExposedBytes { Array($0) })
      try await home.keys.makeKey(for: night, version: 2)
      home.secrets.spoil(nightKey, .busy)
      await #expect(throws: SealedRecords.RecordError.keyUnavailable(night)) {
        try await home.keys.makeKey(for: night, version: 2)
      }
      home.secrets.heal(nightKey)
      #expect(try await home.keys.key(for: night, version: 2)?.withExposedBytes { Array($0) } == made)
    }

    private func bytes(_ keys: StoredRecordKeys) async throws -> [UInt8]? {
      try await keys.key(for: night, version: 2)?.withExposedBytes { Array($0) }
    }

    @Test func `Of two who put a key in the place of a lost one at once both go on with the same one`() async throws {
      let secrets = KeepingStore(InMemorySecretStore())
      let store = HeldStore(secrets)
      let keys = StoredRecordKeys(store: store, access: AccessRequirement())
      try await keys.makeKey(for: night, version: 2)
      secrets.spoil(nightKey, .corrupted(nightKey))
      store.hold(replacing: nightKey)
      let slow = Task { try await keys.makeKey(for: night, version: 2) }
      await store.untilWaiting()
      let fast = Task {
        try await keys.makeKey(for: night, version: 2)
        return try await bytes(keys)
      }
      for _ in 0..<10_000 { await Task.yield() }
      store.letGo()
      try await slow.value
      let made = try await fast.value
      #expect(made != nil)
      #expect(try await bytes(keys) == made)
    }

    @Test func `A key that is erased while it is asked for is made anew`() async throws {
      let store = HeldStore(InMemorySecretStore())
      let keys = StoredRecordKeys(store: store, access: AccessRequirement())
      try await keys.makeKey(for: night, version: 2)
      let former = try await bytes(keys)
      store.hold(reading: nightKey)
      let late = Task { try await keys.makeKey(for: night, version: 2) }
      await store.untilWaiting()
      try await keys.eraseKey(for: night, version: 2)
      store.letGo()
      try await late.value
      let made = try await bytes(keys)
      #expect(made != nil && made != former)
    }

    @Test func `A wipe that stopped before the index's key ends although that key's item is damaged`() async throws {
      let home = try Home()
      let records = try await home.filled()
      home.secrets.keep(only: indexKey)
      await #expect(throws: SealedRecords.RecordError.keyUnavailable(.index)) { try await records.eraseAll() }
      home.secrets.keep(false)
      home.secrets.spoil(indexKey, .corrupted(indexKey))
      let next = try await home.open()
      #expect(await next.opening.wiped == 2)
      #expect(try await !home.secrets.names().contains(indexKey))
      try await next.insert(Home.record(night))
      #expect(try await next.list(night).count == 1)
    }
  }
#endif
