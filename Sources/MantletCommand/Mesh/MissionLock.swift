#if os(Linux)
  /// The right to change a mission's keys in a folder: held by a node as long as it runs, because what it keeps is the whole
  /// of what it knows, and by each command that replaces or removes the keys. The system lets go of it when a process ends.
  /// Source: flock(2).
  struct MissionLock: Sendable {
    private let lock: StateLock

    /// - Throws: exit code 75 while somebody else holds it, after saying what a person can do.
    init(on folder: String) throws {
      do throws(StateError) { lock = try StateLock(folder: folder, file: "mission.lock") } catch {
        guard case .inUse = error else { throw ExitStatus.stop(error, ExitStatus.code(of: error)) }
        throw ExitStatus.stop(
          "\(folder): a node or another command uses this mission; end it first, or let the authority's node rotate and "
            + "exclude with `mesh run --control`", ExitStatus.tryAgain)
      }
    }
  }
#endif
