#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Musl)
  import Musl
#endif
import DataLifecycle

/// The folder above those of the caches, each of which a cache checks by itself.
enum CacheFolder {
  /// Makes the folder with mode 0700 unless it is there; its parent must exist.
  ///
  /// - Throws: `LifecycleError.notPlain` for a link or a file, `.foreignOwner`, `.exposed`, `.denied`, `.unavailable`.
  static func make(_ path: String) throws(LifecycleError) {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw errno == EACCES ? .denied(errno) : .unavailable(errno) }
    // Memory without a value: which module owns `stat.init()` depends on what else the build links.
    let status = UnsafeMutablePointer<stat>.allocate(capacity: 1)
    defer { status.deallocate() }
    guard lstat(path, status) == 0 else { throw .notReadable(errno) }
    let mode = status.pointee.st_mode
    guard mode & S_IFMT == S_IFDIR else { throw .notPlain }
    guard status.pointee.st_uid == geteuid() else { throw .foreignOwner(status.pointee.st_uid) }
    guard mode & 0o077 == 0 else { throw .exposed(mode: UInt32(mode & 0o7777)) }
  }
}
