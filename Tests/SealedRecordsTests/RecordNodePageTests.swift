#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// Damaged pages below the sealed index itself: the table of its nodes is made anew around them.
  @Suite struct RecordNodePageTests {
    private func damage(_ level: Int, _ place: Int64) -> RecordError { .indexDamaged(level: level, place: place) }

    @Test(arguments: [true, false])
    func `A damaged page below the sealed index is mended by a repair: no record is lost, and all is written again`(
      _ isRoot: Bool
    ) async throws {
      let place = try Place()
      try await place.fill(500)
      try place.spoil("node") { isRoot ? $0.spoilRoot(ofTableAt: $1) : $0.spoilFirstLeaf(ofTableAt: $1) }
      do {
        let store = try await place.open()
        let reasons = try await store.repair()
        #expect(reasons.first == damage(isRoot ? 1 : 0, 0))
        let possible: [RecordError] = (0..<8).map { damage(0, $0) } + [damage(1, 0)]
        #expect(reasons.allSatisfy(possible.contains))
        #expect(try await store.list(night) == (0..<500).map { record($0) })
        #expect(try await store.verify().verdict == .holds)
        try await store.upsert(record(3, "newer"))
        try await store.delete(name(4))
        #expect(try await store.read(name(3)) == record(3, "newer"))
        #expect(try await store.read(name(4)) == nil)
      }
      #expect(try place.soundness() == "ok")
      #expect(try await place.open().count(night) == 499)
    }

    @Test func `In a small file a damaged page of the index stops no new record, and a repair mends it`() async throws {
      let place = try Place()
      try await place.fill(5)
      try place.spoil("node") { $0.spoilRoot(ofTableAt: $1) }
      let store = try await place.open()
      try await store.insert(record(9))
      try await store.insert(record(10))
      #expect(try await store.read(name(9)) == record(9))
      let listing = try await store.listing(night)
      #expect(listing.records == [record(9), record(10)] && listing.damage == [damage(0, 0)])
      await #expect(throws: damage(0, 0)) { try await store.delete(name(1)) }
      #expect(try await store.repair() == [damage(0, 0)])
      #expect(try await store.list(night) == ((0..<5).map { record($0) } + [record(9), record(10)]))
      #expect(try await store.verify().verdict == .holds)
      #expect(try place.soundness() == "ok")
    }

    @Test func `A page below the sealed index that can be read but not written stops no change`() async throws {
      let place = try Place()
      try await place.fill(500)
      try place.spoil("node") { $0.spoilRoom(ofTableAt: $1) }
      let store = try await place.open()
      try await store.delete(name(3))
      #expect(try await store.list(night) == (0..<500).filter { $0 != 3 }.map { record($0) })
      #expect(try await store.verify().verdict == .holds)
      #expect(try place.soundness() == "ok")
    }

    @Test func `A change beside a damaged page believes no row and no node that somebody puts back`() async throws {
      let place = try Place()
      try await place.fill(500)
      let node = try bytes("SELECT sealed FROM node WHERE place = 0", place)
      let row = try bytes("SELECT sealed FROM record WHERE sequence = 4", place)
      do { try await place.open().delete(name(3)) }
      let newest = try bytes("SELECT sealed FROM node WHERE place = 0", place)
      try place.spoil("node") { $0.spoilFirstLeaf(ofTableAt: $1) }
      try place.tamper("INSERT INTO record VALUES (4, ?, NULL, ?)", [Data(key(name(3))), row])
      let store = try await place.open()
      try await store.insert(record(600))
      for node in [node, newest] {
        try place.tamper("INSERT OR REPLACE INTO node VALUES (0, ?)", [node])
        #expect(try await store.read(name(600)) == record(600))
        await #expect(throws: damage(0, 0)) { _ = try await store.read(name(3)) }
        let listing = try await store.listing(night)
        #expect(listing.damage.first == damage(0, 0))
        #expect(!listing.records.contains(record(3)))
        #expect(listing.records.contains(record(499)) && listing.records.last == record(600))
      }
    }

    @Test func `A repair says how many rows are gone below a damaged place of the index`() async throws {
      let place = try Place()
      try await place.fill(500)
      try place.tamper("DELETE FROM node WHERE place = 0; DELETE FROM record WHERE sequence IN (3, 5)")
      try place.tamper("UPDATE record SET sealed = zeroblob(60) WHERE sequence = 7")
      let store = try await place.open()
      let missing = RecordError.missingRows(2, level: 0, place: 0)
      #expect(try await store.repair() == [damage(0, 0), missing, .altered(name(6))])
      #expect(try await store.list(night).count == 497)
      #expect(try await store.repair() == [])
    }

    private func bytes(_ sql: String, _ place: Place) throws -> Data {
      let queue = try DatabaseQueue(path: place.path)
      defer { try? queue.close() }
      let found = try queue.inDatabase { try Data.fetchOne($0, sql: sql) }
      return try #require(found)
    }
  }
#endif
