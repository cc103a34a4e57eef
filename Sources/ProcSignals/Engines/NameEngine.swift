#if os(Linux) || os(Android)

  import SecurityPolicy

  /// Names that the kernel gives: of threads, programs, sockets, interfaces, the parent process, the environment, packages.
  enum NameEngine {
    @Sendable static func environment(_ values: [String], _ snapshot: Snapshot) throws(SystemCallFailure)
      -> Probe.Finding
    {
      let names = try snapshot.environment.get().split(separator: 0).map { entry in
        String(decoding: entry.prefix { $0 != 61 }, as: UTF8.self)
      }
      // The value may be somebody's address: only the name is noted.
      return .of(values.filter(names.contains))
    }

    /// Recent instrumentation gives its threads the program's own name: absence says nothing.
    @Sendable static func threads(_ values: [String], _ snapshot: Snapshot) throws(SystemCallFailure) -> Probe.Finding {
      var found: [String] = []
      var failure: SystemCallFailure?
      let process = try snapshot.process.get()
      for thread in try process.names(in: "task") {
        do throws(SystemCallFailure) {
          let name = Self.name(try process.read("task/\(thread)/comm"))
          if values.contains(name) { found.append(EvidenceText.line(name)) }
        } catch {
          // It may end between the two readings.
          if !error.isOfEnded { failure = error }
        }
      }
      if found.isEmpty, let failure { throw failure }
      return .of(found)
    }

    /// Local sockets with a name of their own outside of the file tree (unix(7), abstract).
    @Sendable static func sockets(_ values: [String], _ snapshot: Snapshot) throws(SystemCallFailure) -> Probe.Finding {
      let words = values.map { Word("@" + $0) }
      return .of(
        try snapshot.readProcess("net/unix").split(separator: 10).compactMap { line in
          words.first { $0.occurs(in: Array(line)) }.map { EvidenceText.line($0.text) }
        })
    }

    @Sendable static func interfaces(_ values: [String], _ snapshot: Snapshot) throws(SystemCallFailure)
      -> Probe.Finding
    {
      let path = "/sys/class/net"
      let names = try Folder.names(snapshot.tree.exists(path) ? snapshot.tree.root + path : path)
      return .of(
        names.filter { name in values.contains { name.hasPrefix($0) && name.dropFirst($0.count).allSatisfy(\.isNumber) }
        }
        .map { EvidenceText.line($0) })
    }

    @Sendable static func parent(_ values: [String], _ snapshot: Snapshot) throws(SystemCallFailure) -> Probe.Finding {
      guard let field = try snapshot.statusField("PPid"), let parent = UInt32(field) else {
        throw .unreadable("no parent field")
      }
      // 0: the parent lives in another process namespace.
      if parent == 0 { return .clean() }
      let name = try name(snapshot.process.get().name(of: "\(parent)"))
      return values.contains(name) ? .detected(["started by \(EvidenceText.line(name))"]) : .clean()
    }

    /// Programs that run, as far as the system shows others'.
    @Sendable static func processes(_ values: [String], _ snapshot: Snapshot) throws(SystemCallFailure)
      -> Probe.Finding
    {
      let process = try snapshot.process.get()
      var staged: String?
      if snapshot.tree.isStaged, try snapshot.tree.exists("/proc") { staged = snapshot.tree.root + "/proc" }
      let folder = staged
      func comm(_ number: String) throws(SystemCallFailure) -> [UInt8] {
        if let folder { return try RawFile.read("\(folder)/\(number)/comm") }
        return try process.name(of: number)
      }
      let names = if let folder { try Folder.names(folder) } else { try process.everything() }
      var found: [String] = []
      var failure: SystemCallFailure?
      for number in names where UInt32(number) != nil {
        do throws(SystemCallFailure) {
          let name = Self.name(try comm(number))
          if values.contains(name) { found.append(EvidenceText.line(name)) }
        } catch {
          // It may end between the two readings, and sandboxes hide the names of others.
          if !error.isOfEnded && !error.isForbidden { failure = error }
        }
      }
      if found.isEmpty, let failure { throw failure }
      return .of(found)
    }

    @Sendable static func context(_ values: [String], _ snapshot: Snapshot) throws(SystemCallFailure) -> Probe.Finding {
      let bytes = try snapshot.readProcess("attr/current")
      let context = String(decoding: bytes.prefix { $0 != 0 && $0 != 10 }, as: UTF8.self)
      return .of(values.filter { $0 == context })
    }

    /// What the app was told by the package manager, or the system's own list, which only root may read.
    @Sendable static func packages(_ values: [String], _ snapshot: Snapshot) throws(SystemCallFailure) -> Probe.Finding
    {
      if let known = snapshot.settings.packages { return .of(values.filter(known.contains)) }
      let lines = try snapshot.tree.read("/data/system/packages.list").split(separator: 10)
      let names = Set(lines.map { String(decoding: $0.prefix { $0 != 32 }, as: UTF8.self) })
      return .of(values.filter(names.contains))
    }

    private static func name(_ bytes: [UInt8]) -> String {
      String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
    }
  }

#endif
