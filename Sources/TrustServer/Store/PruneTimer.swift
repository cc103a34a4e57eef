#if Server
  import Synchronization

  /// Says once per ten minutes and process that it is time to prune.
  final class PruneTimer: Sendable {
    static let interval: Int64 = 600
    private let last = Mutex<Int64?>(nil)

    func isDue(now: Int64) -> Bool {
      last.withLock { last in
        // A clock that stepped back must not silence it until it has caught up.
        if let date = last, now >= date, now < date + Self.interval { return false }
        last = now
        return true
      }
    }
  }
#endif
