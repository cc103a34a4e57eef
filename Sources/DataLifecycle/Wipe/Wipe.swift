/// Erases the user's data so that it finishes: journalled first, keys before what they sealed, each step repeatable,
/// carried on at the next start, read back at the end.
///
/// ```swift
/// switch try Wipe.open(plan: plan, journal: WipeJournalFile(folder: path)) {
/// case (_, .clear(let access)): …                      // stores take `access`
/// case (_, .pending(let pending)): try await pending.resume()
/// }
/// ```
///
/// - Claims: cryptographic erasure for targets whose keys rest in hardware or the Keychain, deletion for the others.
/// - Does not claim: that flash memory is overwritten, or that backups and servers forget.
///
/// A target that fails does not stop the others; the wipe stays pending and its report says which failed.
/// Source: BSI TR-03161-1 O.Data_17, O.Data_5; NIST SP 800-88 Rev. 1, section 2.6 (cryptographic erase).
public actor Wipe {
  package nonisolated let plan: WipePlan
  private let journal: any WipeJournal
  private let gate = ReadGate()
  private var isRunning = false

  private init(plan: WipePlan, journal: any WipeJournal) {
    self.plan = plan
    self.journal = journal
  }

  /// Looks whether a wipe is pending; the only way to a ``ReadAccess`` without wiping.
  ///
  /// - Throws: ``LifecycleError/journalNewer``; what the journal throws. A damaged journal is a pending wipe: a
  ///   journal is only ever there because somebody asked for a wipe.
  public static func open(
    plan: WipePlan, journal: any WipeJournal
  ) throws(LifecycleError) -> (wipe: Wipe, opening: WipeOpening) {
    let wipe = Wipe(plan: plan, journal: journal)
    guard let bytes = try journal.read() else { return (wipe, .clear(ReadAccess(wipe.gate))) }
    do throws(LifecycleError) {
      let record = try WipeRecord(parsing: bytes)
      return (wipe, .pending(PendingWipe(scope: record.scope, wipe: wipe)))
    } catch .journalDamaged {
      return (wipe, .pending(PendingWipe(scope: nil, wipe: wipe)))
    }
  }

  /// Wipes, or carries a pending wipe on; a pending one of another scope becomes a ``WipeScope/logout``.
  ///
  /// Every ``ReadAccess`` given out before ends here. On a full medium caches and temporary files are erased before the
  /// request is written down: it needs the room, and they are gone also if there is still none.
  /// - Throws: ``LifecycleError/wipeRunning``; ``LifecycleError/journalNewer``; what the journal throws when the request
  ///   cannot be written down (nothing else is erased then) or when the finished journal cannot be removed.
  public func run(_ scope: WipeScope) async throws(LifecycleError) -> WipeOutcome {
    guard !isRunning else { throw .wipeRunning }
    isRunning = true
    defer { isRunning = false }
    var record = try await requested(scope)
    gate.close()

    var failures: [WipeTargetName: LifecycleError] = [:]
    if !record.verified {
      await destroyKeys(&record, &failures)  // O.Data_17#81
      await erase(&record, &failures)
    }
    var (report, leftIn) = await readBack(record.scope, failures)
    if !leftIn.isEmpty, failures.isEmpty {
      // Written after the journal said that it was erased: once more, whatever the journal says.
      forget(leftIn, &record)
      await destroyKeys(&record, &failures)
      await erase(&record, &failures)
      (report, leftIn) = await readBack(record.scope, failures)
    }
    guard report.isComplete else {
      forget(leftIn, &record)
      return .pending(report, PendingWipe(scope: record.scope, wipe: self))
    }
    record.verified = true
    note(record)
    try journal.remove()
    return .complete(report, ReadAccess(gate))
  }

  /// Notes that these targets have to be erased again.
  private func forget(_ targets: Set<WipeTargetName>, _ record: inout WipeRecord) {
    record.keysDestroyed.subtract(targets)
    record.erased.subtract(targets)
    record.verified = false
    note(record)
  }

  /// The record of a pending wipe, or a new one, durable before anything is touched.
  private func requested(_ scope: WipeScope) async throws(LifecycleError) -> WipeRecord {
    let bytes = try journal.read()
    if let bytes {
      do throws(LifecycleError) {
        let found = try WipeRecord(parsing: bytes)
        if found.scope.joined(scope) == found.scope { return found }
      } catch .journalDamaged {
        // Begun anew below, with the scope that leaves nothing.
      }
    }
    let record = WipeRecord(requested: bytes == nil ? scope : .logout)
    do throws(LifecycleError) { try journal.replace(record.bytes) } catch {
      guard error == .full else { throw error }
      try await noteAfterMakingRoom(record)
    }
    return record
  }

  /// A full medium must not keep a wipe from beginning: what nobody may count on goes before the request is written
  /// down, one place after the other, until there is room.
  private func noteAfterMakingRoom(_ record: WipeRecord) async throws(LifecycleError) {  // O.Data_17#83
    for kind in [UserDataKind.caches, .urlCaches, .temporaryFiles] {
      for target in plan.targets where target.kind == kind {
        // What resists here is met again by the wipe itself.
        try? await target.erase(record.scope)
        do throws(LifecycleError) { return try journal.replace(record.bytes) } catch {
          guard error == .full else { throw error }
        }
      }
    }
    throw .full
  }

  private func destroyKeys(_ record: inout WipeRecord, _ failures: inout [WipeTargetName: LifecycleError]) async {
    for target in plan.targets where !record.keysDestroyed.contains(target.name) {
      do throws(LifecycleError) {
        try await target.destroyKeys(record.scope)
        record.keysDestroyed.insert(target.name)
        note(record)
      } catch {
        failures[target.name] = error
      }
    }
  }

  /// Whatever stands behind a target that is erased now is erased again: a key that goes last must outlive nothing.
  private func erase(_ record: inout WipeRecord, _ failures: inout [WipeTargetName: LifecycleError]) async {
    for target in plan.targets.drop(while: { record.erased.contains($0.name) }) {
      do throws(LifecycleError) {
        try await target.erase(record.scope)
        record.erased.insert(target.name)
        note(record)
      } catch {
        failures[target.name] = failures[target.name] ?? error
      }
    }
  }

  /// Looks again in every target; the second value names those that have to be erased again.
  private func readBack(
    _ scope: WipeScope, _ failures: [WipeTargetName: LifecycleError]
  ) async -> (WipeReport, Set<WipeTargetName>) {
    var failures = failures
    var removed: [WipeTargetName] = []
    var kept: [WipeTargetName: [WipeRemnant]] = [:]
    var remnants: [WipeTargetName: [WipeRemnant]] = [:]
    for target in plan.targets {
      do throws(LifecycleError) {
        let found = try await target.remains(scope)
        let allowed = found.filter { $0.kept.map { scope.allows($0, of: target.kind) } ?? false }
        let left = found.filter { !allowed.contains($0) }
        if !allowed.isEmpty { kept[target.name] = allowed }
        if !left.isEmpty { remnants[target.name] = left }
        if found.isEmpty, failures[target.name] == nil { removed.append(target.name) }
      } catch {
        failures[target.name] = failures[target.name] ?? error
      }
    }
    let report = WipeReport(
      scope: scope, removed: removed.sorted(), kept: kept, remnants: remnants, failures: failures, absent: plan.absent)
    return (report, Set(remnants.keys))
  }

  /// Writes progress down. When that fails the step is only repeated later: every step may be.
  private func note(_ record: WipeRecord) {
    try? journal.replace(record.bytes)
  }
}
