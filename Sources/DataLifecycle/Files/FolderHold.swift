import Synchronization

/// The right of this process to a folder, for as long as it lives: any other process that asks for it is told that the
/// folder is in use. Within the process all share one, so a folder may be opened again while the opening before ends.
///
/// What is locked is a folder of its own in there, ours alone: to lock a folder it is enough to be allowed to read it,
/// and whoever may read the app's folder could keep it for ever. It stays, and is empty. The system drops the lock when
/// the process dies, however it dies.
/// - Does not protect against: a process that does not ask; one of this user that keeps the lock for ever; whoever may
///   write to the app's folder; a file system that locks on one machine only.
///
/// Source: flock(2).
package final class FolderHold: Sendable {
  /// Of the folder that is locked. Whoever removed it while it is held would let a second one in.
  package static let name = "hold"

  private struct Reference {
    weak var hold: FolderHold?
  }

  private static let holds = Mutex<[FolderTurns.Folder: Reference]>([:])

  private let folder: HeldFolder

  private init(_ folder: consuming HeldFolder) { self.folder = folder }

  /// Waits without a thread: who held the folder before may be about to end.
  ///
  /// - Parameters:
  ///   - path: of a folder that is there; a link is followed.
  ///   - pause: between two tries; for tests.
  /// - Throws: ``LifecycleError/busy`` while another process holds it, and when the task is cancelled while it waits.
  ///   ``LifecycleError/foreignOwner(_:)``, ``LifecycleError/exposed(mode:)``, ``LifecycleError/notPlain`` when what is
  ///   to be locked is not ours alone.
  package static func take(
    _ path: String, wait: Duration = .seconds(2),
    pause: @Sendable () async throws -> Void = { try await Task.sleep(for: .milliseconds(10)) }
  ) async throws(LifecycleError) -> FolderHold {
    let end = ContinuousClock.now + wait
    while true {
      do throws(LifecycleError) { return try attempt(path) } catch {
        guard error == .busy, ContinuousClock.now < end else { throw error }
      }
      guard (try? await pause()) != nil else { throw .busy }
    }
  }

  private static func attempt(_ path: String) throws(LifecycleError) -> FolderHold {
    let folder = try HeldFolder.own(path + "/" + name)
    let place = try folder.place()
    let fresh = FolderHold(folder)
    return try holds.withLock { holds throws(LifecycleError) -> FolderHold in
      if let held = holds[place]?.hold { return held }
      try fresh.folder.lock(wait: .zero)
      holds = holds.filter { $0.value.hold != nil }
      holds[place] = Reference(hold: fresh)
      return fresh
    }
  }
}
