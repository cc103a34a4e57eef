#if Server
  import AttestationVerification
  import Foundation
  import Synchronization

  /// Google's revocation list as a file that an operator's timer refreshes; read again whenever it has changed.
  ///
  /// The server fetches nothing itself. A line for cron, which never leaves half a file in place:
  ///
  ///     curl -fsS --max-time 60 -o list.new https://android.googleapis.com/attestation/status && mv list.new list.json
  ///
  /// The list is as old as its file (so no `curl -R`), and never younger than its first reading. A changed file that
  /// cannot be read leaves the last good list in force until that one is too old, and is tried again after a minute;
  /// without a good list the outcome of every Android attestation is undetermined, which admits nobody. Not protected:
  /// whoever may write the file decides what is revoked.
  public final class RevocationFile: Sendable {
    private struct Stamp: Equatable {
      let modified: Date
      let size: Int64
      let number: UInt64
    }

    private struct State {
      /// Of the list in force.
      var stamp: Stamp
      var list: RevocationList
      var isReading = false
      /// The change that could not be read last.
      var failed: (stamp: Stamp, at: Date)?
    }

    public let path: String
    /// In seconds.
    public let maximumAge: TimeInterval
    private let state: Mutex<State>

    /// - Parameter maximumAge: for how long a copy is good, in seconds.
    /// - Throws: ``TrustServerError/revocationListUnreadable``.
    public init(path: String, maximumAge: TimeInterval, now: Date) throws(TrustServerError) {
      // Before the reading: a change in between is found at the next look.
      let stamp = Self.stamp(path)
      guard let stamp, let list = Self.read(path, stamp, now: now) else { throw .revocationListUnreadable }
      self.path = path
      self.maximumAge = maximumAge
      state = Mutex(State(stamp: stamp, list: list))
    }

    /// The list in force, with its age.
    public func source(now: Date) -> RevocationSource {
      let stamp = Self.stamp(path)
      let isDue = state.withLock { state in
        guard let stamp, stamp != state.stamp, !state.isReading else { return false }
        if let failed = state.failed, failed.stamp == stamp,
          abs(now.timeIntervalSince(failed.at)) < Self.secondsToRetry
        {
          return false
        }
        state.isReading = true
        return true
      }
      // Megabytes take a while: whoever comes meanwhile has the list before.
      let read = isDue ? stamp.flatMap { Self.read(path, $0, now: now) } : nil
      let list = state.withLock { state in
        if isDue, let stamp {
          state.isReading = false
          if let read {
            (state.stamp, state.list, state.failed) = (stamp, read, nil)
          } else {
            state.failed = (stamp, now)
          }
        }
        return state.list
      }
      return .list(list, maximumAge: maximumAge)
    }

    private static let secondsToRetry: TimeInterval = 60

    /// Of the file itself, behind every link: what is mounted is often exchanged by changing a link.
    private static func stamp(_ path: String) -> Stamp? {
      let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      guard let facts = try? FileManager.default.attributesOfItem(atPath: file),
        let modified = facts[.modificationDate] as? Date
      else { return nil }
      return Stamp(
        modified: modified, size: (facts[.size] as? NSNumber)?.int64Value ?? 0,
        number: (facts[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0)
    }

    private static func read(_ path: String, _ stamp: Stamp, now: Date) -> RevocationList? {
      guard stamp.size <= 1 << 24, let data = FileManager.default.contents(atPath: path), data.count <= 1 << 24 else {
        return nil
      }
      return try? RevocationList(json: Array(data), fetchedAt: min(stamp.modified, now))
    }
  }
#endif
