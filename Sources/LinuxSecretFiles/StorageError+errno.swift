#if os(Linux) || os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Bionic)
    import Bionic
  #elseif canImport(Musl)
    import Musl
  #endif
  import SecretStorage

  extension StorageError {
    /// The error that a system call left behind.
    static func system(_ code: Int32) -> StorageError {
      switch code {
      // The folder is encrypted, and its key is not with the kernel: Android before the first unlock, fscrypt elsewhere.
      // Source: fscrypt.rst of the kernel, "Without the key".
      case ENOKEY, EKEYEXPIRED, EKEYREVOKED: .locked
      case ENOSPC, EDQUOT, EFBIG: .full
      case EACCES, EPERM, EROFS: .denied(code)
      // A link is refused with ELOOP, and with ENOTDIR where a folder was asked for.
      case ELOOP, ENOTDIR, EISDIR, ENXIO: .notPlain
      case EIO: .notReadable(code)
      default: .unavailable(code)
      }
    }

    /// The bytes were not seen, for a reason that may pass: they say nothing about what was kept.
    var isUnread: Bool {
      switch self {
      case .locked, .notReadable, .unavailable, .denied: true
      default: false
      }
    }

    /// The error of reaching an existing file. A refusal (`EACCES`, `EPERM`) of a file that is ours and whose mode lets us
    /// read it does not come from its rights: what it lies on is locked, and it may be read later.
    ///
    /// - Parameters:
    ///   - mode: as in `stat`; nil when the file could not be looked at.
    ///   - isOurs: whether this user owns it.
    package static func reaching(_ code: Int32, mode: UInt32?, isOurs: Bool) -> StorageError {
      guard code == EACCES || code == EPERM, isOurs, let mode, mode & 0o400 != 0 else { return .system(code) }
      return .locked  // O.Resi_10#1520
    }

    /// The error of reading from a file that is open: its rights were judged before.
    package static func reading(_ code: Int32) -> StorageError {
      switch code {
      case EACCES, EPERM, ENOKEY, EKEYEXPIRED, EKEYREVOKED: .locked
      default: .notReadable(code)
      }
    }
  }
#endif
