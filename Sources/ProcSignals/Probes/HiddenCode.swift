#if os(Linux) || os(Android)

  import AppIntegrity
  import CRawSystemCalls
  import SecurityPolicy

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// The kernel names executable memory that libc's `open` and `read` leave out: a hook filters what this process reads
  /// about itself. Where the kernel is asked through libc as well (32-bit systems) it could not look.
  extension Probe {
    static let hiddenCode = Probe(
      id: "hooks.hiddenCode", category: .hooks, strength: .medium, family: .systemCalls, level: .full
    ) { (snapshot) throws(SystemCallFailure) in
      guard mantlet_raw_is_direct() == 1 else { throw .unreadable("the kernel is asked through libc") }
      var hidden = try missing(snapshot, from: snapshot.ownCode.get().rows)
      if hidden.isEmpty { return .clean() }
      // A library that another thread loads or unloads between two readings is no hiding.
      let generation = try snapshot.memory.loadedImages().generation
      for _ in 0..<2 {
        hidden = try missing(snapshot, from: snapshot.process.get().code().rows)
          .filter(hidden.contains)
      }
      if hidden.isEmpty { return .clean() }
      guard try snapshot.memory.loadedImages().generation == generation else {
        throw .unreadable("libraries come and go")
      }
      return .of(hidden.map { $0.path.isEmpty ? "unnamed memory" : EvidenceText.line($0.fileName) })
    }

    /// The rows that libc leaves out, and that are still there afterwards.
    private static func missing(
      _ snapshot: Snapshot, from before: [ExecutableRows.Row]
    ) throws(SystemCallFailure) -> [ExecutableRows.Row] {
      let through = try snapshot.memory.code(throughLibrary("/proc/self/maps")).rows
      // The text may end with the vsyscall page, which the kernel does not give when it is asked.
      if through.starts(with: before) { return [] }
      let seen = Set(through)
      let missing = before.filter { !seen.contains($0) }
      if missing.isEmpty { return [] }
      let after = Set(try snapshot.process.get().code().rows)
      return missing.filter(after.contains)
    }

    private static func throughLibrary(_ path: String) throws(SystemCallFailure) -> [UInt8] {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .refused(errno) }
      defer { close(descriptor) }
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while bytes.count <= 8 << 20 {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw .refused(errno) }
        if count == 0 { return bytes }
        bytes.append(contentsOf: buffer[..<count])
      }
      throw .tooLong
    }
  }

#endif
