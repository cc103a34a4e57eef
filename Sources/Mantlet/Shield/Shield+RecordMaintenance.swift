import DataLifecycle
public import Foundation
public import SealedRecords

/// Whether the records are what was stored, and what can be done when they are not.
///
/// All of it is the record store's own: see `SQLiteRecords`. It concerns the records of whoever is signed in, of all kinds,
/// and ends with that person as ``records()`` does. Throws, beside what is said at each: ``ShieldError/records(_:)``;
/// ``ShieldError/storage(_:)`` `misplaced` when the policy keeps no `appData` at rest; ``ShieldError/lifecycle(_:)`` while
/// a wipe is pending; ``ShieldError/notProvided(_:)`` when the adapters' store has no index.
extension Shield {
  /// The records of a kind that can be read, and why others cannot: one bad row leaves the others readable.
  ///
  /// - Parameter range: of the records' own dates; nil for any.
  /// - Throws: ``ShieldError/session(_:)`` while the session is locked, and after it ended until somebody signs in.
  public func listing(
    _ kind: RecordKind, in range: Range<Date>? = nil
  ) async throws(ShieldError) -> RecordListing {
    let asker = owner
    try await requireReadable()
    let records = try await writableRecords(for: asker)
    do throws(RecordError) { return try await records.listing(kind, in: range) } catch { throw .records(error) }
  }

  /// Walks through every record and says which places are not sound; changes nothing. Takes time in proportion to their
  /// number. What it finds is in the answer, not thrown.
  ///
  /// - Throws: ``ShieldError/session(_:)`` as ``listing(_:in:)``.
  public func verifyRecords() async throws(ShieldError) -> RecordInspection {
    try await requireReadable()
    return try await maintained { records throws(RecordError) in try await records.verify() }
  }

  /// Takes out what is not sound and builds damaged places of the index anew. Where it does, an older state of a row cannot
  /// be told from the newest: such records are pending again, unless their kind stays on this device.
  ///
  /// - Parameter discardingNewer: takes out, too, what seems to be of a newer version of the app, and is lost by that: for
  ///   when no update helps, as damage can look like it.
  /// - Returns: every reason, of what is lost too: ask the person before, or tell them. With `pagesStay` the repair
  ///   holds, but the file keeps pages in which deleted rows may stand: repair again later.
  /// - Throws: ``ShieldError/session(_:)`` as ``listing(_:in:)``; without `discardingNewer` ``ShieldError/records(_:)``
  ///   `newerRow` for a row that only a newer version of the app can judge, with nothing changed.
  @discardableResult
  public func repairRecords(discardingNewer: Bool = false) async throws(ShieldError) -> [RecordError] {
    try await requireReadable()
    return try await maintained { records throws(RecordError) in
      try await records.repair(discardingNewer: discardingNewer)
    }
  }

  /// Replaces the key of a kind, or the index's with `RecordKind.index`, while the records are in use. Works while the
  /// session is locked; cut off anywhere, ``finishRewrites()`` goes on.
  ///
  /// - Returns: why rows stay behind. While one of them is sound the old key stays, and the next call goes on; all others
  ///   nothing opens any more.
  @discardableResult
  public func rotateKey(of kind: RecordKind) async throws(ShieldError) -> [RecordError] {
    try await maintained { records throws(RecordError) in try await records.rotateKey(of: kind) }  // O.Cryp_4#1512
  }

  /// Whether a rotation or a payload migration was cut off, so that ``finishRewrites()`` has something to do: to be asked
  /// once after a start, when the app has time. Works while the session is locked.
  public func hasPendingRewrites() async throws(ShieldError) -> Bool {
    try await maintained { records throws(RecordError) in await records.hasPendingRewrites }
  }

  /// Goes on with rotations and payload migrations that were cut off, to their end: until then the old keys stay. A logout
  /// waits for it, as for any other call. Works while the session is locked.
  ///
  /// - Returns: why rows stay behind, as ``rotateKey(of:)``.
  @discardableResult
  public func finishRewrites() async throws(ShieldError) -> [RecordError] {
    try await maintained { records throws(RecordError) in try await records.finishRewrites() }
  }

  /// Saves the newest state of the records in their anchor if that is behind: for the moment when an app goes to the
  /// background. Works while the session is locked.
  public func settleRecords() async throws(ShieldError) {
    try await maintained { records throws(RecordError) in try await records.settle() }
  }

  /// How many transactions the anchor of the records does not know yet. While it is not 0 an older file could pass for
  /// the newest: see ``settleRecords()``. Works while the session is locked.
  public func unanchored() async throws(ShieldError) -> Int {
    try await maintained { records in await records.unanchored }
  }

  private func maintained<Result: Sendable>(
    _ body: @Sendable (any RecordMaintenance) async throws(RecordError) -> Result
  ) async throws(ShieldError) -> Result {
    let records = try await writableRecords(for: owner)
    let result: Result?
    do throws(RecordError) { result = try await records.maintain(body) } catch { throw .records(error) }
    guard let result else { throw .notProvided(.records) }
    return result
  }
}
