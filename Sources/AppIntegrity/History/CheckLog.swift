import Synchronization
import TrustWire

/// The one history of an app's checks, for whoever makes them: the watch, the app itself, the enrolment.
///
/// Protected: a restart washes no detection out, and brings no older overlay back. What is damaged is no clean history:
/// a fresh one begins, and the next check says so. Not protected: whoever may write the store can put an older state
/// back, and whoever controls the process can leave everything out; the server sees reports without a past.
/// Source: BSI TR-03161-1 O.Resi_2, O.Resi_7.
public final class CheckLog: Sendable {
  private struct State {
    var history = CheckHistory()
    var overlayNumber: Int64 = 0
    var overlay: VerifiedOverlay?
    var isLoaded = false
    var last: Task<Bool, Never>?
  }

  private let state = Mutex(State())
  private let keeper: (any CheckKeeping)?

  /// - Parameter keeper: nil for a log that ends with the process.
  public init(keeper: (any CheckKeeping)? = nil) { self.keeper = keeper }

  /// The checks since the last accepted report.
  public var history: CheckHistory { state.withLock { $0.history } }

  /// The overlay that is obeyed; nil for none.
  public var overlay: VerifiedOverlay? { state.withLock { $0.overlay } }

  /// Notes a check, at once and in memory; ``save()`` keeps it.
  ///
  /// - Returns: the check as it is reported.
  @discardableResult
  public func note(_ result: SecurityCheckResult) -> SecurityCheckResult {
    state.withLock { $0.history.add(result) }
  }

  /// Notes a check and keeps it.
  ///
  /// - Returns: the check as it is reported. It stands in memory also when it could not be kept.
  @discardableResult
  public func add(_ result: SecurityCheckResult) async -> SecurityCheckResult {  // O.Resi_7#440
    await load()
    let told = note(result)
    await save()
    return told
  }

  /// The report on everything since the last accepted one, and the mark to give back when the server accepted it; nil
  /// before the first check of this start. `make` gets the history.
  public func report(_ make: (CheckHistory) -> SecurityReport?) -> (report: SecurityReport, mark: CheckHistory.Mark)? {
    let history = history
    return make(history).map { ($0, history.mark) }
  }

  /// The server accepted the report with this mark.
  public func accepted(_ mark: CheckHistory.Mark) async {
    await load()
    state.withLock { $0.history.accepted(mark) }
    await save()
  }

  /// The number of the newest overlay that was ever obeyed here: no older one is.
  ///
  /// - Throws: ``IntegrityError/historyUnreachable`` while nobody can tell.
  public func overlayNumber() async throws(IntegrityError) -> Int64 {
    guard await load() else { throw .historyUnreachable }
    return state.withLock { $0.overlayNumber }
  }

  /// Obeys an overlay from now on, once its number is kept.
  ///
  /// - Throws: ``IntegrityError/historyUnreachable`` when it could not be kept: then the overlay is not obeyed.
  public func obey(_ overlay: VerifiedOverlay) async throws(IntegrityError) {
    guard await load() else { throw .historyUnreachable }
    state.withLock { $0.overlayNumber = max($0.overlayNumber, overlay.overlay.number) }
    guard await save() else { throw .historyUnreachable }
    state.withLock { if $0.overlayNumber <= overlay.overlay.number { $0.overlay = overlay } }
  }

  /// For the end of a person's time on this device: what probes noted in words goes, what they answered stays.
  ///
  /// - Throws: ``IntegrityError/historyUnreachable``.
  public func forgetWords() async throws(IntegrityError) {
    guard await load() else { throw .historyUnreachable }
    state.withLock { $0.history.forgetWords() }
    guard await save() else { throw .historyUnreachable }
  }

  /// For another installation: everything goes.
  ///
  /// - Throws: ``IntegrityError/historyUnreachable``.
  public func reset() async throws(IntegrityError) {
    _ = await load()
    state.withLock { state in
      (state.history, state.overlayNumber, state.overlay, state.isLoaded) = (CheckHistory(), 0, nil, true)
    }
    guard await save() else { throw .historyUnreachable }
  }

  /// Keeps what there is now. Nothing is written over what could not be read before.
  ///
  /// - Returns: whether it is kept.
  @discardableResult
  public func save() async -> Bool {
    guard let keeper else { return true }
    guard await load() else { return false }
    return await inOrder { [self] in
      let bytes = state.withLock { KeptChecks($0.history, overlayNumber: $0.overlayNumber).bytes }
      return (try? await keeper.save(bytes)) != nil
    }
  }

  /// Reads what an earlier start left, once.
  @discardableResult
  private func load() async -> Bool {
    guard let keeper, !state.withLock({ $0.isLoaded }) else { return true }
    return await inOrder { [self] in
      if state.withLock({ $0.isLoaded }) { return true }
      let kept: KeptChecks?
      var isLost = false
      do throws(IntegrityError) { kept = try await keeper.load().map(KeptChecks.init(reading:)) } catch {
        guard error == .historyDamaged else { return false }
        (kept, isLost) = (nil, true)
      }
      state.withLock { state in
        state.isLoaded = true
        if let kept {
          state.history.restore(kept)
          state.overlayNumber = max(state.overlayNumber, kept.overlayNumber)
        }
        if isLost { state.history.lose() }
      }
      return true
    }
  }

  /// One after the other: an older state must not be written over a newer one.
  private func inOrder(_ work: @escaping @Sendable () async -> Bool) async -> Bool {
    let task = state.withLock { state in
      let task = Task { [previous = state.last] in
        _ = await previous?.value
        return await work()
      }
      state.last = task
      return task
    }
    return await task.value
  }
}
