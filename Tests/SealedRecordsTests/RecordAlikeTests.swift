#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// A record whose id begins with the same 32 bits as all others of these.
  private func alike(_ number: UInt8, _ text: String = "slept well") -> SealedRecord {
    SealedRecord(
      id: UUID(uuid: (1, 2, 3, 4, 5, 6, 0x40, 8, 0x80, 10, 11, 12, 13, 14, 15, number)), kind: night,
      createdAt: time(5), payload: Array(text.utf8))
  }

  /// The sealed index tells records apart by how their ids begin: those that begin alike only their rows do.
  @Suite struct RecordAlikeTests {
    /// The first and the second row get each other's id, or their own ones back.
    private func giveIDs(_ first: UInt8, _ second: UInt8, at place: Place) throws {
      try place.tamper("UPDATE record SET id = x'00' WHERE sequence = 1")
      try place.tamper("UPDATE record SET id = ? WHERE sequence = 2", [Data(key(alike(second).id))])
      try place.tamper("UPDATE record SET id = ? WHERE sequence = 1", [Data(key(alike(first).id))])
    }

    /// A file of some records, and the handle that stored them or the next one.
    private func filled(_ count: UInt8, isSame: Bool) async throws -> (Place, SQLiteRecords) {
      let place = try Place()
      let writer = try await place.open()
      try await writer.apply((1...count).map { .insert(alike($0)) })
      if isSame { return (place, writer) }
      return (place, try await place.open())
    }

    @Test(arguments: [true, false])
    func `With exchanged ids that begin alike nothing is said to be deleted`(_ isSame: Bool) async throws {
      let (place, store) = try await filled(2, isSame: isSame)
      try giveIDs(2, 1, at: place)
      await #expect(throws: RecordError.altered(alike(1).id)) { try await store.delete(alike(1).id) }
      try giveIDs(1, 2, at: place)
      #expect(try await store.list(night) == [alike(1), alike(2)])
      try await store.delete(alike(1).id)
      #expect(try await store.list(night) == [alike(2)])
    }

    @Test(arguments: [true, false])
    func `With exchanged ids that begin alike no older state stands beside the newer one`(_ isSame: Bool) async throws {
      let (place, store) = try await filled(2, isSame: isSame)
      let newer = alike(1, "newer")
      try giveIDs(2, 1, at: place)
      try await store.upsert(newer)
      #expect(try await store.read(alike(1).id) == newer)
      #expect(try await store.listing(night).damage == [.altered(alike(2).id), .removedRow(sequence: 2)])
      try place.tamper("UPDATE record SET id = x'00' WHERE sequence = 3")
      try place.tamper("UPDATE record SET id = ? WHERE sequence = 1", [Data(key(alike(1).id))])
      await #expect(throws: RecordError.olderRow(alike(1).id)) { _ = try await store.read(alike(1).id) }
      #expect(try await store.listing(night).records == [])
    }

    @Test func `An id that leads to the row of another record takes nothing out`() async throws {
      let place = try Place()
      try await place.fill(1)
      let hidden = HiddenRecord(id: record(0).id, place: place)
      let count = try hidden.hide()
      try #require(count == 1)
      let other = UUID(uuid: (0, 0, 3, 4, 5, 6, 0x40, 8, 0x80, 10, 11, 12, 13, 14, 15, 0))
      do {
        let store = try await place.open()
        await #expect(throws: RecordError.altered(other)) { try await store.delete(other) }
      }
      try hidden.show()
      #expect(try await place.open().list(night) == [record(0)])
    }

    @Test(arguments: [true, false])
    func `A damaged row among ids that begin alike is deleted or stored anew`(_ isDeleted: Bool) async throws {
      let (place, store) = try await filled(3, isSame: false)
      try place.tamper("UPDATE record SET sealed = zeroblob(60) WHERE sequence = 1")
      try await store.apply([isDeleted ? .delete(alike(1).id) : .upsert(alike(1, "newer"))])
      #expect(try await store.list(night) == [alike(2), alike(3)] + (isDeleted ? [] : [alike(1, "newer")]))
      #expect(try await store.verify().verdict == .holds)
    }

    @Test func `Of two damaged rows whose ids begin alike none is deleted before a repair`() async throws {
      let (place, store) = try await filled(3, isSame: false)
      try place.tamper("UPDATE record SET sealed = zeroblob(60) WHERE sequence < 3")
      await #expect(throws: RecordError.altered(alike(1).id)) { try await store.delete(alike(1).id) }
      #expect(try await store.repair() == [.altered(alike(1).id), .altered(alike(2).id)])
      try await store.delete(alike(1).id)
      #expect(try await store.list(night) == [alike(3)])
    }
  }
#endif
