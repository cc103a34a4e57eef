#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// SQLite's own index of ids is under no seal: what it does not show proves nothing.
  @Suite struct RecordHidingTests {
    private let others = (0..<100).filter { $0 != 4 }.map { record($0) }

    /// A file of a hundred records, the fifth of which SQLite does not show.
    private func hiding() async throws -> (place: Place, hidden: HiddenRecord) {
      let place = try Place()
      try await place.fill(100)
      let hidden = HiddenRecord(id: name(4), place: place)
      let count = try hidden.hide()
      try #require(count == 1)
      return (place, hidden)
    }

    @Test(arguments: [true, false])
    func `A hidden record does not come back beside the one that was stored in its place`(_ isLocal: Bool) async throws
    {
      let (place, hidden) = try await hiding()
      let newer = record(4, "newer")
      do {
        let store = try await place.open()
        try await store.apply([isLocal ? .keepLocal(newer) : .upsert(newer)])
      }
      try hidden.show()
      let store = try await place.open()
      #expect(try await store.read(name(4)) == newer)
      #expect(try await store.list(night) == others + [newer])
      #expect(try await store.verify().verdict == .holds)
      #expect(try place.number("SELECT count(*) FROM record NOT INDEXED") == 100)
    }

    @Test func `A hidden record is deleted like any other`() async throws {
      let (place, hidden) = try await hiding()
      do { try await place.open().delete(name(4)) }
      try hidden.show()
      let store = try await place.open()
      #expect(try await store.read(name(4)) == nil)
      #expect(try await store.list(night) == others)
      #expect(try await store.verify().verdict == .holds)
    }

    @Test func `A hidden record goes with the oldest like any other`() async throws {
      let (place, hidden) = try await hiding()
      do {
        let store = try await place.open()
        #expect(try await store.deleteOldest(night, keeping: 90) == [])
      }
      try hidden.show()
      let store = try await place.open()
      #expect(try await store.read(name(4)) == nil)
      #expect(try await store.list(night).map(\.id) == (10..<100).map(name))
      #expect(try await store.verify().verdict == .holds)
    }

    @Test func `The id of a hidden record is taken`() async throws {
      let (place, _) = try await hiding()
      let store = try await place.open()
      await #expect(throws: RecordError.duplicate(name(4))) { try await store.insert(record(4, "newer")) }
      #expect(try await store.count(night) == 100)
    }

    @Test func `A hidden record is damage by name, and found again after a repair`() async throws {
      let (place, _) = try await hiding()
      let store = try await place.open()
      await #expect(throws: RecordError.altered(name(4))) { _ = try await store.read(name(4)) }
      let found = try await store.verify()
      #expect(found.damage == [.altered(name(4))])
      #expect(found.sound == 99)
      #expect(try await store.repair() == [.altered(name(4))])
      #expect(try await store.read(name(4)) == record(4))
      #expect(try await store.list(night) == (0..<100).map { record($0) })
      #expect(try await store.verify().verdict == .holds)
    }

    @Test func `A row that was taken out while its record was stored anew is older when it is put back`() async throws {
      let place = try Place()
      try await place.fill(100)
      let queue = try DatabaseQueue(path: place.path)
      let read = try await queue.read { try Data.fetchOne($0, sql: "SELECT sealed FROM record WHERE sequence = 5") }
      let old = try #require(read)
      try place.tamper("DELETE FROM record WHERE sequence = 5")
      let store = try await place.open()
      try await store.upsert(record(4, "newer"))
      #expect(try await store.read(name(4)) == record(4, "newer"))
      #expect(try await store.listing(night).damage == [.removedRow(sequence: 5)])
      try place.tamper("UPDATE record SET id = x'00' WHERE sequence = 101")
      try place.tamper("INSERT INTO record VALUES (5, ?, NULL, ?)", [Data(key(name(4))), old])
      let listing = try await store.listing(night)
      #expect(listing.records == others)
      #expect(listing.damage == [.olderRow(name(4)), .unreadableRow(sequence: 101)])
      await #expect(throws: RecordError.olderRow(name(4))) { _ = try await store.read(name(4)) }
    }

    @Test func `A record whose row was taken out is not said to be deleted`() async throws {
      let place = try Place()
      try await place.fill(100)
      try place.tamper("DELETE FROM record WHERE sequence = 5")
      let store = try await place.open()
      await #expect(throws: RecordError.removedRow(sequence: 5)) { try await store.delete(name(4)) }
      try await store.repair()
      try await store.delete(name(4))
      #expect(try await store.list(night) == others)
    }

    @Test(arguments: [true, false])
    func `Behind a damaged place nothing is said to be deleted, new records are taken, and none of theirs comes back`(
      _ isShown: Bool
    ) async throws {
      let place = try Place()
      try await place.fill(100)
      let damage = RecordError.indexDamaged(level: 0, place: 0)
      let newer = record(4, "newer")
      let queue = try DatabaseQueue(path: place.path)
      let read = try await queue.read { try Data.fetchOne($0, sql: "SELECT sealed FROM node WHERE place = 0") }
      let node = try #require(read)
      try queue.close()
      try place.tamper("DELETE FROM node WHERE place = 0")
      let hidden = HiddenRecord(id: name(4), place: place)
      let count = try hidden.hide()
      try #require(count == 1)
      do {
        let store = try await place.open()
        await #expect(throws: damage) { try await store.delete(name(4)) }
        try await store.apply([.upsert(newer), .insert(record(200))])
      }
      if isShown {
        let shown = try hidden.show()
        try #require(shown == 1)
      }
      try place.tamper("INSERT INTO node VALUES (0, ?)", [node])
      let store = try await place.open()
      let listing = try await store.listing(night)
      #expect(listing.damage == [damage])
      #expect(listing.records == (63..<100).map { record($0) } + [newer, record(200)])
      let reasons = try await store.repair()
      #expect(reasons.contains(damage) && reasons.contains(.olderRow(name(4))) != isShown)
      #expect(try await store.list(night) == others + [newer, record(200)])
      #expect(try await store.read(name(4)) == newer)
      #expect(try await store.verify().verdict == .holds)
    }

    @Test func `The id of a record below a damaged place is taken, unless its row does not open`() async throws {
      let place = try Place()
      try await place.fill(100)
      let damage = RecordError.indexDamaged(level: 0, place: 0)
      try place.tamper("DELETE FROM node WHERE place = 0; UPDATE record SET sealed = zeroblob(60) WHERE sequence = 6")
      let store = try await place.open()
      await #expect(throws: RecordError.duplicate(name(4))) { try await store.insert(record(4, "newer")) }
      await #expect(throws: damage) { try await store.insert(record(5, "newer")) }
      try await store.insert(record(200))
      await #expect(throws: RecordError.duplicate(name(4))) { try await store.insert(record(4, "newer")) }
      #expect(try await store.repair() == [damage, .altered(name(5))])
      #expect(try await store.read(name(4)) == record(4))
      #expect(try await store.list(night) == (0..<100).filter { $0 != 5 }.map { record($0) } + [record(200)])
    }

    @Test func `What a transaction did that failed is not believed`() async throws {
      let place = try Place()
      let store = try await place.open()
      try await store.apply([.insert(record(1)), .insert(record(2))])
      await #expect(throws: RecordError.duplicate(name(2))) {
        try await store.apply([.delete(name(1)), .insert(record(3)), .insert(record(2))])
      }
      #expect(try await store.read(name(3)) == nil)
      try place.tamper("DELETE FROM record WHERE sequence = 1")
      await #expect(throws: RecordError.removedRow(sequence: 1)) { try await store.delete(name(1)) }
      try await store.insert(record(3))
      #expect(try await store.read(name(3)) == record(3))
    }

    @Test func `What another process stored is known before anything is said to be none`() async throws {
      let place = try Place()
      let (left, right) = (try await place.open(), try await place.open())
      #expect(try await right.read(name(9)) == nil)
      try await left.insert(record(9))
      try place.tamper("DELETE FROM record")
      await #expect(throws: RecordError.removedRow(sequence: 1)) { try await right.delete(name(9)) }
      await #expect(throws: RecordError.removedRow(sequence: 1)) { _ = try await right.read(name(9)) }
    }

    @Test func `Ten thousand ids of no record are read as none, and those of records as what they are`() async throws {
      let place = try Place()
      try await place.fill(300)
      let store = try await place.open()
      var found = 0
      for _ in 0..<10_000 {
        let read = try await store.read(UUID())
        if read != nil { found += 1 }
      }
      #expect(found == 0)
      for number in 0..<300 { #expect(try await store.read(name(number)) == record(number)) }
    }

    @Test func `Ids that all begin alike are told apart, in one process and in the next one`() async throws {
      func alike(_ number: Int, _ text: String = "slept well") -> SealedRecord {
        let bytes = (UInt8(number >> 8), UInt8(number & 0xFF))
        let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x40, 8, 0x80, 10, 11, 12, 13, 14, bytes.0, bytes.1))
        return SealedRecord(id: id, kind: night, createdAt: time(5), payload: Array(text.utf8))
      }
      let place = try Place()
      do {
        let store = try await place.open()
        try await store.apply((0..<200).map { .insert(alike($0)) })
        #expect(try await store.read(alike(900).id) == nil)
      }
      let store = try await place.open()
      await #expect(throws: RecordError.duplicate(alike(3).id)) { try await store.insert(alike(3)) }
      for number in 200..<230 { try await store.insert(alike(number)) }
      try await store.upsert(alike(5, "woke up"))
      for _ in 0..<2 { try await store.delete(alike(6).id) }
      try await store.upsert(alike(210, "woke up"))
      #expect(try await store.read(alike(6).id) == nil)
      #expect(try await store.read(alike(901).id) == nil)
      let kept = (0..<230).filter { ![5, 6, 210].contains($0) }.map { alike($0) }
      #expect(try await store.list(night) == kept + [alike(5, "woke up"), alike(210, "woke up")])
      #expect(try await store.verify().verdict == .holds)
    }
  }
#endif
