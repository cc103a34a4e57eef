#if Records
  import Foundation
  import GRDB
  import SealedRecords
  import SecurityPolicy
  import SecurityTesting
  import Testing

  private typealias RecordError = SealedRecords.RecordError

  /// Rows whose numbers somebody changed where they lie in the file: SQLite believes that they stand in their order.
  @Suite struct RecordOrderTests {
    /// As SQLite writes it: the lowest number that there is.
    private static let lowest: [UInt8] = [0xC0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0]

    /// A file of a hundred records, one of which has another number.
    private func renumbered(_ sequence: Int, as number: [UInt8], _ sql: String = "") async throws -> Place {
      let place = try Place()
      try await place.fill(100)
      try place.tamper(sql)
      var pages = try DatabasePages(place)
      let isDone = pages.renumber(UInt8(sequence), of: name(sequence - 1), as: number)
      try #require(isDone)
      try pages.write()
      return place
    }

    /// What SQLite gives for the second leaf of the index.
    private func found(in place: Place) throws -> [Int64] {
      let queue = try DatabaseQueue(path: place.path)
      defer { try? queue.close() }
      return try queue.inDatabase {
        try Int64.fetchAll($0, sql: "SELECT sequence FROM record WHERE sequence BETWEEN 64 AND 127")
      }
    }

    @Test func `A row with an impossible number among its neighbours is a planted one, and no crash`() async throws {
      let place = try await renumbered(100, as: Self.lowest)
      let numbers = try found(in: place)
      try #require(numbers.last == Int64.min)
      let store = try await place.open()
      let listing = try await store.listing(night)
      #expect(listing.damage == [.removedRow(sequence: 100)])
      #expect(listing.records == (0..<99).map { record($0) })
      #expect(try await store.pending(limit: 200).count == 99)
      #expect(try await store.verify().damage == [.removedRow(sequence: 100), .plantedRow(sequence: .min)])
      #expect(try await store.repair() == [.plantedRow(sequence: .min), .removedRow(sequence: 100)])
      #expect(try await store.list(night) == (0..<99).map { record($0) })
      #expect(try await store.verify().verdict == .holds)
      try await store.insert(record(99))
      #expect(try await store.read(name(99)) == record(99))
    }

    @Test func `Beside it the oldest records make room, and no key is erased before a repair`() async throws {
      let place = try await renumbered(100, as: Self.lowest)
      let numbers = try found(in: place)
      try #require(numbers.last == Int64.min)
      let store = try await place.open()
      #expect(try await store.deleteOldest(night, keeping: 30) == [])
      #expect(try await store.listing(night).records == (70..<99).map { record($0) })
      #expect(try await store.rotateKey(of: night) == [.plantedRow(sequence: .min)])
      #expect(try await place.keys.key(for: night, version: 2) != nil)
      try await store.repair()
      #expect(try await store.finishRewrites() == [])
      #expect(try await place.keys.key(for: night, version: 2) == nil)
      #expect(try await store.list(night) == (70..<99).map { record($0) })
    }

    @Test func `A higher number hides the rows behind it until a repair, which loses none of them`() async throws {
      // 500.
      let place = try await renumbered(97, as: [0x83, 0x74])
      let numbers = try found(in: place)
      try #require(numbers.last == 96)
      let store = try await place.open()
      #expect(try await store.listing(night).records.count == 96)
      #expect(try await store.repair() == [.plantedRow(sequence: 500), .removedRow(sequence: 97)])
      #expect(try await store.list(night) == (0..<100).filter { $0 != 96 }.map { record($0) })
      #expect(try await store.verify().verdict == .holds)
    }

    @Test func `A number of another leaf takes no record from it when a damaged one is built anew`() async throws {
      let place = try await renumbered(100, as: [5], "DELETE FROM node WHERE place = 1")
      let store = try await place.open()
      // The one that has another number now is gone.
      let reasons: [RecordError] = [
        .plantedRow(sequence: 5), .indexDamaged(level: 0, place: 1), .missingRows(1, level: 0, place: 1),
      ]
      #expect(try await store.repair() == reasons)
      #expect(try await store.list(night) == (0..<99).map { record($0) })
      #expect(try await store.verify().verdict == .holds)
    }
  }
#endif
