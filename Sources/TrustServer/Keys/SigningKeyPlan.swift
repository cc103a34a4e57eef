#if Server
  /// What the rows say about each key now: pure, so that every process that reads the same rows does the same.
  ///
  /// The newest key whose time has come and that devices accept signs. Those before it retire and are removed
  /// ``keep`` seconds later. A clock that was set back never brings a retired key back and never stops the signing.
  struct SigningKeyPlan: Sendable {
    let active: SigningKeyRow?
    /// Rows that have to be written: they are retired from now on.
    let retiring: [SigningKeyRow]
    /// Ids of rows that have to go.
    let gone: [String]
    /// Every key that is left, active one first, then by age.
    let statuses: [SigningKeyStatus]

    /// - Parameters:
    ///   - pinned: the policy's `tokenKeys`; empty when it lists none.
    ///   - keep: seconds from retirement to removal: the longest life of an access token, the skew of clocks,
    ///     and the time in which another node may still sign with it.
    init(_ rows: [SigningKeyRow], now: Int64, pinned: Set<String>, keep: Int64) {
      let rows = rows.sorted { ($0.activeFrom, $0.createdAt, $0.id) > ($1.activeFrom, $1.createdAt, $1.id) }
      let usable = rows.filter { $0.retiredAt == nil && (pinned.isEmpty || pinned.contains($0.id)) }
      // Newest first; with a clock that stands before all of them, the first one that will be.
      let active = usable.first { $0.activeFrom <= now } ?? usable.last
      self.active = active
      // O.Cryp_4#161
      let retiring = rows.filter { row in
        guard let active, row.retiredAt == nil, row.id != active.id else { return false }
        return (row.activeFrom, row.createdAt, row.id) < (active.activeFrom, active.createdAt, active.id)
      }.map { row in
        var row = row
        row.retiredAt = now
        return row
      }
      self.retiring = retiring
      let gone = rows.filter { row in row.retiredAt.map { now - $0 >= keep } ?? false }.map(\.id)
      self.gone = gone
      let left = rows.filter { row in !gone.contains(row.id) && !retiring.contains { $0.id == row.id } } + retiring
      statuses = left.map { row in
        let state: SigningKeyStatus.State =
          if row.id == active?.id {
            .active
          } else if row.retiredAt != nil {
            .retired
          } else if row.activeFrom > now {
            .announced
          } else {
            .awaitingPin
          }
        return SigningKeyStatus(
          id: row.id, state: state, createdAt: row.createdAt, activeFrom: row.activeFrom,
          goneAt: row.retiredAt.map { $0 + keep })
      }.sorted {
        ($0.state == .active ? 0 : 1, -$0.activeFrom, $0.id) < ($1.state == .active ? 0 : 1, -$1.activeFrom, $1.id)
      }
    }
  }
#endif
