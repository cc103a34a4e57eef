import Foundation
public import SealedRecords

/// What every `RecordStore` promises, as runnable claims. Needs no test framework.
public enum RecordStoreConformance {
  private struct Broken: Error {}

  /// Runs every claim on a store of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameter makeEmptyStore: a new store with nothing in it; called once per claim.
  public static func brokenClaims(
    of makeEmptyStore: () async throws -> any RecordStore
  ) async -> [String] {
    var broken: [String] = []
    for (claim, check) in claims {
      do { try await check(makeEmptyStore()) } catch is Broken { broken.append(claim) } catch {
        broken.append("\(claim) (it threw \(error))")
      }
    }
    return broken
  }

  private typealias Check = @Sendable (any RecordStore) async throws -> Void

  private static let claims: [(String, Check)] = [
    (
      "an empty store reads nil and lists nothing",
      { store in
        try await expect(store.read(id(1)) == nil)
        try await expect(store.list(kind("night")).isEmpty)
        try await expect(store.pending(limit: 10).isEmpty)
      }
    ),
    (
      "a record comes back whole, its time to the last bit",
      { store in
        let record = try record(1, time: 780_000_000.123_456_7)
        try await store.insert(record)
        try await expect(store.read(id(1)) == record)
      }
    ),
    (
      "an insert of an id that exists is refused and changes nothing",
      { store in
        try await store.insert(record(1, payload: [1]))
        try await refused(.duplicate(id(1))) { try await store.insert(record(1, payload: [2])) }
        try await expect(store.read(id(1))?.payload == [1])
      }
    ),
    (
      "an upsert replaces the record and its kind",
      { store in
        try await store.insert(record(1))
        try await store.upsert(record(1, "survey", payload: [9]))
        try await expect(store.list(kind("night")).isEmpty)
        try await expect(store.list(kind("survey")).map(\.payload) == [[9]])
      }
    ),
    (
      "a list holds its kind only, in the order of the last change",
      { store in
        for number: UInt8 in [3, 1, 2] { try await store.insert(record(number)) }
        try await store.insert(record(4, "survey"))
        try await store.upsert(record(3))
        try await expect(store.list(kind("night")).map(\.id) == [id(1), id(2), id(3)])
      }
    ),
    (
      "a transaction with a refused change leaves no trace of the others",
      { store in
        try await store.insert(record(1, payload: [1]))
        try await refused(.duplicate(id(1))) {
          try await store.apply([.insert(record(2)), .upsert(record(1, payload: [2])), .insert(record(1))])
        }
        try await expect(store.read(id(2)) == nil)
        try await expect(store.read(id(1))?.payload == [1])
      }
    ),
    (
      "changes of one transaction happen in their order",
      { store in
        try await store.apply([.insert(record(1)), .delete(id(1)), .insert(record(1, payload: [5]))])
        try await expect(store.read(id(1))?.payload == [5])
      }
    ),
    (
      "a deleted record is gone; deleting twice is no error",
      { store in
        try await store.insert(record(1))
        try await store.insert(record(2))
        try await store.delete(id(1))
        try await store.delete(id(1))
        try await expect(store.read(id(1)) == nil)
        try await expect(store.pending(limit: 10).map(\.record.id) == [id(2)])
      }
    ),
    (
      "a record is pending until it is marked as synced, and again after a change",
      { store in
        try await store.insert(record(1))
        let first = try await store.pending(limit: 10)
        try expect(first.map(\.record) == [record(1)])
        for pending in first { try await store.markSynced(pending.mark) }
        try await expect(store.pending(limit: 10).isEmpty)
        try await expect(store.read(id(1)) == record(1))
        try await store.upsert(record(1, payload: [2]))
        try await expect(store.pending(limit: 10).map(\.record.payload) == [[2]])
      }
    ),
    (
      "a record for this device alone is kept, replaces an older one and is never pending",
      { store in
        try await store.insert(record(1))
        try await store.apply([.keepLocal(record(1, payload: [2])), .keepLocal(record(2))])
        try await expect(store.pending(limit: 10).isEmpty)
        try await expect(store.list(kind("night")).map(\.payload) == [[2], [1, 2, 3]])
        try await store.upsert(record(1, payload: [3]))
        try await expect(store.pending(limit: 10).map(\.record.payload) == [[3]])
      }
    ),
    (
      "a mark of an older state does not hide a change made meanwhile",
      { store in
        try await store.insert(record(1))
        let old = try await store.pending(limit: 10)
        try await store.upsert(record(1, payload: [2]))
        for pending in old { try await store.markSynced(pending.mark) }
        try await expect(store.pending(limit: 10).map(\.record.payload) == [[2]])
      }
    ),
    (
      "a mark never fits a later record, also after deletion of the newest",
      { store in
        try await store.insert(record(1))
        let old = try await store.pending(limit: 10)
        try await store.delete(id(1))
        try await store.insert(record(1, payload: [2]))
        for pending in old { try await store.markSynced(pending.mark) }
        try await expect(store.pending(limit: 10).count == 1)
      }
    ),
    (
      "a range holds the dates from its beginning up to before its end",
      { store in
        for number: UInt8 in [1, 2, 3, 4] { try await store.insert(record(number, date: Double(number))) }
        let range = Date(timeIntervalSinceReferenceDate: 2)..<Date(timeIntervalSinceReferenceDate: 4)
        try await expect(store.list(kind("night"), in: range).map(\.id) == [id(2), id(3)])
        try await store.upsert(record(2, date: 9))
        try await expect(store.list(kind("night"), in: range).map(\.id) == [id(3)])
      }
    ),
    (
      "many records of two kinds, changed and deleted in between, are each listed once and in order",
      { store in
        var expected: [UUID] = []
        for number in 0..<150 {
          let name = UUID(uuid: (0xB0, UInt8(number), 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
          let kind = try kind(number.isMultiple(of: 3) ? "survey" : "night")
          let date = Date(timeIntervalSinceReferenceDate: Double(number))
          try await store.insert(SealedRecord(id: name, kind: kind, createdAt: date, payload: [UInt8(number)]))
          if kind.text == "night" { expected.append(name) }
        }
        for number in [0, 60, 70] { try await store.delete(expected[number]) }
        for number in [70, 60, 0] { expected.remove(at: number) }
        try await expect(store.list(kind("night")).map(\.id) == expected)
        try await expect(store.list(kind("survey")).count == 50)
        try await expect(store.pending(limit: 1000).count == 147)
      }
    ),
    (
      "a record without a time, or of the reserved kind, is refused",
      { store in
        for bad in try [record(1, time: .nan), record(1, date: .infinity)] {
          try await refused(.unsuitable(id(1))) { try await store.insert(bad) }
        }
        let reserved = SealedRecord(id: id(1), kind: .index, createdAt: Date(timeIntervalSince1970: 0), payload: [])
        try await refused(.unsuitable(id(1))) { try await store.insert(reserved) }
        try await expect(store.read(id(1)) == nil)
      }
    ),
    (
      "a listing holds what a list holds, and no damage where there is none",
      { store in
        for number: UInt8 in [3, 1, 2] { try await store.insert(record(number, date: Double(number))) }
        let range = Date(timeIntervalSinceReferenceDate: 2)..<Date(timeIntervalSinceReferenceDate: 9)
        let listing = try await store.listing(kind("night"), in: range)
        try await expect(listing.records == store.list(kind("night"), in: range) && listing.records.count == 2)
        try expect(listing.damage.isEmpty)
      }
    ),
    (
      "making room removes those of its kind that changed longest ago, and no more than that",
      { store in
        for number: UInt8 in 1...5 { try await store.insert(record(number)) }
        try await store.insert(record(9, "survey"))
        try await store.upsert(record(1, payload: [7]))
        try await expect(store.deleteOldest(kind("night"), keeping: 5).isEmpty)
        try await expect(store.count(kind("night")) == 5)
        try await expect(store.deleteOldest(kind("night"), keeping: 2).isEmpty)
        try await expect(store.list(kind("night")).map(\.id) == [id(5), id(1)])
        try await expect(store.read(id(2)) == nil)
        _ = try await store.deleteOldest(kind("night"), keeping: 0)
        try await expect(store.list(kind("night")).isEmpty)
        try await expect(store.list(kind("survey")).map(\.id) == [id(9)])
      }
    ),
    (
      "pending keeps the limit and the order",
      { store in
        for number: UInt8 in [2, 1, 3] { try await store.insert(record(number)) }
        try await expect(store.pending(limit: 2).map(\.record.id) == [id(2), id(1)])
        try await expect(store.pending(limit: 0).isEmpty)
      }
    ),
  ]

  private static func expect(_ holds: Bool) throws {
    guard holds else { throw Broken() }
  }

  private static func refused(_ expected: RecordError, _ body: () async throws -> Void) async throws {
    do { try await body() } catch let error as RecordError where error == expected { return }
    throw Broken()
  }

  private static func id(_ number: UInt8) -> UUID {
    UUID(uuid: (0xA0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
  }

  private static func kind(_ text: String) throws -> RecordKind {
    guard let kind = RecordKind(text) else { throw Broken() }
    return kind
  }

  private static func record(
    _ number: UInt8, _ text: String = "night", time: Double = 1, date: Double? = nil, payload: [UInt8] = [1, 2, 3]
  ) throws -> SealedRecord {
    try SealedRecord(
      id: id(number), kind: kind(text), createdAt: Date(timeIntervalSinceReferenceDate: time),
      date: date.map { Date(timeIntervalSinceReferenceDate: $0) }, payload: payload)
  }
}
