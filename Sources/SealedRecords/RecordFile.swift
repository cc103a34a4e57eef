#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Bionic)
  import Bionic
#elseif canImport(Musl)
  import Musl
#endif

/// The database file and its companions before SQLite opens them: ours alone, mode 0600, no links.
struct RecordFile {
  let path: String

  /// Makes an empty file if there is none; true when the file has contents.
  func prepare() throws(RecordError) -> Bool {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    var status = stat()
    let parent = path.hasPrefix("/") && folder.isEmpty ? "/" : (folder.isEmpty ? "." : folder)
    guard stat(parent, &status) == 0 else { throw Self.system(errno) }
    // Whoever may write to the folder, or give himself the right to, could exchange the file between our look and SQLite's.
    guard status.st_uid == geteuid() || status.st_uid == 0 else { throw .foreignOwner(status.st_uid) }
    guard status.st_mode & 0o022 == 0 else { throw .exposed(mode: UInt32(status.st_mode & 0o7777)) }
    let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if made >= 0 {
      _ = close(made)
    } else if errno != EEXIST {
      throw Self.system(errno)
    }
    // SQLite gives its companions the rights of the database. O.Data_3#2
    for suffix in ["-wal", "-shm", "-journal"] { _ = try size(of: path + suffix) }
    try expectOwnJournal()
    return try size(of: path) ?? 0 > 0
  }

  /// SQLite ends a change that was cut off by its journal, and deletes the file that the journal names as that of a
  /// change to several databases. Ours is never one of several.
  /// Source: sqlite.org/fileformat2.html, section 3; pager.c, readSuperJournal.
  private func expectOwnJournal() throws(RecordError) {
    // A pipe that takes the journal's place in this moment would keep us waiting for good.
    let file = open(path + "-journal", O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      guard errno == ENOENT else { throw Self.system(errno) }
      return
    }
    defer { _ = close(file) }
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    var end = [UInt8](repeating: 0, count: magic.count)
    guard lseek(file, -off_t(magic.count), SEEK_END) > 0 else { return }
    let count = end.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    guard count == magic.count else { throw Self.system(count < 0 ? errno : EIO) }
    guard end != magic else { throw .notPlain }
  }

  /// SQLite's `user_version` and application id in the head of the file, which say whose it is; nil where it cannot be
  /// read. A log that is not in it yet may hold others.
  /// Source: sqlite.org/fileformat2.html, section 1.3.
  func shownNumbers() -> (format: Int, application: Int)? {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { _ = close(file) }
    var head = [UInt8](repeating: 0, count: 12)
    guard head.withUnsafeMutableBytes({ pread(file, $0.baseAddress, $0.count, 60) }) == head.count else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> Int {
      Int(Int32(bitPattern: bytes.reduce(0) { $0 << 8 | UInt32($1) }))
    }
    return (number(head[0..<4]), number(head[8..<12]))
  }

  /// Puts an empty file in the place of this one, and takes away what SQLite keeps beside it. A connection of another
  /// process keeps the old file: neither its locks nor what it still writes reach the new one. Not shortened before, as
  /// SQLite asks no empty file whether it was moved, and would take the new one's log away with its own. The new file has
  /// the same rights, and on Apple systems the protection class of its folder.
  func replace() throws(RecordError) {
    for suffix in ["-wal", "-shm", "-journal"] {
      guard try size(of: path + suffix) != nil else { continue }
      guard unlink(path + suffix) == 0 else { throw Self.system(errno) }
    }
    if try size(of: path) != nil {
      guard unlink(path) == 0 else { throw Self.system(errno) }
    }
    _ = try prepare()
  }

  /// What tells a file from the one that was in its place before.
  struct Identity: Equatable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  /// Nil where there is no file.
  func identity() throws(RecordError) -> Identity? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw Self.system(errno) }
      return nil
    }
    return Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  private func size(of path: String) throws(RecordError) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw Self.system(errno) }
      return nil
    }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else { throw .notPlain }
    guard status.st_uid == geteuid() else { throw .foreignOwner(status.st_uid) }
    guard status.st_mode & 0o077 == 0 else { throw .exposed(mode: UInt32(status.st_mode & 0o7777)) }
    return Int(status.st_size)
  }

  private static func system(_ code: Int32) -> RecordError {
    switch code {
    case ENOSPC, EDQUOT: .full
    case EACCES, EPERM, EROFS: .denied(code)
    case ELOOP: .notPlain
    default: .unavailable(code)
    }
  }
}
