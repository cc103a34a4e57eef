#if Server
  /// How attempts count. Pure: whoever calls these saves the row in the same transaction.
  extension AttemptRow {
    // O.Auth_7#40
    /// Counts one attempt before anything is compared, so that parallel guesses count too; the `most`-th one in a row
    /// locks for `lock` seconds at once.
    public mutating func count(now: Int64, most: Int64, lock: Int64) {
      if lockedUntil > 0 {
        // The lock is over: the count begins anew.
        (cleared, lockedUntil) = (max(cleared, lockedBy), 0)
      }
      counted += 1
      if counted - cleared >= most { (lockedBy, lockedUntil) = (counted, now + lock) }
    }

    /// The attempt of this number was right: it and those before it count no more. What came after it still does, a lock
    /// included.
    public mutating func clear(upTo number: Int64) {
      cleared = max(cleared, number)
      if lockedBy <= number { lockedUntil = 0 }
    }

    /// The attempt of this number counts no more, and no other is forgiven with it.
    public mutating func giveBack(_ number: Int64) {
      cleared = min(counted, cleared + 1)
      if lockedBy == number { lockedUntil = 0 }
    }
  }
#endif
