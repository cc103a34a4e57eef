#if Audit
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Bionic)
    import Bionic
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Writes changed files into the audited folder: each whole or not at all.
  ///
  /// - Protects against: links in the place of a file or of any folder above it, a file that changed since it was read,
  ///   half a file after a crash.
  /// - Does not protect against: another program that writes the same file between comparison and renaming.
  public struct ProjectWriter: Sendable {
    private let root: String

    /// - Parameter root: the folder that was audited.
    public init(root: String) { self.root = root }

    /// Replaces one file; its permissions stay.
    /// - Throws: ``SourceAuditError/changedMeanwhile``, ``SourceAuditError/unwritable(errno:)``.
    public func write(_ change: FixPlan.Change) throws(SourceAuditError) {
      var names = change.file.split(separator: "/").map(String.init)
      guard let name = names.popLast(), !(names + [name]).contains("..") else { throw .changedMeanwhile }
      var folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard folder >= 0 else { throw .unwritable(errno: errno) }
      defer { _ = close(folder) }
      for step in names {
        let next = openat(folder, step, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard next >= 0 else {
          throw errno == ELOOP || errno == ENOTDIR ? .changedMeanwhile : .unwritable(errno: errno)
        }
        _ = close(folder)
        folder = next
      }
      let mode = try compare(name, in: folder, with: Array(change.old.utf8))
      try replace(name, in: folder, with: Array(change.new.utf8), mode: mode)
    }

    /// The permissions of the file, after its bytes were found to be those that were read.
    private func compare(_ name: String, in folder: Int32, with old: [UInt8]) throws(SourceAuditError) -> mode_t {
      let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { throw errno == ELOOP ? .changedMeanwhile : .unwritable(errno: errno) }
      defer { _ = close(file) }
      var facts = stat()
      guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, Int(facts.st_size) == old.count else {
        throw .changedMeanwhile
      }
      var content = [UInt8](repeating: 0, count: old.count)
      var have = 0
      while have < content.count {
        let count = content.withUnsafeMutableBytes { read(file, $0.baseAddress?.advanced(by: have), $0.count - have) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw .changedMeanwhile }
        have += count
      }
      guard content == old else { throw .changedMeanwhile }
      return facts.st_mode & 0o7777
    }

    private func replace(
      _ name: String, in folder: Int32, with bytes: [UInt8], mode: mode_t
    ) throws(SourceAuditError) {
      let temporary = ".\(name).mantlet-fix"
      // A file of that name is what an interrupted run left.
      _ = unlinkat(folder, temporary, 0)
      let file = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      guard file >= 0 else { throw .unwritable(errno: errno) }
      var isWritten = fchmod(file, mode) == 0
      var sent = 0
      while isWritten, sent < bytes.count {
        let count = bytes.withUnsafeBytes { systemWrite(file, $0.baseAddress?.advanced(by: sent), $0.count - sent) }
        if count < 0, errno == EINTR { continue }
        isWritten = count > 0
        sent += max(0, count)
      }
      isWritten = isWritten && fsync(file) == 0
      let code = errno
      _ = close(file)
      guard isWritten, renameat(folder, temporary, folder, name) == 0 else {
        let code = isWritten ? errno : code
        _ = unlinkat(folder, temporary, 0)
        throw .unwritable(errno: code)
      }
      _ = fsync(folder)
    }

    private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
      #if canImport(Darwin)
        Darwin.write(file, bytes, count)
      #elseif canImport(Glibc)
        Glibc.write(file, bytes, count)
      #elseif canImport(Bionic)
        Bionic.write(file, bytes, count)
      #elseif canImport(Musl)
        Musl.write(file, bytes, count)
      #endif
    }
  }
#endif
