#if os(Linux) || os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Bionic)
    import Bionic
  #elseif canImport(Musl)
    import Musl
  #endif
  import SecretStorage

  /// The right to change a folder, against all other processes. The system drops it when a process dies.
  struct FolderLock {
    private static let file = "lock"
    private let descriptor: Int32

    /// Nil while somebody else holds the lock.
    static func attempt(in folder: borrowing PrivateFolder) throws(StorageError) -> FolderLock? {
      let file = try folder.openFile(Self.file, O_RDWR | O_CREAT | O_NONBLOCK)
      let held = FileStamp(try file.checkedStatus(type: S_IFREG))
      while flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 {
        guard errno != EWOULDBLOCK else { return nil }
        guard errno == EINTR else { throw .system(errno) }
      }
      // Somebody may have taken the file away before we locked it: then others lock another one.
      guard try folder.stamp(of: Self.file) == held else { return nil }
      let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else { throw .system(errno) }
      return FolderLock(descriptor: copy)
    }

    /// Waits on the calling thread, at most for `wait`.
    ///
    /// - Throws: `StorageError.busy`.
    static func acquire(
      in folder: borrowing PrivateFolder, wait: Duration
    ) throws(StorageError) -> FolderLock {
      var pauses = LockPauses(wait: wait)
      while true {
        if let lock = try attempt(in: folder) { return lock }
        guard let pause = pauses.next() else { throw .busy }
        _ = usleep(UInt32(pause))
      }
    }

    func release() { _ = close(descriptor) }
  }
#endif
