#if os(Linux) || os(Android)
  #if os(Linux)
    import CFileExchange
  #endif
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Bionic)
    import Bionic
  #elseif canImport(Musl)
    import Musl
  #endif
  import SecretStorage

  /// The file that a name had before its last replacement, kept blank for the next one: a quarter of what a small write
  /// costs is to have the file system make one file and free another.
  ///
  /// It takes part in no proof, and every opening removes it. Where the size changes, or the file system cannot exchange
  /// two files, there is none. Call all of this while locked.
  extension PrivateFolder {
    /// The name that it is kept under.
    static func spare(_ name: String) -> String { temporary(name + ".spare") }

    /// The second half of a replacement, not yet durable: the prepared file takes its place, and the one that was there
    /// lies under the temporary name, if it is one to keep.
    ///
    /// - Parameter keeping: leaves the preparation where it is when the renaming fails.
    borrowing func exchange(_ name: String, keeping: Bool = false) throws(StorageError) {
      #if os(Linux)
        if isAlike(name), mantlet_file_exchange(descriptor, Self.temporary(name), name) == 0 { return }
      #endif
      try rename(name, keeping: keeping)
    }

    /// Blanks what ``exchange(_:keeping:)`` left, for the next write, and once the medium has what took its place.
    borrowing func keepSpare(of name: String) {
      let temporary = Self.temporary(name)
      do throws(StorageError) {
        guard let file = try writable(temporary) else { return }
        let status = try file.checkedStatus(type: S_IFREG)
        try file.writeAll([UInt8](repeating: 0, count: Int(status.st_size)))
        guard renameat(descriptor, temporary, descriptor, Self.spare(name)) == 0 else { throw .system(errno) }
      } catch {
        discard(name)
      }
    }

    borrowing func discardSpare(of name: String) { _ = unlinkat(descriptor, Self.spare(name), 0) }

    /// A preparation in the file that was kept; nil where there is none, or none of this size.
    borrowing func prepareSpare(of name: String, with bytes: [UInt8]) -> OpenFile? {
      do throws(StorageError) {
        guard let file = try writable(Self.spare(name)) else { return nil }
        // Somebody else may have any other file open.
        let status = try file.checkedStatus(type: S_IFREG)
        guard Int(status.st_size) == bytes.count,
          renameat(descriptor, Self.spare(name), descriptor, Self.temporary(name)) == 0
        else { throw .notPlain }
        try file.writeAll(bytes)
        try file.stampUniquely()
        return file
      } catch {
        discardSpare(of: name)
        return nil
      }
    }

    private borrowing func writable(_ file: String) throws(StorageError) -> OpenFile? {
      let number = openat(descriptor, file, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
      guard number >= 0 else {
        guard errno == ENOENT else { throw .system(errno) }
        return nil
      }
      return OpenFile(descriptor: number)
    }

    /// Whether the prepared file and the one in its place are plain and of one size.
    private borrowing func isAlike(_ name: String) -> Bool {
      var (new, old) = (stat(), stat())
      guard fstatat(descriptor, Self.temporary(name), &new, AT_SYMLINK_NOFOLLOW) == 0,
        fstatat(descriptor, name, &old, AT_SYMLINK_NOFOLLOW) == 0
      else { return false }
      return old.st_mode & S_IFMT == S_IFREG && new.st_mode & S_IFMT == S_IFREG && old.st_size == new.st_size
    }
  }
#endif
