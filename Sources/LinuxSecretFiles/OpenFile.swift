#if os(Linux) || os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Bionic)
    import Bionic
  #elseif canImport(Musl)
    import Musl
  #endif
  import SecretStorage

  /// One open descriptor, closed when it ends.
  struct OpenFile: ~Copyable {
    let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = close(descriptor) }

    /// The file's status, if it is ours alone: right type, right owner, no rights for group and others.
    borrowing func checkedStatus(type: mode_t) throws(StorageError) -> stat {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
      guard status.st_mode & S_IFMT == type else { throw .notPlain }
      // A second name for the file would let whoever made it see later contents.
      if type == S_IFREG, status.st_nlink > 1 { throw .notPlain }
      guard status.st_uid == geteuid() else { throw .foreignOwner(status.st_uid) }
      guard status.st_mode & 0o077 == 0 else { throw .exposed(mode: status.st_mode & 0o7777) }
      return status
    }

    /// The status of a plain file, whoever owns it or may read it.
    private borrowing func plainStatus() throws(StorageError) -> stat {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
      guard status.st_mode & S_IFMT == S_IFREG else { throw .notPlain }
      return status
    }

    /// At most `limit` bytes, and one more if there are more; the status from before reading.
    ///
    /// - Parameter ours: whether the file must be ours alone; not for bytes that only prove by their seal what they are.
    borrowing func contents(limit: Int, ours: Bool = true) throws(StorageError) -> (bytes: [UInt8], status: stat) {
      let status = ours ? try checkedStatus(type: S_IFREG) : try plainStatus()
      let size = min(max(Int(status.st_size), 0), limit) + 1
      var failure: StorageError?
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
        do throws(StorageError) {
          filled = try readAll(
            into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<size]),
            expecting: size - 1)
        } catch { failure = error }
      }
      if let failure { throw failure }
      return (bytes, status)
    }

    borrowing func writeAll(_ bytes: [UInt8]) throws(StorageError) {
      try bytes.withUnsafeBufferPointer { buffer throws(StorageError) in
        try writeAll(UnsafeRawBufferPointer(buffer))
      }
    }

    borrowing func writeAll(_ bytes: UnsafeRawBufferPointer) throws(StorageError) {
      var rest = bytes
      while let base = rest.baseAddress, !rest.isEmpty {
        let count = write(descriptor, base, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          throw .system(errno)
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }

    /// Fills the buffer; the number of bytes that were there.
    ///
    /// - Parameter expecting: the size of the file: reading exactly so many into a larger buffer is the end, and the
    ///   call that would only say so is saved.
    borrowing func readAll(
      into buffer: UnsafeMutableRawBufferPointer, expecting: Int = -1
    ) throws(StorageError) -> Int {
      var filled = 0
      while filled < buffer.count, let base = buffer.baseAddress {
        let count = read(descriptor, base + filled, buffer.count - filled)
        if count < 0 {
          if errno == EINTR { continue }
          throw .reading(errno)
        }
        if count == 0 { break }
        filled += count
        if filled == expecting { break }
      }
      return filled
    }

    /// Returns when the medium has the bytes.
    borrowing func synchronize() throws(StorageError) {
      while fsync(descriptor) != 0 {
        guard errno == EINTR else { throw .system(errno) }
      }
    }
  }
#endif
