#if Server
  import SecurityPolicy
  import TrustWire

  /// When a session is over by time alone, to the second. Pure: the clock comes in.
  ///
  /// A person's session ends at the longest time of the policy; an app session speaks for nobody and has none: it ends
  /// when nobody refreshes it, and its device is judged again at every refresh.
  /// Source: BSI TR-03161-1 O.Auth_9, O.Auth_10; RFC 9700, section 4.14.2.
  struct SessionLimits: Sendable {
    let access: Int64
    let refresh: Int64
    let idle: Int64
    let maximum: Int64
    private let window: Int64
    private let boundWindow: Int64
    /// Whether an operator has said that this server's clock is the right one, and not that of its database.
    private let acceptsEarlierClock: Bool

    init(_ requirement: SessionRequirement, acceptsEarlierClock: Bool = false) {
      self.acceptsEarlierClock = acceptsEarlierClock
      access = requirement.accessToken.components.seconds
      refresh = requirement.refreshToken.components.seconds
      idle = requirement.serverInactivity.components.seconds
      maximum = requirement.maximum.components.seconds
      window = requirement.retryWindow.components.seconds
      boundWindow = requirement.boundRetryWindow.components.seconds
    }

    /// For how long a used refresh token may come again.
    func window(_ session: SessionRow) -> Int64 { session.boundKey == nil ? window : boundWindow }

    /// When a session that is used at `moment` is over unless it is used again.
    func expiry(kind: TokenKind, startedAt: Int64, usedAt moment: Int64) -> Int64 {
      min(moment + refresh, moment + idle, longest(kind, startedAt) ?? .max)
    }

    func longest(_ kind: TokenKind, _ startedAt: Int64) -> Int64? { kind == .user ? startedAt + maximum : nil }

    // O.Auth_9#40 O.Auth_10#40
    /// Nil while it lives; otherwise why it is over and since when: the limit that came first. A policy that became
    /// stricter counts at once, a laxer one from the next refresh on.
    ///
    /// Where an operator has accepted this clock, what was used at a time that is more than a day ahead is over, too: none
    /// of its limits would hold until then, and how long nobody has used it is not known. Elsewhere it is in doubt, see
    /// ``isInDoubt(_:within:now:)``.
    func end(of session: SessionRow, now: Int64) -> (reason: SessionEnd, at: Int64)? {
      guard !Self.isAhead(session, now) || !acceptsEarlierClock else { return (.expired, now) }
      let idleEnd = session.lastUsedAt + idle
      let longest = longest(session.kind, session.startedAt) ?? .max
      let at = min(session.expiresAt, idleEnd, longest)
      guard at <= now else { return nil }
      if longest == at { return (.maximum, at) }
      return (idleEnd == at && idle < refresh ? .idle : .expired, at)
    }

    // O.Auth_9#250
    /// The same for a session that was opened through another one: a person's session never outlives the app session
    /// behind it, also when nobody has noticed yet that this one ran out of time. Computed from both rows, nothing is
    /// written.
    ///
    /// - Parameter parent: the app session that it lives by; nil when there is none, or it is forgotten.
    func end(
      of session: SessionRow, within parent: SessionRow?, now: Int64
    ) -> (reason: SessionEnd, at: Int64)? {
      let own = end(of: session, now: Self.moment(session, now))
      guard session.parent != nil else { return own }
      // Only what ended long ago is forgotten.
      guard let parent else { return own ?? (.parentEnded, session.lastUsedAt) }
      let above: Int64? =
        if parent.ended != nil { parent.endedAt ?? parent.expiresAt } else {
          end(of: parent, now: Self.moment(parent, now))?.at
        }
      guard let above else { return own }
      if let own, own.at <= above { return own }
      return (.parentEnded, above)
    }

    // O.Auth_9#255
    /// Whether nobody can tell how long it was not used, because it, or the app session that it lives by, was used at a
    /// time that is more than a day ahead, and no operator has said which clock is wrong.
    ///
    /// Nothing is given out for it then and nothing is written. The clock that was ahead may be the one of then, or the one
    /// of now may be behind: a machine that has not heard of the time yet, a database's clock that was set. An end cannot be
    /// taken back when that clock is put right, and would sign everybody out. What is used ahead of the time stays refused
    /// until an operator decides, or that time comes.
    func isInDoubt(_ session: SessionRow, within parent: SessionRow?, now: Int64) -> Bool {
      let isAhead = Self.isAhead(session, now) || parent.map { Self.isAhead($0, now) } ?? false
      return isAhead && !acceptsEarlierClock
    }

    /// When a session is over unless it is used again; of one that was opened through another, unless that one is, too.
    func deadline(of session: SessionRow, within parent: SessionRow?) -> Int64 {
      min(session.expiresAt, parent.map { deadline(of: $0) } ?? .max)
    }

    /// When a session is over by its own limits unless it is used again.
    func deadline(of session: SessionRow) -> Int64 { min(session.expiresAt, session.lastUsedAt + idle) }

    /// The session's own reading of the clock: never behind its last use, so that a clock that steps back brings
    /// nothing back to life. A use that is more than a day ahead was no time of anything.
    static func moment(_ session: SessionRow, _ now: Int64) -> Int64 {
      isAhead(session, now) ? now : max(now, session.lastUsedAt)
    }

    /// Whether it was used under a clock that was, or is, wrong by more than ``SteadyClock`` makes up for.
    static func isAhead(_ session: SessionRow, _ now: Int64) -> Bool {
      session.lastUsedAt > now + Int64(SteadyClock.furthest)
    }
  }
#endif
