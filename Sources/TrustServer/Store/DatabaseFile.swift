#if Server
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  #if canImport(CoreFoundation)
    // Which module the compiler names as the owner of `stat` depends on what it loaded first.
    import CoreFoundation
  #endif

  /// The database file and its companions before SQLite opens them: ours alone, mode 0600, no links, in a folder that
  /// nobody else can change.
  ///
  /// SQLite opens by name, so the folder carries the promise: whoever may write to it could exchange the file between
  /// this look and SQLite's. Root, and another process of this user, still can.
  struct DatabaseFile {
    let path: String

    // O.Data_4#130
    /// Makes an empty file when there is none.
    /// - Throws: ``StoreError`` `cannotOpen` with errno, `notPlain`, `foreignOwner`, `exposed`.
    func prepare() throws(StoreError) {
      try checkFolder()
      let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if made >= 0 {
        close(made)
      } else if errno != EEXIST {
        throw .cannotOpen(path: path, code: errno)
      }
      // SQLite gives its companions the rights of the database; leftovers of a crash are read by it as they are.
      for suffix in ["", "-wal", "-shm", "-journal"] { try check(path + suffix) }
    }

    private func checkFolder() throws(StoreError) {
      let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      let parent = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
      var status = stat()
      guard stat(parent, &status) == 0 else { throw .cannotOpen(path: path, code: errno) }
      guard status.st_mode & S_IFMT == S_IFDIR else { throw .notPlain(path: parent) }
      // Root may do everything anyway.
      guard status.st_uid == geteuid() || status.st_uid == 0 else {
        throw .foreignOwner(path: parent, owner: status.st_uid)
      }
      guard status.st_mode & 0o022 == 0 else { throw .exposed(path: parent, mode: UInt32(status.st_mode & 0o7777)) }
    }

    private func check(_ path: String) throws(StoreError) {
      var status = stat()
      guard lstat(path, &status) == 0 else {
        guard errno == ENOENT else { throw .cannotOpen(path: path, code: errno) }
        return
      }
      guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else { throw .notPlain(path: path) }
      guard status.st_uid == geteuid() else { throw .foreignOwner(path: path, owner: status.st_uid) }
      guard status.st_mode & 0o077 == 0 else { throw .exposed(path: path, mode: UInt32(status.st_mode & 0o7777)) }
    }
  }
#endif
