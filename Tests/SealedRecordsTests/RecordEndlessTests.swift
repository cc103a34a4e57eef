#if Records
  import Foundation
  import SealedRecords
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  private let topDamaged = RecordError.indexDamaged(level: 255, place: 0)

  /// What SQLite would walk through for ever: pages that lead to one page again and again, and a view in a table's
  /// place.
  @Suite(.timeLimit(.minutes(1))) struct RecordEndlessTests {
    private func root(of table: String, in place: Place) throws -> Int {
      try place.number("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")
    }

    /// What an open store is after a wipe.
    private func expectWiped(_ store: SQLiteRecords, _ place: Place) async throws {
      #expect(place.keys.count == 1)
      for number in 0..<4 { #expect(try !place.holds(key(name(number)))) }
      try await store.insert(record(1))
      #expect(try await store.list(night) == [record(1)])
      #expect(try await place.open().list(night) == [record(1)])
    }

    @Test func `A view in the header's place is refused by name in each call, and stops no wipe`() async throws {
      let place = try Place()
      try await place.fill(3)
      let store = try await place.open(interval: 10)
      try await store.insert(record(3))
      try place.tamper(
        """
        DROP TABLE header;
        CREATE VIEW header AS WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
        SELECT x AS one, x AS store, x AS index_key, NULL AS wipe, x AS sealed FROM c WHERE x < 0
        """)
      await #expect(throws: RecordError.foreignDatabase) { _ = try await store.read(name(0)) }
      await #expect(throws: RecordError.foreignDatabase) { _ = try await store.list(night) }
      await #expect(throws: RecordError.foreignDatabase) { _ = try await store.verify() }
      await #expect(throws: RecordError.foreignDatabase) { _ = try await store.repair() }
      await #expect(throws: RecordError.foreignDatabase) { try await store.insert(record(9)) }
      await #expect(throws: RecordError.foreignDatabase) { try await store.insert(record(9, kind: survey)) }
      await #expect(throws: RecordError.foreignDatabase) { try await store.rotateKey(of: night) }
      await #expect(throws: RecordError.foreignDatabase) { _ = try await place.open() }
      try await store.settle()
      #expect(try await store.eraseAll() == 4)
      try await expectWiped(store, place)
    }

    @Test func `Pages below the header that lead to one page are refused by name at an opening`() async throws {
      let place = try Place()
      try await place.fill(3)
      try place.addPages()
      try place.spoil("header") { $0.share(tableAt: $1) }
      await #expect(throws: topDamaged) { _ = try await place.open() }
      #expect(place.keys.count == 2)
    }

    @Test func `Pages below the header that lead to one page stop no wipe of an open store`() async throws {
      let place = try Place()
      try await place.fill(3)
      try place.addPages()
      let store = try await place.open()
      let root = try root(of: "header", in: place)
      try place.changeOpenPages { $0.share(tableAt: root) }
      await #expect(throws: topDamaged) { _ = try await store.list(night) }
      await #expect(throws: topDamaged) { try await store.insert(record(9)) }
      await #expect(throws: topDamaged) { _ = try await store.repair() }
      #expect(try await store.eraseAll() == 3)
      try await expectWiped(store, place)
    }

    @Test func `Pages below the rows that lead to one page end each call, and stop no wipe`() async throws {
      let place = try Place()
      try await place.fill(3)
      try place.addPages()
      let store = try await place.open()
      let root = try root(of: "record", in: place)
      try place.changeOpenPages { $0.share(tableAt: root) }
      let damage = RecordError.damaged(11)
      await #expect(throws: damage) { _ = try await store.list(night) }
      await #expect(throws: damage) { _ = try await store.listing(night) }
      await #expect(throws: damage) { _ = try await store.verify() }
      await #expect(throws: damage) { _ = try await store.repair() }
      #expect(try await store.eraseAll() == 3)
      try await expectWiped(store, place)
    }

    @Test func `Rows on pages that lead to one page are counted where no index tells of them, too`() async throws {
      let place = try Place()
      try await place.fill(3)
      try place.addPages()
      let store = try await place.open()
      try place.tamper("DELETE FROM node")
      let root = try root(of: "record", in: place)
      try place.changeOpenPages { $0.share(tableAt: root) }
      await #expect(throws: RecordError.damaged(11)) { _ = try await store.verify() }
      await #expect(throws: RecordError.damaged(11)) { _ = try await store.repair() }
      #expect(try await store.eraseAll() == 3)
      try await expectWiped(store, place)
    }

    @Test func `Pages of SQLite's own tables that lead to one page are damage to an opening`() async throws {
      let place = try Place()
      try await place.fill(3)
      try place.addPages()
      try place.spoil("header") { pages, _ in pages.shareSchema() }
      await #expect(throws: RecordError.damaged(11)) { _ = try await place.open() }
      #expect(place.keys.count == 2)
    }

    @Test func `Pages of SQLite's own tables that lead to one page stop no wipe of an open store`() async throws {
      let place = try Place()
      try await place.fill(3)
      try place.addPages()
      let store = try await place.open()
      try place.changeOpenPages { $0.shareSchema() }
      await #expect(throws: RecordError.damaged(11)) { _ = try await store.list(night) }
      await #expect(throws: RecordError.damaged(11)) { try await store.insert(record(9)) }
      await #expect(throws: RecordError.damaged(11)) { try await store.repair() }
      #expect(try await store.eraseAll() == 3)
      try await expectWiped(store, place)
    }

    @Test func `A table whose conditions have no end is refused by a repair, and stops no wipe`() async throws {
      let place = try Place()
      try await place.fill(3)
      let store = try await place.open()
      try place.tamper(
        """
        PRAGMA ignore_check_constraints = ON;
        CREATE TABLE planted (x CHECK (length(hex(zeroblob(20000000 + x))) > 0));
        INSERT INTO planted WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 50000)
        SELECT x FROM c
        """)
      await #expect(throws: RecordError.foreignDatabase) { try await store.repair() }
      #expect(try await store.eraseAll() == 3)
      try await expectWiped(store, place)
    }

    @Test func `An opening that ends a wipe counts no rows on pages that lead to one page`() async throws {
      let place = try Place()
      try await place.fill(3)
      try await place.wipeKeysAlone()
      try place.addPages()
      let root = try root(of: "sqlite_autoindex_record_1", in: place)
      try place.changeOpenPages { $0.share(indexAt: root) }
      let next = try await place.open()
      #expect(await next.opening.wiped == 0)
      try await expectWiped(next, place)
    }

    @Test func `Pages below the rows of the first format that lead to one page end its opening`() async throws {
      let (place, file) = (try Place(), LegacyFile())
      let first = record(0)
      try file.write(
        [SealedRecord(id: first.id, kind: night, createdAt: time(5), payload: [1])], synced: 1, at: place)
      try place.addPages()
      try place.spoil("record") { $0.share(tableAt: $1) }
      await #expect(throws: RecordError.self) { _ = try await place.open() }
      #expect(try place.number("PRAGMA user_version") == 1)
    }
  }
#endif
