#if Server
  import Synchronization

  /// Sessions that were renewed here, by the digest of the refresh token that will come next: what its access token will
  /// say is nearly known, and can be signed while the store still looks.
  ///
  /// Nothing is decided by this: the store's word is compared with what was expected, and another one is signed when they
  /// differ. Each entry is good for one try, so that whoever is refused again and again costs one signature at most.
  /// Bounded; holds no token.
  final class ExpectedRenewals: Sendable {
    struct Entry: Sendable {
      let session: SessionRow
      let parent: SessionRow?
    }

    private struct Halves {
      var young: [String: Entry] = [:]
      var old: [String: Entry] = [:]
      var used = 0
    }

    private let half: Int
    private let halves = Mutex(Halves())

    /// - Parameter most: sessions held at a time, two at least.
    init(most: Int = 8192) { half = max(1, most / 2) }

    func expect(_ entry: Entry) {
      halves.withLock { halves in
        if halves.young.count >= half { (halves.old, halves.young) = (halves.young, [:]) }
        halves.young[entry.session.current] = entry
      }
    }

    /// - Parameter isGood: false leaves the entry for somebody else.
    func take(_ digest: String, where isGood: (Entry) -> Bool) -> Entry? {
      halves.withLock { halves in
        guard let entry = halves.young[digest] ?? halves.old[digest], isGood(entry) else { return nil }
        halves.young[digest] = nil
        halves.old[digest] = nil
        return entry
      }
    }

    /// A signature that was begun by an entry is given out.
    func noteUse() { halves.withLock { $0.used += 1 } }

    /// How often that was so.
    var used: Int { halves.withLock { $0.used } }

    var count: Int { halves.withLock { $0.young.count + $0.old.count } }
  }
#endif
