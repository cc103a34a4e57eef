#if os(Linux) || os(Android)

  /// Rows of the mount table. Mounts that are hidden from the app do not show.
  enum MountEngine {
    /// The whole source field: a part of a longer name means nothing.
    @Sendable static func sources(_ values: [String], _ snapshot: Snapshot) throws(SystemCallFailure) -> Probe.Finding {
      .of(
        try snapshot.mounts.get().rows.filter { values.contains($0.source) }
          .map { "source \(EvidenceText.line($0.source)) (\(EvidenceText.line($0.type)))" })
    }

    @Sendable static func folders(_ values: [String], _ snapshot: Snapshot) throws(SystemCallFailure) -> Probe.Finding {
      let words = values.map { Word($0) }
      return .of(
        try snapshot.mounts.get().rows.compactMap { row in
          let places = Array("\(row.root)/ \(row.target)/ \(row.source)/".utf8)
          return words.first { $0.occurs(in: places) }.map { "folder \($0.text)" }
        })
    }

    @Sendable static func writable(_ values: [String], _ snapshot: Snapshot) throws(SystemCallFailure) -> Probe.Finding
    {
      .of(
        try snapshot.mounts.get().rows.filter { values.contains($0.target) && $0.options.contains("rw") }
          .map { "\($0.target) is writable" })
    }

    @Sendable static func temporary(
      _ values: [String], _ snapshot: Snapshot
    ) throws(SystemCallFailure) -> Probe.Finding {
      .of(
        try snapshot.mounts.get().rows.filter { $0.type == "tmpfs" && lies($0, in: values) }
          .map { "tmpfs on \(EvidenceText.line($0.target))" })
    }

    @Sendable static func loops(_ values: [String], _ snapshot: Snapshot) throws(SystemCallFailure) -> Probe.Finding {
      .of(
        try snapshot.mounts.get().rows.filter { $0.source.hasPrefix("/dev/block/loop") && lies($0, in: values) }
          .map { "loop on \(EvidenceText.line($0.target))" })
    }

    private static func lies(_ row: MountRows.Row, in folders: [String]) -> Bool {
      folders.contains { (row.target + "/").hasPrefix($0) }
    }

    @Sendable static func overlaid(_ values: [String], _ snapshot: Snapshot) throws(SystemCallFailure) -> Probe.Finding
    {
      .of(
        try snapshot.mounts.get().rows
          .filter { $0.type == "overlay" && lies($0, in: values) }
          .map { "overlay on \(EvidenceText.line($0.target))" })
    }
  }

#endif
