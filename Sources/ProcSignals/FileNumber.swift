#if os(Linux) || os(Android)

  /// A file as the memory map counts it. Only compared among rows: file systems of layers and subvolumes may tell stat(2)
  /// other numbers.
  struct FileNumber: Sendable, Hashable {
    /// The major number above 32 bits of the minor one.
    let device: UInt64
    /// 0 for memory that is no file's.
    let inode: UInt64
  }

#endif
