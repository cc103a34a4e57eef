import Foundation
import SealedRecords
import SecurityTesting

/// A record store in which some records cannot be read any more, until somebody removes them.
struct DamagedRecords: RecordStore {
  let store: InMemoryRecords
  let isDamaged: @Sendable (SealedRecord) -> Bool

  func apply(_ changes: [RecordChange]) async throws(RecordError) { try await store.apply(changes) }

  func read(_ id: UUID) async throws(RecordError) -> SealedRecord? {
    guard let record = await store.read(id) else { return nil }
    guard !isDamaged(record) else { throw .altered(id) }
    return record
  }

  func list(_ kind: RecordKind, in range: Range<Date>?) async throws(RecordError) -> [SealedRecord] {
    let listing = await listing(kind, in: range)
    if let first = listing.damage.first { throw first }
    return listing.records
  }

  func listing(_ kind: RecordKind, in range: Range<Date>?) async -> RecordListing {
    let all = await store.list(kind, in: range)
    return RecordListing(
      records: all.filter { !isDamaged($0) }, damage: all.filter(isDamaged).map { .altered($0.id) })
  }

  func count(_ kind: RecordKind) async throws(RecordError) -> Int { await store.list(kind, in: nil).count }

  func deleteOldest(_ kind: RecordKind, keeping count: Int) async throws(RecordError) -> [RecordError] {
    let all = await store.list(kind, in: nil)
    let gone = all.prefix(max(all.count - count, 0))
    try await store.apply(gone.map { .delete($0.id) })
    return gone.filter(isDamaged).map { .altered($0.id) }
  }

  func pending(limit: Int) async throws(RecordError) -> [PendingRecord] { await store.pending(limit: limit) }
}
