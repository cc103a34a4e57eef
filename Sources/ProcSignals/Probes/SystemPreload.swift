#if os(Linux) || os(Android)

  import SecurityPolicy

  /// The system preloads a library into every program. Some small-board distributions do so as shipped: evidence only.
  ///
  /// Source: ld.so(8) `/etc/ld.so.preload`.
  extension Probe {
    static let systemPreload = Probe(id: "hooks.systemPreload", category: .hooks, strength: .weak, family: .environment)
    {
      (snapshot) throws(SystemCallFailure) in
      guard let bytes = try snapshot.tree.readIfPresent("/etc/ld.so.preload") else { return .clean() }
      let lines = bytes.split { $0 == 10 || $0 == 32 || $0 == 58 }.filter { $0.first != 35 }
      return .of(lines.map { EvidenceText.fileName(String(decoding: $0, as: UTF8.self)) })
    }
  }

#endif
