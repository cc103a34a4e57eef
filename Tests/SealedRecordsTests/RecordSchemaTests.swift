#if Records
  import Foundation
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// Tables that somebody changes under an open store.
  @Suite struct RecordSchemaTests {
    @Test(
      arguments: [
        """
        DROP TABLE record; CREATE TABLE record (sequence, id, plain, sealed);
        INSERT INTO record (sequence) VALUES (NULL)
        """,
        "CREATE TRIGGER planted AFTER INSERT ON record BEGIN DELETE FROM node; END",
        "CREATE TRIGGER planted BEFORE DELETE ON record BEGIN SELECT RAISE(IGNORE); END",
      ], [false, true])
    func `Tables exchanged under an open store are refused by name, and stop no wipe`(
      _ change: String, _ isSetBack: Bool
    ) async throws {
      let place = try Place()
      try await place.fill(3)
      let store = try await place.open(interval: 10)
      try await store.insert(record(3))
      let number = try place.number("PRAGMA schema_version")
      try place.tamper(change)
      if isSetBack {
        // SQLite reads the new tables here, and again when their number is that of the old ones.
        try await store.settle()
        try place.tamper("PRAGMA schema_version = \(number)")
      }
      await #expect(throws: RecordError.foreignDatabase) { _ = try await store.read(name(0)) }
      await #expect(throws: RecordError.foreignDatabase) { _ = try await store.list(night) }
      await #expect(throws: RecordError.foreignDatabase) { _ = try await store.verify() }
      await #expect(throws: RecordError.foreignDatabase) { _ = try await store.repair() }
      await #expect(throws: RecordError.foreignDatabase) { try await store.insert(record(9)) }
      await #expect(throws: RecordError.foreignDatabase) { try await store.delete(name(0)) }
      #expect(try await store.eraseAll() == 4)
      #expect(place.keys.count == 1)
      for number in 0..<4 { #expect(try !place.holds(key(name(number)))) }
      #expect(try place.number("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'") == 0)
      try await store.insert(record(1))
      #expect(try await store.list(night) == [record(1)])
      #expect(try await place.open().list(night) == [record(1)])
    }

    @Test(arguments: ["name = 'Record_kind'", "name = CAST(name AS BLOB)", "tbl_name = 'Record'", "rootpage = 2"])
    func `A file of the first format whose names or pages were changed is refused, and moved when they are right`(
      _ change: String
    ) async throws {
      let (place, file) = (try Place(), LegacyFile())
      let records = (0..<2).map { record($0) }.map {
        SealedRecord(id: $0.id, kind: $0.kind, createdAt: $0.createdAt, payload: $0.payload)
      }
      try file.write(records, synced: 2, at: place)
      place.keys.put(file.key, for: night, version: 0)
      let sound = try place.copy()
      try place.tamper(
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET \(change) WHERE name = 'record_kind'")
      await #expect(throws: RecordError.foreignDatabase) { _ = try await place.open() }
      try place.putBack(sound)
      #expect(try await place.open().list(night).count == 2)
    }

    @Test func `A trigger that is gone again stops nothing`() async throws {
      let place = try Place()
      try await place.fill(3)
      let store = try await place.open()
      try place.tamper("CREATE TRIGGER planted AFTER INSERT ON record BEGIN DELETE FROM node; END")
      await #expect(throws: RecordError.foreignDatabase) { try await store.insert(record(3)) }
      try place.tamper("DROP TRIGGER planted")
      try await store.insert(record(3))
      #expect(try await store.list(night) == (0..<4).map { record($0) })
      #expect(try await store.verify().verdict == .holds)
    }

    @Test func `A trigger that is gone again runs no more, whatever number the tables are given`() async throws {
      let place = try Place()
      try await place.fill(400)
      let store = try await place.open()
      try place.tamper("CREATE TRIGGER planted AFTER INSERT ON record BEGIN DELETE FROM node; END")
      // SQLite reads it here.
      await #expect(throws: RecordError.foreignDatabase) { try await store.insert(record(400)) }
      let number = try place.number("PRAGMA schema_version")
      try place.tamper("DROP TRIGGER planted")
      try place.tamper("PRAGMA schema_version = \(number)")
      try await store.insert(record(400))
      #expect(try await store.list(night) == (0...400).map { record($0) })
      #expect(try await store.verify().verdict == .holds)
    }

    @Test func `Tables of a newer version are refused by an open store, and stop no wipe`() async throws {
      let place = try Place()
      try await place.fill(3)
      let store = try await place.open()
      try place.tamper("PRAGMA user_version = 3")
      await #expect(throws: RecordError.newerSchema(found: 3, supported: 2)) { try await store.insert(record(3)) }
      #expect(try await store.eraseAll() == 3)
      #expect(place.keys.count == 1)
      try await store.insert(record(1))
      #expect(try await place.open().list(night) == [record(1)])
    }
  }
#endif
