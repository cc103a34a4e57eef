#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One holder at a time of a folder: of a state directory, `up` or `serve`. The system lets go of the lock when the process ends, however
/// it ends.
final class StateLock: Sendable {
  private let file: Int32

  convenience init(_ state: StateDirectory) throws(StateError) { try self.init(folder: state.path) }

  /// - Parameter name: of the file that is locked; it stays.
  init(folder: String, file name: String = "lock") throws(StateError) {
    let path = folder + "/" + name
    file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .unwritable(path: path, errno: errno) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      close(file)
      throw .inUse(path: folder)
    }
  }

  deinit { close(file) }
}
