#if os(Linux) || os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Bionic)
    import Bionic
  #elseif canImport(Musl)
    import Musl
  #endif
  import Redaction
  import SecretStorage

  /// A folder of mode 0700, held open: every file is reached through its descriptor, so renaming the folder or
  /// putting a link in its place changes nothing for us.
  struct PrivateFolder: ~Copyable, Sendable {
    private static let temporarySuffix = ".temporary"
    private let descriptor: Int32

    /// Opens the folder and makes it first if it is not there; its parent must exist.
    init(path: String) throws(StorageError) {
      if mkdir(path, 0o700) != 0, errno != EEXIST { throw .system(errno) }
      let opened = OpenFile(
        descriptor: try Self.checked(open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)))
      _ = try opened.checkedStatus(type: S_IFDIR)  // O.Data_3#1 O.Plat_6#1
      descriptor = try Self.checked(fcntl(opened.descriptor, F_DUPFD_CLOEXEC, 0))
    }

    deinit { _ = close(descriptor) }

    /// Runs `body` while no other store, in this process or another, changes the folder.
    /// The system drops the lock when a process dies.
    borrowing func whileLocked<Result: ~Copyable>(
      _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
      let lock = try openFile("lock", O_RDWR | O_CREAT)
      _ = try lock.checkedStatus(type: S_IFREG)
      while flock(lock.descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else { throw .system(errno) }
      }
      return try body()
    }

    /// The bytes of a file, nil when there is none; `limit` bounds what is read.
    borrowing func contents(of name: String, limit: Int) throws(StorageError) -> [UInt8]? {
      guard let file = try openExisting(name) else { return nil }
      let status = try file.checkedStatus(type: S_IFREG)
      var bytes = [UInt8](repeating: 0, count: min(max(Int(status.st_size), 0), limit) + 1)
      var filled = 0
      try bytes.withUnsafeMutableBufferPointer { buffer throws(StorageError) in
        filled = try file.readAll(into: UnsafeMutableRawBufferPointer(buffer))
      }
      return Array(bytes.prefix(filled))
    }

    /// A file that must have exactly `count` bytes, read straight into locked memory; nil when there is none.
    borrowing func secret(in name: String, count: Int) throws(StorageError) -> Secret? {
      guard let file = try openExisting(name) else { return nil }
      let status = try file.checkedStatus(type: S_IFREG)
      guard Int(status.st_size) == count else { throw .rootKeyDamaged }
      return try Secret(count: count) { buffer throws(StorageError) in
        guard try file.readAll(into: buffer) == count else { throw .rootKeyDamaged }
      }
    }

    /// Puts a file in place whole or not at all: temporary file, fsync, rename, fsync of the folder.
    borrowing func replace(_ name: String, with bytes: UnsafeRawBufferPointer) throws(StorageError) {
      let temporary = name + Self.temporarySuffix
      do throws(StorageError) {
        let file = try openFile(temporary, O_WRONLY | O_CREAT | O_EXCL)
        try file.writeAll(bytes)
        try file.synchronize()
      } catch {
        _ = unlinkat(descriptor, temporary, 0)
        throw error
      }
      guard renameat(descriptor, temporary, descriptor, name) == 0 else {
        let code = errno
        _ = unlinkat(descriptor, temporary, 0)
        throw .system(code)
      }
      try synchronize()
    }

    /// Removes a file; false when there was none.
    @discardableResult
    borrowing func remove(_ name: String) throws(StorageError) -> Bool {
      guard unlinkat(descriptor, name, 0) == 0 else {
        guard errno == ENOENT else { throw .system(errno) }
        return false
      }
      try synchronize()
      return true
    }

    /// What an interrupted write left behind; call it while locked.
    borrowing func removeLeftovers() throws(StorageError) {
      for name in try fileNames() where name.hasSuffix(Self.temporarySuffix) { try remove(name) }
    }

    borrowing func fileNames() throws(StorageError) -> [String] {
      // An own description of the folder: a duplicate would share the reading position.
      let list = try Self.checked(openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      guard let stream = fdopendir(list) else {
        let code = errno
        _ = close(list)
        throw .system(code)
      }
      defer { _ = closedir(stream) }
      var names: [String] = []
      errno = 0
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in
          String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
        names.append(name)
        errno = 0
      }
      guard errno == 0 else { throw .system(errno) }
      return names
    }

    private borrowing func openExisting(_ name: String) throws(StorageError) -> OpenFile? {
      // Without O_NONBLOCK a pipe in the place of a file would make us wait for its other end.
      let number = openat(descriptor, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
      if number >= 0 { return OpenFile(descriptor: number) }
      guard errno == ENOENT else { throw .system(errno) }
      return nil
    }

    private borrowing func openFile(_ name: String, _ flags: Int32) throws(StorageError) -> OpenFile {
      let number = openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC, 0o600)
      return OpenFile(descriptor: try Self.checked(number))
    }

    private borrowing func synchronize() throws(StorageError) {
      while fsync(descriptor) != 0 {
        guard errno == EINTR else { throw .system(errno) }
      }
    }

    private static func checked(_ result: Int32) throws(StorageError) -> Int32 {
      guard result >= 0 else { throw .system(errno) }
      return result
    }
  }
#endif
