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
    #if !canImport(Darwin)
      // Encrypted, and the key is not with the kernel: Android before the first unlock, fscrypt elsewhere.
      // Source: fscrypt.rst of the kernel, "Without the key".
      if code == ENOKEY || code == EKEYEXPIRED || code == EKEYREVOKED { return .locked }
    #endif
    switch code {
    case ENOSPC, EDQUOT, EFBIG: return .full
    case EACCES, EPERM, EROFS: return .denied(code)
    // A link is refused with ELOOP, and with ENOTDIR where a folder was asked for.
    case ELOOP, ENOTDIR, EISDIR, ENXIO: return .notPlain
    case EIO: return .notReadable(code)
    default: return .unavailable(code)
    }
  }

  /// The error of reaching an existing file. A refusal (`EACCES`, `EPERM`) of a file that is ours and whose mode lets us
  /// read it does not come from its rights: its protection class keeps it until the device is unlocked.
  ///
  /// - Parameters:
  ///   - mode: as in `stat`; nil when the file could not be looked at.
  ///   - isOurs: whether this user owns it.
  package static func reaching(_ code: Int32, mode: UInt32?, isOurs: Bool) -> LifecycleError {
    guard code == EACCES || code == EPERM, isOurs, let mode, mode & 0o400 != 0 else { return system(code) }
    return .locked
  }

  /// The error of reading from a file that is open: its rights were judged before.
  package static func reading(_ code: Int32) -> LifecycleError {
    if code == EACCES || code == EPERM || system(code) == .locked { return .locked }
    return .notReadable(code)
  }
}
