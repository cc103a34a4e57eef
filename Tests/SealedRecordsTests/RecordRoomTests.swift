#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// Making room, and what stays on this device, in a file that somebody damaged.
  @Suite struct RecordRoomTests {
    @Test("Rows that cannot be read go with the oldest, each told by name, and stop neither the others nor new ones")
    func oldest() async throws {
      let place = try Place()
      try await place.fill(100)
      try place.tamper("UPDATE record SET sealed = x'00' WHERE sequence = 2; DELETE FROM record WHERE sequence = 3")
      try place.tamper("UPDATE record SET sealed = x'00' WHERE sequence = 99")
      let store = try await place.open()
      await #expect(throws: RecordError.altered(name(1))) { _ = try await store.list(night) }
      #expect(try await store.deleteOldest(night, keeping: 90) == [.altered(name(1)), .removedRow(sequence: 3)])
      #expect(try await store.count(night) == 90)
      try await store.insert(record(500))
      #expect(try await store.deleteOldest(night, keeping: 91) == [])
      let listing = try await store.listing(night)
      #expect(listing.records.map(\.id) == ((10..<98).map(name) + [name(99), name(500)]))
      #expect(listing.damage == [.altered(name(98))])
      #expect(try await store.deleteOldest(night, keeping: 0) == [.altered(name(98))])
      #expect(try await store.verify().verdict == .holds)
      #expect(try place.number("SELECT count(*) FROM record") == 0)
    }

    @Test("A damaged place of the index is told, keeps its records, and costs no other one its place")
    func damagedPlace() async throws {
      let place = try Place()
      try await place.fill(200)
      try place.tamper("DELETE FROM node WHERE place = 0")
      let store = try await place.open()
      let damage = RecordError.indexDamaged(level: 0, place: 0)
      // 63 of the 200 lie in the damaged place: the others are fewer than may stay.
      #expect(try await store.deleteOldest(night, keeping: 150) == [damage])
      #expect(try await store.listing(night).records.count == 137)
      #expect(try await store.deleteOldest(night, keeping: 100) == [damage])
      #expect(try await store.listing(night).records.map(\.id) == (100..<200).map(name))
      try await store.repair()
      #expect(try await store.list(night).count == 163)
    }

    @Test("Other kinds stay, and a kind that nobody stored has nothing to remove")
    func kinds() async throws {
      let place = try Place()
      let store = try await place.open()
      try await store.apply((0..<10).map { .insert(record($0, kind: $0.isMultiple(of: 2) ? night : survey)) })
      #expect(try await store.deleteOldest(.sleepLog, keeping: 0) == [])
      #expect(try await store.deleteOldest(night, keeping: 1) == [])
      #expect(try await store.list(night).map(\.id) == [name(8)])
      #expect(try await store.count(survey) == 5)
    }

    @Test(
      "What is kept locally takes the place of a row whose id was exchanged; the record that it was is told as removed")
    func exchanged() async throws {
      let place = try Place()
      try await place.fill(2)
      let id = withUnsafeBytes(of: name(700).uuid) { Data($0) }
      try place.tamper("UPDATE record SET id = ? WHERE sequence = 1", [id])
      let store = try await place.open()
      await #expect(throws: RecordError.altered(name(700))) { try await store.upsert(record(700)) }
      try await store.apply([.keepLocal(record(700, "new"))])
      #expect(try await store.read(name(700)) == record(700, "new"))
      let listing = try await store.listing(night)
      #expect(listing.records == [record(1), record(700, "new")])
      #expect(listing.damage == [.removedRow(sequence: 1)])
    }

    @Test("Kinds that stay on this device are never pending: not when stored, not after a repair, not in an older file")
    func local() async throws {
      let place = try Place()
      let tables = [RecordTable(survey, staysLocal: true)]
      let before = try await place.open()
      // Stored by a version that did not declare it: its mark says pending.
      try await before.insert(record(1, kind: survey))
      let store = try await place.open(tables: tables)
      #expect(try await store.pending(limit: 10).isEmpty)
      try await store.apply([.insert(record(2, kind: survey)), .keepLocal(record(3, kind: survey)), .insert(record(4))])
      try await store.apply([.keepLocal(record(5, kind: .mission))])
      #expect(try await store.pending(limit: 10).map(\.record.id) == [name(4)])
      try place.tamper("DELETE FROM node WHERE place = 0")
      let damaged = try await place.open(tables: tables)
      #expect(try await damaged.repair() == [.indexDamaged(level: 0, place: 0)])
      #expect(try await damaged.list(survey).map(\.id) == [1, 2, 3].map(name))
      #expect(try await damaged.list(.mission).map(\.id) == [name(5)])
      #expect(try await damaged.pending(limit: 10).map(\.record.id) == [name(4)])
      #expect(try await damaged.verify().verdict == .holds)
      // The mark itself, not the declaration, says so now.
      #expect(try await place.open().pending(limit: 10).map(\.record.id) == [name(4)])
    }
  }
#endif
