import AppSession
import Foundation
import SealedRecords
import TrustWire

/// Records: kept sealed on the device, sent to the server when there is one.
extension Shield {
  /// Keeps a record, sealed at rest, until the server has it and after.
  ///
  /// - Parameters:
  ///   - kind: 1 to 64 of `a`–`z`, `0`–`9`, `.` and `-`.
  ///   - payload: the app's own JSON text.
  /// - Throws: ``ShieldError/records(_:)``.
  @discardableResult
  public func keep(kind: String, payload: String) async throws(ShieldError) -> UUID {
    guard let kind = RecordKind(kind) else { throw .records(.unavailable(0)) }
    let record = SealedRecord(id: UUID(), kind: kind, createdAt: now(), payload: Array(payload.utf8))
    do {
      try await records.insert(record)
    } catch {
      throw .records(error)
    }
    return record.id
  }

  /// How many records of a kind this device holds.
  public func recordCount(kind: String) async throws(ShieldError) -> Int {
    guard let kind = RecordKind(kind) else { throw .records(.unavailable(0)) }
    do {
      return try await records.list(kind).count
    } catch {
      throw .records(error)
    }
  }

  /// Sends what the server does not have yet. A crash in between sends a record twice, which the server counts once.
  ///
  /// - Returns: how many records the server accepted.
  /// - Throws: ``ShieldError`` `records`, `session`.
  @discardableResult
  public func synchronize() async throws(ShieldError) -> Int {
    var count = 0
    while true {
      let pending: [PendingRecord]
      do { pending = try await records.pending(limit: 100) } catch { throw .records(error) }
      guard !pending.isEmpty else { return count }
      let receipt: RecordReceipt
      do { receipt = try await authorized(Self.batch(pending)) } catch { throw .session(error) }
      let accepted = Set(receipt.accepted)
      let marks = pending.filter { accepted.contains($0.record.id.uuidString) }.map { RecordChange.markSynced($0.mark) }
      // A server that takes none of them would be asked for ever.
      guard !marks.isEmpty else { return count }
      do { try await records.apply(marks) } catch { throw .records(error) }
      count += marks.count
    }
  }

  private static func batch(_ pending: [PendingRecord]) -> RecordBatch {
    RecordBatch(
      pending.map {
        RecordBatch.Entry(
          id: $0.record.id.uuidString, kind: $0.record.kind.text,
          createdAt: Int64($0.record.createdAt.timeIntervalSince1970),
          payload: String(decoding: $0.record.payload, as: UTF8.self))
      })
  }

  /// A sync request that carries no token at all, to be refused: for demonstrations and tests of the server.
  package func synchronizeWithoutTokens() async throws(ShieldError) {
    do {
      _ = try await client.upload(RecordBatch([]), headers: [])
    } catch {
      throw .session(error)
    }
  }
}
