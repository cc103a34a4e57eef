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

    /// The bytes of a file, nil when there is none; `limit` bounds what is read, one byte more tells a longer file.
    borrowing func contents(of name: String, limit: Int) throws(StorageError) -> [UInt8]? {
      guard let file = try openExisting(name) else { return nil }
      return try file.contents(limit: limit).bytes
    }

    /// The same of a file that others may own or read: for a look at what only its seal proves, never to give it out.
    borrowing func sealedContents(of name: String, limit: Int) throws(StorageError) -> [UInt8]? {
      guard let file = try openExisting(name) else { return nil }
      return try file.contents(limit: limit, ours: false).bytes
    }

    /// The file, kept open, and its bytes; nil when there is none.
    borrowing func pinned(
      _ name: String, limit: Int, ours: Bool = true
    ) throws(StorageError) -> (pin: FilePin, bytes: [UInt8])? {
      guard let file = try openExisting(name) else { return nil }
      let (bytes, status) = try file.contents(limit: limit, ours: ours)
      return (FilePin(file, stamp: FileStamp(status)), bytes)
    }

    /// The file, kept open; nil when there is none.
    borrowing func pin(_ name: String) throws(StorageError) -> FilePin? {
      guard let file = try openExisting(name) else { return nil }
      let status = try file.checkedStatus(type: S_IFREG)
      return FilePin(file, stamp: FileStamp(status))
    }

    /// A file of at most `limit` bytes, read straight into locked memory; nil when there is none.
    ///
    /// - Throws: `StorageError.rootKeyDamaged` when it is longer.
    borrowing func secret(in name: String, limit: Int) throws(StorageError) -> PinnedSecret? {
      guard let file = try openExisting(name) else { return nil }
      let status = try file.checkedStatus(type: S_IFREG)
      guard (1...limit).contains(Int(status.st_size)) else { throw .rootKeyDamaged }
      let secret = try Secret(count: Int(status.st_size)) { buffer throws(StorageError) in
        guard try file.readAll(into: buffer) == buffer.count else { throw .rootKeyDamaged }
      }
      return PinnedSecret(secret: secret, pin: FilePin(file, stamp: FileStamp(status)))
    }

    borrowing func hasFile(_ name: String) throws(StorageError) -> Bool { try stamp(of: name) != nil }

    /// Which file stands under the name now; nil when there is none.
    borrowing func stamp(of name: String) throws(StorageError) -> FileStamp? {
      var status = stat()
      if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return FileStamp(status) }
      guard errno == ENOENT else { throw .system(errno) }
      return nil
    }

    /// Puts a file in place whole or not at all: temporary file, fsync, rename, fsync of the folder. Call it while
    /// locked.
    borrowing func replace(_ name: String, with bytes: UnsafeRawBufferPointer) throws(StorageError) {
      try prepare(name, with: bytes)
      try commit(name)
    }

    borrowing func replace(_ name: String, with bytes: [UInt8]) throws(StorageError) {
      try prepare(name, with: bytes)
      try commit(name)
    }

    borrowing func prepare(_ name: String, with bytes: [UInt8]) throws(StorageError) {
      try bytes.withUnsafeBufferPointer { buffer throws(StorageError) in
        try prepare(name, with: UnsafeRawBufferPointer(buffer))
      }
    }

    /// The first half of a replacement: the medium has the bytes, under a temporary name. After an error nothing is
    /// left of it.
    borrowing func prepare(_ name: String, with bytes: UnsafeRawBufferPointer) throws(StorageError) {
      do throws(StorageError) {
        let file = try begin(name)
        try file.writeAll(bytes)
        try file.synchronize()
      } catch {
        discard(name)
        throw error
      }
    }

    /// The first halves of two replacements: the medium has both, or after an error neither is left. Waiting for one
    /// brings some of the other along, which is cheaper than one after the other.
    borrowing func prepare(
      _ first: String, with firstBytes: [UInt8], _ second: String, with secondBytes: [UInt8]
    ) throws(StorageError) {
      do throws(StorageError) {
        let firstFile = try begin(first)
        try firstFile.writeAll(firstBytes)
        let secondFile = try begin(second)
        try secondFile.writeAll(secondBytes)
        try firstFile.synchronize()
        try secondFile.synchronize()
      } catch {
        discard(first)
        discard(second)
        throw error
      }
    }

    /// A new, empty file under the temporary name.
    private borrowing func begin(_ name: String) throws(StorageError) -> OpenFile {
      let temporary = Self.temporary(name)
      // Whoever calls holds the lock: what lies here already is what a killed process left.
      if unlinkat(descriptor, temporary, 0) != 0, errno != ENOENT { throw .system(errno) }
      return try openFile(temporary, O_WRONLY | O_CREAT | O_EXCL)
    }

    /// The second half: the prepared bytes take the place of the old ones.
    ///
    /// - Parameter keeping: leaves the preparation where it is when the renaming fails.
    borrowing func commit(_ name: String, keeping: Bool = false) throws(StorageError) {
      try rename(name, keeping: keeping)
      try synchronize()
    }

    /// ``commit(_:keeping:)`` without its last step: durable with the next synchronisation of the folder.
    ///
    /// - Parameter place: the name to take, if it is not the one that the file was prepared for.
    borrowing func rename(_ name: String, to place: String? = nil, keeping: Bool = false) throws(StorageError) {
      guard renameat(descriptor, Self.temporary(name), descriptor, place ?? name) == 0 else {
        let code = errno
        if !keeping { discard(name) }
        throw .system(code)
      }
    }

    /// Takes back a preparation.
    borrowing func discard(_ name: String) { _ = unlinkat(descriptor, Self.temporary(name), 0) }

    /// The name under which a replacement is prepared.
    static func temporary(_ name: String) -> String { name + temporarySuffix }

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
    borrowing func removeLeftovers(keeping kept: Set<String>) throws(StorageError) {
      for name in try fileNames() where name.hasSuffix(Self.temporarySuffix) && !kept.contains(name) {
        _ = unlinkat(descriptor, name, 0)
      }
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
      let code = errno
      guard code == ENOENT else { throw refusal(code, of: name) }
      return nil
    }

    private borrowing func refusal(_ code: Int32, of name: String) -> StorageError {
      var status = stat()
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .system(code) }
      return .reaching(code, mode: UInt32(status.st_mode), isOurs: status.st_uid == geteuid())
    }

    borrowing func openFile(_ name: String, _ flags: Int32) throws(StorageError) -> OpenFile {
      let number = openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC, 0o600)
      return OpenFile(descriptor: try Self.checked(number))
    }

    borrowing func synchronize() throws(StorageError) {
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
