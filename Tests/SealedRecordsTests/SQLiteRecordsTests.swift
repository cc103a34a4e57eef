#if Records
  import Foundation
  import GRDB
  import Redaction
  import SealedRecords
  import SecurityTesting
  import Testing

  // GRDB has a type of this name too.
  private typealias RecordError = SealedRecords.RecordError

  private struct FixedKeys: RecordKeys {
    var first: UInt8 = 1
    var isLocked = false

    func key(for kind: RecordKind) async throws(RecordError) -> Secret {
      guard !isLocked else { throw .keyUnavailable(kind) }
      return Secret(copying: (0..<32).map { $0 + first })
    }
  }

  /// A folder that goes away with the test.
  private final class Place: Sendable {
    let root: String
    var path: String { root + "/records.sqlite" }

    init() throws {
      root = FileManager.default.temporaryDirectory.path + "/sealed-records-\(UUID().uuidString)"
      try FileManager.default.createDirectory(
        atPath: root, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func open(_ keys: FixedKeys = FixedKeys()) throws(RecordError) -> SQLiteRecords {
      try SQLiteRecords(path: path, keys: keys, random: SystemRandomNumberGenerator())
    }

    /// What someone with access to the file does to it.
    func tamper(_ sql: String) throws {
      let queue = try DatabaseQueue(path: path)
      try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
      try queue.close()
    }
  }

  private let one = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x40, 8, 0x80, 10, 11, 12, 13, 14, 15, 1))
  private let two = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x40, 8, 0x80, 10, 11, 12, 13, 14, 15, 2))

  private func kind(_ text: String = "night") throws -> RecordKind { try #require(RecordKind(text)) }

  private func record(_ id: UUID, _ text: String = "slept well") throws -> SealedRecord {
    SealedRecord(
      id: id, kind: try kind(), createdAt: Date(timeIntervalSinceReferenceDate: 5), payload: Array(text.utf8))
  }

  @Suite struct SQLiteRecordsTests {
    @Test("The store keeps every claim of the conformance suite")
    func conformance() async throws {
      let place = try Place()
      let broken = await RecordStoreConformance.brokenClaims {
        try SQLiteRecords(
          path: place.root + "/\(UUID().uuidString)", keys: FixedKeys(), random: SystemRandomNumberGenerator())
      }
      #expect(broken == [])
    }

    @Test("The payload stands in no file while the store is open, nor after deletion and closing")
    func plaintext() async throws {
      let place = try Place()
      let marker = "MARKER-OF-THE-TEST"
      func seen(_ text: String) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: place.root).contains { file in
          try Data(contentsOf: URL(fileURLWithPath: "\(place.root)/\(file)")).range(of: Data(text.utf8)) != nil
        }
      }
      do {
        let store = try place.open()
        for _ in 0..<50 { try await store.upsert(record(one, String(repeating: marker, count: 40))) }
        try await store.insert(record(two, marker))
        #expect(FileManager.default.fileExists(atPath: place.path + "-wal"))
        #expect(try seen(one.uuidString), "the search itself must find what is there")
        #expect(try !seen(marker))
        try await store.delete(one)
      }
      #expect(try !seen(marker))
    }

    @Test("Database, log and index have mode 600")
    func modes() async throws {
      let place = try Place()
      let store = try place.open()
      try await store.insert(record(one))
      for suffix in ["", "-wal", "-shm"] {
        let attributes = try FileManager.default.attributesOfItem(atPath: place.path + suffix)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
      }
    }

    @Test("A reopened store gives records and pending marks back")
    func reopen() async throws {
      let place = try Place()
      try await place.open().apply([.insert(record(one)), .insert(record(two))])
      let store = try place.open()
      #expect(try await store.list(kind()) == [record(one), record(two)])
      try await store.markSynced(#require(store.pending(limit: 1).first).mark)
      #expect(try await place.open().pending(limit: 9).map(\.record.id) == [two])
    }

    @Test("A second connection sees what apply returned for, while the first is open")
    func durable() async throws {
      let place = try Place()
      let (left, right) = (try place.open(), try place.open())
      try await left.insert(record(one))
      #expect(try await right.read(one) == record(one))
      try await right.upsert(record(one, "changed"))
      #expect(try await left.read(one)?.payload == Array("changed".utf8))
    }

    @Test(
      "A row that was edited, moved, swapped or marked by someone else is refused by name",
      arguments: [
        "UPDATE record SET sequence = 77 WHERE sequence = 1",
        "UPDATE record SET synced = 1 WHERE sequence = 1",
        "UPDATE record SET synced = 2 WHERE sequence = 1",
        "UPDATE record SET kind = 'survey' WHERE sequence = 1",
        "UPDATE record SET sealed = (SELECT sealed FROM record WHERE sequence = 2) WHERE sequence = 1",
        "UPDATE record SET sealed = x'' WHERE sequence = 1",
        "UPDATE record SET sealed = zeroblob(60) WHERE sequence = 1",
        """
        UPDATE record SET id = 'x' WHERE sequence = 1; UPDATE record SET id = (SELECT '\(one)') WHERE sequence = 2;
        """,
      ])
    func tampered(_ sql: String) async throws {
      let place = try Place()
      try await place.open().apply([.insert(record(one)), .insert(record(two))])
      try place.tamper(sql)
      let store = try place.open()
      await #expect(throws: RecordError.altered(one)) { _ = try await store.read(one) }
    }

    @Test("A flipped bit in any byte of a sealed row is refused")
    func flippedBits() async throws {
      let place = try Place()
      try await place.open().insert(record(one, "x"))
      let queue = try DatabaseQueue(path: place.path)
      let sealed = try #require(try await queue.read { try Data.fetchOne($0, sql: "SELECT sealed FROM record") })
      let store = try place.open()
      for index in sealed.indices {
        var altered = sealed
        altered[index] ^= 0x10
        let bytes = altered
        try await queue.write { try $0.execute(sql: "UPDATE record SET sealed = ?", arguments: [bytes]) }
        await #expect(throws: RecordError.self, "byte \(index)") { _ = try await store.read(one) }
      }
      try await queue.write { try $0.execute(sql: "UPDATE record SET sealed = ?", arguments: [sealed]) }
      #expect(try await store.read(one) == record(one, "x"))
    }

    @Test("Marking an altered row as synced does not give it a valid seal")
    func laundering() async throws {
      let place = try Place()
      let store = try place.open()
      try await store.apply([.insert(record(one)), .insert(record(two))])
      let mark = try #require(try await store.pending(limit: 1).first).mark
      try place.tamper("UPDATE record SET sealed = (SELECT sealed FROM record WHERE sequence = 2) WHERE sequence = 1")
      await #expect(throws: RecordError.altered(one)) { try await store.markSynced(mark) }
      await #expect(throws: RecordError.altered(one)) { _ = try await store.read(one) }
    }

    @Test("Foreign ids and kinds, a newer row format and another key are each named")
    func namedRefusals() async throws {
      let place = try Place()
      let store = try place.open()
      try await store.insert(record(one))
      await #expect(throws: RecordError.wrongKey(one)) { _ = try await place.open(FixedKeys(first: 9)).read(one) }
      try place.tamper("UPDATE record SET sealed = x'02'")
      await #expect(throws: RecordError.newerRow(one)) { _ = try await store.read(one) }
      try place.tamper("UPDATE record SET kind = 'Not A Kind'")
      await #expect(throws: RecordError.unreadableRow(sequence: 1)) { _ = try await store.read(one) }
    }

    @Test("Without its key nothing is stored and nothing is read")
    func lockedKeys() async throws {
      let place = try Place()
      let locked = try place.open(FixedKeys(isLocked: true))
      await #expect(throws: RecordError.keyUnavailable(try kind())) { try await locked.insert(record(one)) }
      #expect(try await place.open().read(one) == nil)
    }

    @Test(
      "A newer schema, another program's database and changed tables are refused and left as they are",
      arguments: [
        ("PRAGMA user_version = 2", RecordError.newerSchema(found: 2, supported: 1)),
        ("PRAGMA application_id = 7", .foreignDatabase),
        ("CREATE TRIGGER planted AFTER INSERT ON record BEGIN DELETE FROM record; END", .foreignDatabase),
        ("ALTER TABLE record ADD COLUMN more TEXT", .foreignDatabase),
      ])
    fileprivate func refusedDatabases(_ sql: String, _ error: RecordError) async throws {
      let place = try Place()
      try await place.open().insert(record(one))
      try place.tamper(sql)
      let before = try Data(contentsOf: URL(fileURLWithPath: place.path))
      #expect(throws: error) { try place.open() }
      #expect(try Data(contentsOf: URL(fileURLWithPath: place.path)) == before)
    }

    @Test("A file that is no database is refused and left as it is")
    func garbage() throws {
      let place = try Place()
      let garbage = Data(repeating: 0x5A, count: 8192)
      #expect(
        FileManager.default.createFile(
          atPath: place.path, contents: garbage, attributes: [.posixPermissions: 0o600]))
      #expect(throws: RecordError.damaged(26)) { try place.open() }
      #expect(try Data(contentsOf: URL(fileURLWithPath: place.path)) == garbage)
    }

    @Test("Overwritten pages are a typed error, not wrong records")
    func damagedPages() async throws {
      let place = try Place()
      do {
        let store = try place.open()
        for _ in 0..<30 {
          try await store.insert(
            SealedRecord(
              id: UUID(), kind: kind(), createdAt: Date(timeIntervalSinceReferenceDate: 0),
              payload: [UInt8](repeating: 1, count: 600)))
        }
      }
      var bytes = try Data(contentsOf: URL(fileURLWithPath: place.path))
      try #require(bytes.count > 12_288)
      for index in 4096..<bytes.count { bytes[index] = 0xEE }
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: place.path))
      try handle.write(contentsOf: bytes)
      try handle.close()
      do {
        _ = try await place.open().list(kind())
        Issue.record("a damaged database was read")
      } catch let error as RecordError {
        guard case .damaged = error else {
          Issue.record("unexpected \(error)")
          return
        }
      }
    }

    @Test("A file with rights for others, a link, or a folder that others may write to is refused")
    func exposed() async throws {
      let place = try Place()
      try await place.open().insert(record(one))
      let files = FileManager.default
      try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: place.path)
      #expect(throws: RecordError.exposed(mode: 0o640)) { try place.open() }
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place.path)
      try files.setAttributes([.posixPermissions: 0o770], ofItemAtPath: place.root)
      #expect(throws: RecordError.exposed(mode: 0o770)) { try place.open() }
      try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place.root)
      try files.moveItem(atPath: place.path, toPath: place.root + "/real")
      try files.createSymbolicLink(atPath: place.path, withDestinationPath: place.root + "/real")
      #expect(throws: RecordError.notPlain) { try place.open() }
    }

    @Test("Printing a record shows neither payload nor time")
    func printing() throws {
      var dumped = ""
      dump(try record(one, "MARKER"), to: &dumped)
      let text = try dumped + "\(record(one, "MARKER"))" + String(reflecting: record(one, "MARKER"))
      #expect(!text.contains("MARKER") && !text.contains("77") && !text.contains("2001"))
      #expect(text.contains("6 bytes"))
    }
  }
#endif
