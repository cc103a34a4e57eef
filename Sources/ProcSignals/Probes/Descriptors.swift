#if os(Linux) || os(Android)

  import SecurityPolicy

  /// This process holds an open descriptor that instrumentation leaves: its memory files and sockets, or a performance
  /// counter (a hardware breakpoint is one).
  ///
  /// A profiler linked into the program also opens counters, so one finding decides nothing. Source: proc_pid_fd(5),
  /// perf_event_open(2).
  extension Probe {
    static let descriptors = Probe(
      id: "hooks.descriptors", category: .hooks, strength: .medium, family: .descriptors
    ) { (snapshot) throws(SystemCallFailure) in
      guard !toolWords.isEmpty else { throw .unreadable("the catalogue") }
      let folder = try snapshot.process.get().open("fd")
      let links = Folder.Links()
      var found: [String] = []
      for name in try Folder.names(folder) {
        guard let target = try target(of: name, in: folder, links) else { continue }
        if target == "anon_inode:[perf_event]" { found.append("performance counter") }
        let bytes = target.utf8.map { (65...90).contains($0) ? $0 | 32 : $0 }
        if toolWords.contains(where: { $0.occurs(in: bytes) }) { found.append(EvidenceText.fileName(target)) }
      }
      return .of(found)
    }

    /// Nil also for a path that is longer than the system can tell: what instrumentation opens has a short one, and whoever
    /// can give it a long one can give it a harmless one.
    private static func target(
      of name: String, in folder: borrowing RawFile.Descriptor, _ links: borrowing Folder.Links
    ) throws(SystemCallFailure) -> String? {
      do { return try links.target(of: name, in: folder) } catch .refused(SystemCallFailure.nameTooLong) { return nil }
    }

    private static let toolWords = Listed.words("hooks.descriptors")
  }

#endif
