#if os(Linux) || os(Android)

  import SecurityPolicy

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// The kernel names executable memory that libc's `open` and `read` leave out: a hook filters what this process reads
  /// about itself.
  extension Probe {
    static let hiddenCode = Probe(id: "hooks.hiddenCode", category: .hooks, strength: .medium, family: .systemCalls) {
      (snapshot) throws(SystemCallFailure) in
      let before = try snapshot.ownCode.get().rows
      let through = try snapshot.memory.code(throughLibrary("/proc/self/maps")).rows
      if through == before { return .clean() }
      let seen = Set(through)
      let missing = before.filter { !seen.contains($0) }
      if missing.isEmpty { return .clean() }
      // A library that another thread loads or unloads between two readings is no hiding: it must still be there.
      let after = Set(try ExecutableRows(RawFile.read("/proc/self/maps")).rows)
      return .of(
        missing.filter(after.contains).map { row in
          row.path.isEmpty ? "unnamed memory" : EvidenceText.line(row.fileName)
        })
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
