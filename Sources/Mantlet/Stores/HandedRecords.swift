import Foundation
import SealedRecords
import Synchronization

/// The records of one person, as they are handed out. Whoever still holds them after a change of person, or after a
/// logout, is refused with `RecordError.closed`.
final class HandedRecords: RecordStore {
  private struct State {
    var isClosed = false
    var inside = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let store: any RecordStore
  private let door = Mutex(State())

  init(_ store: any RecordStore) { self.store = store }

  var isClosed: Bool { door.withLock { $0.isClosed } }

  /// Lets nobody in any more, and returns when the last one has left: what was under way is kept and anchored.
  func close() async {
    await withCheckedContinuation { continuation in
      let isEmpty = door.withLock { door in
        door.isClosed = true
        if door.inside > 0 { door.waiting.append(continuation) }
        return door.inside == 0
      }
      if isEmpty { continuation.resume() }
    }
  }

  func apply(_ changes: [RecordChange]) async throws(RecordError) {
    try enter()
    defer { leave() }
    try await store.apply(changes)
  }

  func read(_ id: UUID) async throws(RecordError) -> SealedRecord? {
    try enter()
    defer { leave() }
    return try await store.read(id)
  }

  func list(_ kind: RecordKind, in range: Range<Date>?) async throws(RecordError) -> [SealedRecord] {
    try enter()
    defer { leave() }
    return try await store.list(kind, in: range)
  }

  func listing(_ kind: RecordKind, in range: Range<Date>?) async throws(RecordError) -> RecordListing {
    try enter()
    defer { leave() }
    return try await store.listing(kind, in: range)
  }

  func deleteOldest(_ kind: RecordKind, keeping count: Int) async throws(RecordError) -> [RecordError] {
    try enter()
    defer { leave() }
    return try await store.deleteOldest(kind, keeping: count)
  }

  /// What a store with an index does for its soundness; nil for one without.
  func maintain<Result: Sendable>(
    _ body: @Sendable (any RecordMaintenance) async throws(RecordError) -> Result
  ) async throws(RecordError) -> Result? {
    guard let store = store as? any RecordMaintenance else { return nil }
    try enter()
    defer { leave() }
    return try await body(store)
  }

  func pending(limit: Int) async throws(RecordError) -> [PendingRecord] {
    try enter()
    defer { leave() }
    return try await store.pending(limit: limit)
  }

  func count(_ kind: RecordKind) async throws(RecordError) -> Int {
    try enter()
    defer { leave() }
    return try await store.count(kind)
  }

  var state: RecordState? {
    get async { isClosed ? nil : await store.state }
  }

  private func enter() throws(RecordError) {
    let isAdmitted = door.withLock { door in
      if !door.isClosed { door.inside += 1 }
      return !door.isClosed
    }
    guard isAdmitted else { throw .closed }
  }

  private func leave() {
    let waiting = door.withLock { door in
      door.inside -= 1
      guard door.inside == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { door.waiting = [] }
      return door.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
