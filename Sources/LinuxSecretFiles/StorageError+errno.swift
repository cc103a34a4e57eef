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
      case ENOSPC, EDQUOT, EFBIG: .full
      case EACCES, EPERM, EROFS: .denied(code)
      // A link is refused with ELOOP, and with ENOTDIR where a folder was asked for.
      case ELOOP, ENOTDIR, EISDIR, ENXIO: .notPlain
      case EIO: .notReadable(code)
      default: .unavailable(code)
      }
    }
  }
#endif
