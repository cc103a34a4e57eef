public import Foundation
public import SealedRecords

/// The in-memory twin of a record store, for tests: it keeps the promises of `RecordStore`, seals nothing and forgets
/// everything when it ends.
public actor InMemoryRecords: RecordStore {
  private struct Row {
    let record: SealedRecord
    let sequence: Int64
    var synced: Bool
  }

  private var rows: [UUID: Row] = [:]
  private var sequence: Int64 = 0

  public init() {}

  public func apply(_ changes: [RecordChange]) throws(RecordError) {
    var rows = rows
    var sequence = sequence
    for change in changes {
      switch change {
      case .insert(let record), .upsert(let record), .keepLocal(let record):
        guard record.kind != .index, record.date.timeIntervalSinceReferenceDate.isFinite,
          record.createdAt.timeIntervalSinceReferenceDate.isFinite
        else { throw .unsuitable(record.id) }
      default: break
      }
      switch change {
      case .insert(let record):
        guard rows[record.id] == nil else { throw .duplicate(record.id) }
        sequence += 1
        rows[record.id] = Row(record: record, sequence: sequence, synced: false)
      case .upsert(let record):
        sequence += 1
        rows[record.id] = Row(record: record, sequence: sequence, synced: false)
      case .keepLocal(let record):
        sequence += 1
        rows[record.id] = Row(record: record, sequence: sequence, synced: true)
      case .delete(let id): rows[id] = nil
      case .markSynced(let mark):
        if let row = rows[mark.id], row.sequence == mark.sequence, row.record.kind == mark.kind {
          rows[mark.id]?.synced = true
        }
      }
    }
    self.rows = rows
    self.sequence = sequence
  }

  public func read(_ id: UUID) -> SealedRecord? { rows[id]?.record }

  public func list(_ kind: RecordKind, in range: Range<Date>?) -> [SealedRecord] {
    rows.values.filter { $0.record.kind == kind && range?.contains($0.record.date) ?? true }.sorted {
      $0.sequence < $1.sequence
    }.map(\.record)
  }

  public func deleteOldest(_ kind: RecordKind, keeping count: Int) -> [RecordError] {
    let oldest = list(kind, in: nil)
    for record in oldest.prefix(max(oldest.count - max(count, 0), 0)) { rows[record.id] = nil }
    return []
  }

  public func pending(limit: Int) -> [PendingRecord] {
    rows.values.filter { !$0.synced }.sorted { $0.sequence < $1.sequence }.prefix(max(limit, 0)).map { row in
      PendingRecord(
        record: row.record, mark: RecordMark(id: row.record.id, kind: row.record.kind, sequence: row.sequence))
    }
  }
}
