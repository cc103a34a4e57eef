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
    return try size(of: path) ?? 0 > 0
  }

  /// Takes everything out of the file, and what SQLite keeps beside it away; true to its rights, owner and protection
  /// class.
  func empty() throws(RecordError) {
    for suffix in ["-wal", "-shm", "-journal"] {
      guard try size(of: path + suffix) != nil else { continue }
      guard unlink(path + suffix) == 0 else { throw Self.system(errno) }
    }
    guard try size(of: path) != nil else {
      _ = try prepare()
      return
    }
    guard truncate(path, 0) == 0 else { throw Self.system(errno) }
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
