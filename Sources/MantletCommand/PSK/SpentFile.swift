#if os(Linux)
  import CoreFoundation
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A file that is itself a credential, once what it brought is kept.
  ///
  /// Not protected: copies elsewhere, and what flash memory and backups still hold.
  enum SpentFile {
    /// Removes it; behind a symbolic link the file that the link leads to. The link stays, for it may be the system's own
    /// (`/dev/stdin`).
    ///
    /// - Parameter step: what is done already, for the message.
    /// - Throws: exit code 1 when it is still there, or under another name (a hard link), after saying so.
    static func remove(_ path: String, after step: String) throws {
      var info = stat()
      guard let resolved = realpath(path, nil) else { throw stop(path, step) }
      defer { free(resolved) }
      let target = String(cString: resolved)
      guard lstat(target, &info) == 0, unlink(target) == 0 else { throw stop(path, step) }
      StateFile.flushFolder(of: target)
      guard info.st_nlink == 1 else {
        throw ExitStatus.stop(
          "\(step) and \(path) removed, but the file has \(info.st_nlink - 1) further names (hard links); remove them",
          ExitStatus.fails)
      }
    }

    private static func stop(_ path: String, _ step: String) -> any Error {
      ExitStatus.stop("\(step), but \(path) could not be removed (errno \(errno)); remove it", ExitStatus.fails)
    }
  }
#endif
