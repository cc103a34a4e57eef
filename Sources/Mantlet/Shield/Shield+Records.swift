import AppSession
import DataLifecycle
import Foundation
import SealedRecords
import TrustWire
import UntrustedInput

/// Records: kept sealed on the device, sent to the server when there is one.
extension Shield {
  /// Keeps a record, sealed at rest, until the server has it and after. Works while the session is locked; reading does
  /// not.
  ///
  /// - Parameters:
  ///   - kind: 1 to 64 of `a`–`z`, `0`–`9`, `.` and `-`.
  ///   - payload: the app's own JSON text.
  /// - Throws: ``ShieldError/records(_:)``; ``ShieldError/storage(_:)`` `misplaced` when the policy keeps no `appData` at
  ///   rest; ``ShieldError/unsendable(_:)`` for a record that would wait for ever, before it is kept.
  @discardableResult
  public func keep(kind: String, payload: String) async throws(ShieldError) -> UUID {
    guard let kind = RecordKind(kind) else { throw .records(.unavailable(0)) }
    let record = SealedRecord(id: UUID(), kind: kind, createdAt: now(), payload: Array(payload.utf8))
    do { try RecordBatch.check(Self.entry(record, payload: payload)) } catch { throw .unsendable(error) }
    let asker = owner
    while true {
      let records = try await writableRecords(for: asker)
      do { try await records.insert(record) } catch {
        // Its person came in between, or went: the next records are theirs, or refuse it.
        if records.isClosed { continue }
        throw .records(error)
      }
      return record.id
    }
  }

  /// How many records of a kind this device holds.
  public func recordCount(kind: String) async throws(ShieldError) -> Int {
    guard let kind = RecordKind(kind) else { throw .records(.unavailable(0)) }
    let records = try await records()
    do {
      return try await records.count(kind)
    } catch {
      throw .records(error)
    }
  }

  /// Sends what the server does not have yet. A crash in between sends a record twice, which the server counts once.
  ///
  /// One upload at a time: a second call waits for the first and then sends what is left. A record that no upload can
  /// carry holds up no other one; it is reported when the others are sent.
  ///
  /// - Returns: how many records the server accepted.
  /// - Throws: ``ShieldError`` `records`, `session`, `unsendable`.
  @discardableResult
  public func synchronize() async throws(ShieldError) -> Int {
    while let running = uploading { _ = await running.value }
    let task = Task {
      // Inside the task: whoever waits for it must find it gone.
      defer { uploading = nil }
      do throws(ShieldError) {
        return Result<Int, ShieldError>.success(try await upload())
      } catch {
        return .failure(error)
      }
    }
    uploading = task
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    return try result.get()
  }

  private func upload() async throws(ShieldError) -> Int {
    try await admit()
    guard let generation = gate.current else { throw .lifecycle(.wipePending) }
    let records = try await records()
    var count = 0
    while true {
      let pending: [PendingRecord]
      do { pending = try await records.pending(limit: 100) } catch { throw .records(error) }
      guard !pending.isEmpty else { return count }
      var entries: [RecordBatch.Entry] = []
      var unsendable: WireError?
      for waiting in pending {
        let entry = Self.entry(waiting.record)
        do {
          try RecordBatch.check(entry)
          entries.append(entry)
        } catch {
          unsendable = error
        }
      }
      let batches: [RecordBatch]
      do { batches = try RecordBatch.batches(of: entries, anchor: try await Self.anchor(of: records)) } catch {
        throw .unsendable(error)
      }
      var marked = 0
      for batch in batches {
        let receipt: RecordReceipt
        do { receipt = try await authorized(batch, generation) } catch { throw .session(error) }
        let accepted = Set(receipt.accepted)
        let marks = pending.filter { accepted.contains($0.record.id.uuidString) }
          .map { RecordChange.markSynced($0.mark) }
        if !marks.isEmpty {
          do { try await records.apply(marks) } catch { throw .records(error) }
        }
        marked += marks.count
      }
      count += marked
      // A server that takes none of them would be asked for ever.
      guard marked > 0 else {
        if let unsendable { throw .unsendable(unsendable) }
        return count
      }
    }
  }

  /// How far the store has come, for the server to remember; nil for a store that keeps no index.
  private static func anchor(of records: any RecordStore) async throws(WireError) -> RecordStoreAnchor? {
    guard let state = await records.state, let generation = Int64(exactly: state.generation) else { return nil }
    return try RecordStoreAnchor(store: state.store, generation: generation, digest: state.digest)
  }

  /// A payload that is no JSON text travels as `{"base64url":"…"}`, so that every record can be sent.
  private static func entry(_ record: SealedRecord) -> RecordBatch.Entry {
    let isText = (try? JSONReader().read(record.payload)) != nil
    let payload =
      isText ? record.payload : JSONWriter().bytes(["base64url": .string(Base64URL.encode(record.payload))])
    return entry(record, payload: String(decoding: payload, as: UTF8.self))
  }

  private static func entry(_ record: SealedRecord, payload: String) -> RecordBatch.Entry {
    RecordBatch.Entry(
      id: record.id.uuidString, kind: record.kind.text, createdAt: Int64(record.createdAt.timeIntervalSince1970),
      payload: payload)
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
