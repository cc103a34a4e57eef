#if os(Linux) || os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Bionic)
    import Bionic
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Which file stands under a name: as long as it is kept open its number is not given away again, so the same
  /// number, size and times mean the same content.
  struct FileStamp: Equatable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    private let modified: (seconds: Int, nanoseconds: Int)
    private let changed: (seconds: Int, nanoseconds: Int)

    init(_ status: stat) {
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(truncatingIfNeeded: status.st_ino)
      size = Int64(status.st_size)
      modified = (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
      changed = (Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec))
    }

    static func == (left: FileStamp, right: FileStamp) -> Bool {
      left.number == right.number && left.device == right.device && left.size == right.size
        && left.modified == right.modified && left.changed == right.changed
    }
  }
#endif
