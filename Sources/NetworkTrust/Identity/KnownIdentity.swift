import Synchronization

/// The client's identity for a transport that asks before each request: read from the store once, and again after a
/// change in this process: whoever changes the store calls ``forget()``.
///
/// - Claim: what was read before ``forget()`` is not answered after it, also where the reading was under way then.
/// - Not claimed: a change by another process that shares the store is seen before this one starts anew. An identity that
///   was read stays in memory while the store is locked, as in every connection that is open then.
public final class KnownIdentity: ClientIdentitySource {
  private struct State {
    /// Counts ``forget()``.
    var generation = 0
    var known: ClientIdentity??
  }

  private let source: any ClientIdentitySource
  private let state = Mutex(State())

  public init(_ source: any ClientIdentitySource) { self.source = source }

  /// - Throws: what the source throws; an error is not kept.
  public func identity() async throws(IdentityError) -> ClientIdentity? {
    while true {
      let before = state.withLock { $0 }
      if let known = before.known { return known }
      let found = try await source.identity()
      let isCurrent = state.withLock { state in
        guard state.generation == before.generation else { return false }
        state.known = .some(found)
        return true
      }
      if isCurrent { return found }
    }
  }

  /// The store may say something else from now on.
  public func forget() {  // O.Data_17#740
    state.withLock {
      $0.generation += 1
      $0.known = nil
    }
  }
}
