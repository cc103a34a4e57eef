#if Server
  /// What the rows say about each key now, to a process with this policy: pure, so that every process that reads the same
  /// rows under the same policy does the same.
  ///
  /// The newest key whose time has come and that devices accept signs. Those before it retire and are removed
  /// ``keep`` seconds later. Retirement is the word of one process, and another one may know an older policy: where all
  /// keys are retired that a policy lists, the newest of these goes on signing and is marked anew each time. So a key that
  /// somebody signs with is not removed, and none is that the policy lists: servers may go back to an older policy.
  /// A clock that was set back never brings a retired key back and never stops the signing.
  struct SigningKeyPlan: Sendable {
    let active: SigningKeyRow?
    /// Rows that have to be written: they are retired from now on, or signed with although they are.
    let retiring: [SigningKeyRow]
    /// Ids of rows that have to go.
    let gone: [String]
    /// Every key that is left, active one first, then by age.
    let statuses: [SigningKeyStatus]

    /// - Parameters:
    ///   - pinned: the policy's `tokenKeys`; empty when it lists none.
    ///   - keep: seconds from the last mark of retirement to removal: the longest life of an access token, the skew of
    ///     clocks, and the time in which another node may still sign with it.
    init(_ rows: [SigningKeyRow], now: Int64, pinned: Set<String>, keep: Int64) {
      let rows = rows.sorted { ($0.activeFrom, $0.createdAt, $0.id) > ($1.activeFrom, $1.createdAt, $1.id) }
      let active = Self.active(rows.filter { pinned.isEmpty || pinned.contains($0.id) }, now: now)
      self.active = active
      let retiring = Self.retiring(rows, active: active, now: now)
      self.retiring = retiring
      let kept = active.map { pinned.union([$0.id]) } ?? pinned
      let gone = rows.filter { row in
        guard !kept.contains(row.id), let retiredAt = row.retiredAt else { return false }
        return now - retiredAt >= keep
      }.map(\.id)
      self.gone = gone
      let left = rows.filter { row in !gone.contains(row.id) && !retiring.contains { $0.id == row.id } } + retiring
      statuses = left.map { row in
        SigningKeyStatus(
          id: row.id, state: Self.state(of: row, active: active, now: now), createdAt: row.createdAt,
          activeFrom: row.activeFrom, goneAt: kept.contains(row.id) ? nil : row.retiredAt.map { $0 + keep })
      }.sorted {
        ($0.state == .active ? 0 : 1, -$0.activeFrom, $0.id) < ($1.state == .active ? 0 : 1, -$1.activeFrom, $1.id)
      }
    }

    /// - Parameter rows: those that the policy accepts, newest first.
    private static func active(_ rows: [SigningKeyRow], now: Int64) -> SigningKeyRow? {
      let usable = rows.filter { $0.retiredAt == nil }
      if let due = usable.first(where: { $0.activeFrom <= now }) { return due }
      let retired = rows.first { $0.retiredAt != nil }
      // Before the time of the next one. A mark that lies ahead is that of a clock that was set back since.
      if let retired, let retiredAt = retired.retiredAt, retiredAt <= now { return retired }
      // With a clock that stands before all of them, the first one that will be.
      return usable.last ?? retired
    }

    // O.Cryp_4#161
    private static func retiring(_ rows: [SigningKeyRow], active: SigningKeyRow?, now: Int64) -> [SigningKeyRow] {
      guard let active else { return [] }
      return rows.filter { row in
        // Whoever signs with a retired key says so, for its removal counts from the last time.
        if row.id == active.id { return row.retiredAt.map { $0 < now } ?? false }
        guard row.retiredAt == nil else { return false }
        return (row.activeFrom, row.createdAt, row.id) < (active.activeFrom, active.createdAt, active.id)
      }.map { row in
        var row = row
        row.retiredAt = now
        return row
      }
    }

    private static func state(of row: SigningKeyRow, active: SigningKeyRow?, now: Int64) -> SigningKeyStatus.State {
      if row.id == active?.id {
        .active
      } else if row.retiredAt != nil {
        .retired
      } else if row.activeFrom > now {
        .announced
      } else {
        .awaitingPin
      }
    }
  }
#endif
