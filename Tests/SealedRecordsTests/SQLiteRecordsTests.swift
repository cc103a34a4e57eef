#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  // GRDB has a type of this name too.
  private typealias RecordError = SealedRecords.RecordError

  @Suite struct SQLiteRecordsTests {
    @Test("The store keeps every claim of the conformance suite")
    func conformance() async throws {
      let place = try Place()
      let broken = await RecordStoreConformance.brokenClaims {
        try await SQLiteRecords.open(
          path: place.root + "/\(UUID().uuidString)", owner: .device, keys: InMemoryRecordKeys(),
          anchor: InMemoryRecordAnchor(), random: SystemRandomNumberGenerator())
      }
      #expect(broken == [])
    }

    @Test("Payload, kind and times stand in no file while the store is open, nor after deletion and closing")
    func plaintext() async throws {
      let place = try Place()
      let marker = "MARKER-OF-THE-TEST"
      let kind = try #require(RecordKind("kind-of-the-test"))
      func seen(_ bytes: [UInt8]) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: place.root).contains { file in
          try Data(contentsOf: URL(fileURLWithPath: "\(place.root)/\(file)")).range(of: Data(bytes)) != nil
        }
      }
      let date = withUnsafeBytes(of: (123_456_789.125).bitPattern.bigEndian) { Array($0) }
      do {
        let store = try await place.open()
        for _ in 0..<50 { try await store.upsert(record(1, String(repeating: marker, count: 40))) }
        try await store.insert(
          SealedRecord(id: name(2), kind: kind, createdAt: time(123_456_789.125), payload: Array(marker.utf8)))
        #expect(FileManager.default.fileExists(atPath: place.path + "-wal"))
        #expect(try seen(withUnsafeBytes(of: name(2).uuid) { Array($0) }), "the search itself must find what is there")
        for secret in [Array(marker.utf8), Array(kind.text.utf8), date] { #expect(try !seen(secret)) }
        try await store.delete(name(1))
      }
      for secret in [Array(marker.utf8), Array(kind.text.utf8), date] { #expect(try !seen(secret)) }
    }

    @Test("Database, log and index have mode 600, and the store names all three")
    func modes() async throws {
      let place = try Place()
      let store = try await place.open()
      try await store.insert(record(1))
      #expect(store.files == ["", "-wal", "-shm"].map { place.path + $0 })
      for file in store.files {
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
      }
    }

    @Test("A reopened store gives records and pending marks back")
    func reopen() async throws {
      let place = try Place()
      try await place.fill(2)
      let store = try await place.open()
      #expect(try await store.list(night) == [record(0), record(1)])
      try await store.markSynced(#require(store.pending(limit: 1).first).mark)
      let again = try await place.open()
      #expect(try await again.pending(limit: 9).map(\.record.id) == [name(1)])
      #expect(try await again.count(night) == 2)
      #expect(try await again.verify().verdict == .holds)
    }

    @Test("Two open stores see each other's changes, and writing from both at once loses none")
    func durable() async throws {
      let place = try Place()
      let (left, right) = (try await place.open(), try await place.open())
      try await left.insert(record(1))
      #expect(try await right.read(name(1)) == record(1))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 10..<50 {
          group.addTask { try await (number.isMultiple(of: 2) ? left : right).insert(record(number)) }
        }
        try await group.waitForAll()
      }
      #expect(try await left.list(night).count == 41)
      #expect(try await right.verify().sound == 41)
    }

    @Test("A writer waits for another one for a bounded time, then says busy", .timeLimit(.minutes(15)))
    func busy() async throws {
      let place = try Place()
      let store = try await place.open()
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: place.path, configuration: configuration)
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      await #expect(throws: RecordError.busy) { try await store.insert(record(1)) }
      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }

    @Test("Two thousand records over three levels of the index: ranges, deletions and order hold")
    func deep() async throws {
      let place = try Place()
      let store = try await place.open()
      for batch in 0..<22 {
        try await store.apply((0..<100).map { .insert(record(batch * 100 + $0)) })
      }
      #expect(try await store.list(night, in: time(1990)..<time(2010)).map(\.id) == (1990..<2010).map(name))
      try await store.apply((64..<2128).map { .delete(name($0)) })
      #expect(try await store.list(night).map(\.id) == (Array(0..<64) + Array(2128..<2200)).map(name))
      #expect(try await store.verify().verdict == .holds)
      try await store.apply((0..<2200).map { .delete(name($0)) })
      #expect(try place.number("SELECT count(*) FROM node") == 0)
      try await store.insert(record(7))
      #expect(try await place.open().list(night) == [record(7)])
    }

    @Test("Without its keys nothing is stored and nothing is read, and the old values stand")
    func lockedKeys() async throws {
      let place = try Place()
      let store = try await place.open()
      try await store.insert(record(1))
      place.keys.isLocked = true
      await #expect(throws: RecordError.keyUnavailable(.index)) { try await store.insert(record(2)) }
      await #expect(throws: RecordError.keyUnavailable(.index)) { _ = try await store.list(night) }
      await #expect(throws: RecordError.keyUnavailable(.index)) { _ = try await place.open() }
      place.keys.isLocked = false
      #expect(try await store.list(night) == [record(1)])
    }

    @Test("Foreign keys open nothing and change nothing")
    func foreignKeys() async throws {
      let place = try Place()
      try await place.fill(1)
      let foreign = InMemoryRecordKeys(first: 99)
      await #expect(throws: RecordError.keyMissing(.index)) { _ = try await place.open(keys: foreign) }
      try await foreign.makeKey(for: .index, version: 1)
      await #expect(throws: RecordError.indexDamaged(level: 255, place: 0)) { _ = try await place.open(keys: foreign) }
      #expect(try await place.open().read(name(0)) == record(0))
    }

    @Test(
      "A newer schema, another program's database and changed tables are refused and left as they are",
      arguments: [
        ("PRAGMA user_version = 3", RecordError.newerSchema(found: 3, supported: 2)),
        ("PRAGMA application_id = 7", .foreignDatabase),
        ("CREATE TRIGGER planted AFTER INSERT ON record BEGIN DELETE FROM record; END", .foreignDatabase),
        ("ALTER TABLE record ADD COLUMN more TEXT", .foreignDatabase),
      ])
    fileprivate func refusedDatabases(_ sql: String, _ error: RecordError) async throws {
      let place = try Place()
      try await place.fill(1)
      try place.tamper(sql)
      let before = try Data(contentsOf: URL(fileURLWithPath: place.path))
      await #expect(throws: error) { try await place.open() }
      #expect(try Data(contentsOf: URL(fileURLWithPath: place.path)) == before)
    }

    @Test("A file that is no database is refused and left as it is")
    func garbage() async throws {
      let place = try Place()
      let garbage = Data(repeating: 0x5A, count: 8192)
      try place.putBack(["": garbage])
      await #expect(throws: RecordError.damaged(26)) { try await place.open() }
      #expect(try Data(contentsOf: URL(fileURLWithPath: place.path)) == garbage)
    }

    @Test("A file with rights for others, a link, or a folder that others may write to is refused")
    func exposed() async throws {
      let place = try Place()
      try await place.fill(1)
      let files = FileManager.default
      try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: place.path)
      await #expect(throws: RecordError.exposed(mode: 0o640)) { try await place.open() }
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place.path)
      try files.setAttributes([.posixPermissions: 0o770], ofItemAtPath: place.root)
      await #expect(throws: RecordError.exposed(mode: 0o770)) { try await place.open() }
      try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place.root)
      try files.moveItem(atPath: place.path, toPath: place.root + "/real")
      try files.createSymbolicLink(atPath: place.path, withDestinationPath: place.root + "/real")
      await #expect(throws: RecordError.notPlain) { try await place.open() }
    }

    @Test("Printing a record shows neither payload nor time")
    func printing() throws {
      var dumped = ""
      dump(record(1, "MARKER"), to: &dumped)
      let text = dumped + "\(record(1, "MARKER"))" + String(reflecting: record(1, "MARKER"))
      #expect(!text.contains("MARKER") && !text.contains("77") && !text.contains("2001"))
      #expect(text.contains("6 bytes"))
    }
  }
#endif
