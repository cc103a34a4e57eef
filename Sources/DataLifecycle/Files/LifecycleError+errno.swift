#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Musl)
  import Musl
#endif

extension LifecycleError {
  /// The error that a system call left behind.
  static func system(_ code: Int32) -> LifecycleError {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: .full
    case EACCES, EPERM, EROFS: .denied(code)
    // A link is refused with ELOOP, and with ENOTDIR where a folder was asked for.
    case ELOOP, ENOTDIR, EISDIR, ENXIO: .notPlain
    case EIO: .notReadable(code)
    default: .unavailable(code)
    }
  }
}
