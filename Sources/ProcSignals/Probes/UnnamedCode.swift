#if os(Linux) || os(Android)

  import SecurityPolicy

  /// Executable memory without a file, or on Linux from a file that exists in memory only: injected code lives there. Also
  /// any memory both writable and executable.
  ///
  /// A just-in-time compiler in the process does the same, so one finding decides nothing; nor does it with
  /// `hooks.unlistedCode`, which sees the same memory file and is of the same family.
  extension Probe {
    static let unnamedCode = Probe(id: "hooks.unnamedCode", category: .hooks, strength: .medium, family: .mappings) {
      (snapshot) throws(SystemCallFailure) in
      .of(
        try snapshot.code.get().rows.compactMap { row in
          if row.path.isEmpty { return "unnamed, \(row.length >> 10) KiB\(row.isWritable ? ", writable" : "")" }
          if kernelNames.contains(row.path) || RuntimeCache.holds(row, snapshot.tree) { return nil }
          let isMemoryFile = row.isMemoryFile && !snapshot.tree.isAndroid && !hasToolName(row)
          let isAnonymous =
            row.path.hasPrefix("[anon") || row.path == "[heap]" || row.path.hasPrefix("[stack")
          if isMemoryFile || isAnonymous || row.isWritable {
            return EvidenceText.fileName(row.file)
          }
          return nil
        })
    }

    private static let kernelNames: Set<String> = ["[vdso]", "[vsyscall]", "[vectors]", "[sigpage]", "[uprobes]"]
  }

#endif
