#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// Pages that SQLite cannot make sense of: it writes nothing more in a transaction that met one.
  @Suite struct RecordPageTests {
    /// A file of four hundred records with a damaged page in SQLite's index of ids.
    private func spoiled(_ kind: UInt8) async throws -> Place {
      let place = try Place()
      try await place.fill(400)
      var pages = try DatabasePages(place)
      let isDone = pages.spoil(kind)
      try #require(isDone)
      try pages.write()
      return place
    }

    @Test(arguments: [2, 10] as [UInt8])
    func `A damaged page of the index of ids is mended by a repair, and no record is lost`(_ kind: UInt8) async throws {
      let place = try await spoiled(kind)
      do {
        let store = try await place.open()
        let reasons = try await store.repair()
        #expect(!reasons.isEmpty)
        #expect(try await store.list(night) == (0..<400).map { record($0) })
        for number in 0..<400 { #expect(try await store.read(name(number)) == record(number)) }
        #expect(try await store.verify().verdict == .holds)
        try await store.upsert(record(7, "newer"))
        #expect(try await store.read(name(7)) == record(7, "newer"))
      }
      #expect(try place.soundness() == "ok")
      #expect(try await place.open().count(night) == 400)
    }

    @Test(arguments: [2, 10] as [UInt8])
    func `Beside a damaged page of the index of ids the oldest records make room`(_ kind: UInt8) async throws {
      let place = try await spoiled(kind)
      let store = try await place.open()
      #expect(try await store.deleteOldest(night, keeping: 10) == [])
      #expect(try await store.list(night) == (390..<400).map { record($0) })
      #expect(try await store.verify().verdict == .holds)
      #expect(try place.soundness() == "ok")
      for number in 0..<390 { #expect(try !place.holds(key(name(number)))) }
    }

    @Test func `Beside a damaged page of the sealed index records are stored, changed and deleted`() async throws {
      let place = try Place()
      try await place.fill(500)
      try place.spoil("node") { $0.spoilFirstLeaf(ofTableAt: $1) }
      let store = try await place.open()
      try await store.insert(record(600))
      try await store.upsert(record(470, "newer"))
      try await store.delete(name(480))
      #expect(try await store.read(name(600)) == record(600))
      #expect(try await store.read(name(470)) == record(470, "newer"))
      let listing = try await store.listing(night)
      #expect(listing.records.suffix(2) == [record(600), record(470, "newer")])
      #expect(!listing.records.contains(record(480)))
      #expect(listing.damage.first == RecordError.indexDamaged(level: 0, place: 0))
      await #expect(throws: RecordError.indexDamaged(level: 0, place: 0)) { try await store.delete(name(3)) }
    }

    @Test func `A page of rows that can be read but not written is made anew by a repair`() async throws {
      let place = try Place()
      try await place.fill(400)
      try place.spoil("record") { $0.spoilRoom(ofTableAt: $1, isLast: true) }
      let store = try await place.open()
      await #expect(throws: RecordError.self) { try await store.insert(record(600)) }
      #expect(try await store.repair() == [])
      try await store.insert(record(600))
      #expect(try await store.list(night) == (0..<400).map { record($0) } + [record(600)])
      #expect(try await store.verify().verdict == .holds)
      #expect(try place.soundness() == "ok")
    }

    @Test(arguments: ["record", "node", "header"])
    func `A fault that stops no change leaves a repair nothing to say`(_ table: String) async throws {
      let place = try Place()
      try await place.fill(400)
      try place.spoil(table) { $0.spoilCount(ofTableAt: $1) }
      let found = try place.soundness()
      try #require(found != "ok")
      let store = try await place.open()
      for number in 600..<602 {
        #expect(try await store.repair() == [])
        try await store.insert(record(number))
      }
      #expect(try await store.count(night) == 402)
      if table != "header" { #expect(try place.soundness() == "ok") }
    }

    @Test func `An entry of the index of ids that leads to no row keeps no id from its record`() async throws {
      let place = try Place()
      try await place.fill(3)
      try place.tamper(
        "INSERT INTO record SELECT 77, ?, plain, sealed FROM record WHERE sequence = 1", [Data(key(name(9)))])
      var pages = try DatabasePages(place)
      let isDone = pages.renumber(77, of: name(9), as: [78])
      try #require(isDone)
      try pages.write()
      let store = try await place.open()
      try await store.upsert(record(9))
      #expect(try await store.read(name(9)) == record(9))
      #expect(try await store.list(night) == [record(0), record(1), record(2), record(9)])
      #expect(try await store.verify().verdict == .holds)
    }

    @Test func `An id that somebody gave to the row of another record takes that record from nobody`() async throws {
      let place = try Place()
      try await place.fill(3)
      try place.tamper("UPDATE record SET id = ? WHERE sequence = 2", [Data(key(name(9)))])
      let store = try await place.open()
      await #expect(throws: RecordError.duplicate(name(9))) { try await store.insert(record(9)) }
      try place.tamper("UPDATE record SET id = ? WHERE sequence = 2", [Data(key(name(1)))])
      #expect(try await store.list(night) == (0..<3).map { record($0) })
    }

    @Test func `A repair that puts rows in order names the planted ones that go with it`() async throws {
      let place = try Place()
      try await place.fill(100)
      for (sequence, number) in [(120, 300), (5000, 301)] {
        try place.tamper(
          "INSERT INTO record SELECT ?, ?, plain, sealed FROM record WHERE sequence = 1",
          [sequence, Data(key(name(number)))])
      }
      let hidden = try HiddenRecord(id: name(4), place: place).hide()
      try #require(hidden == 1)
      let store = try await place.open()
      let reasons = try await store.repair()
      #expect(reasons.count == 3)
      #expect(Set(reasons) == [.plantedRow(sequence: 120), .plantedRow(sequence: 5000), .altered(name(4))])
      #expect(try await store.verify().verdict == .holds)
    }
  }
#endif
