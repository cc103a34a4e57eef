#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Musl)
  import Musl
#endif
import Synchronization

/// The right of this process to a folder, for as long as it lives: any other process that asks for it is told that the
/// folder is in use. Within the process all share one, so a folder may be opened again while the opening before ends.
///
/// The system drops it when the process dies, however it dies. It writes nothing.
/// - Does not protect against: a process that does not ask; a file system that locks on one machine only.
///
/// Source: flock(2).
package final class FolderHold: Sendable {
  private struct Reference {
    weak var hold: FolderHold?
  }

  private static let holds = Mutex<[FolderTurns.Folder: Reference]>([:])

  private let folder: HeldFolder

  private init(_ folder: consuming HeldFolder) { self.folder = folder }

  /// Waits without a thread: who held the folder before may be about to end.
  ///
  /// - Parameter path: of a folder that is there; a link is followed.
  /// - Throws: ``LifecycleError/busy`` while another process holds it, and when the task is cancelled while it waits.
  package static func take(_ path: String, wait: Duration = .seconds(2)) async throws(LifecycleError) -> FolderHold {
    let end = ContinuousClock.now + wait
    while true {
      do throws(LifecycleError) { return try attempt(path) } catch {
        guard error == .busy, ContinuousClock.now < end else { throw error }
      }
      guard (try? await Task.sleep(for: .milliseconds(10))) != nil else { throw .busy }
    }
  }

  private static func attempt(_ path: String) throws(LifecycleError) -> FolderHold {
    guard let folder = try HeldFolder.above(path) else { throw .unavailable(ENOENT) }
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
