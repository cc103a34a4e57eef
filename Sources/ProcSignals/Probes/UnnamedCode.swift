#if os(Linux) || os(Android)

  import SecurityPolicy

  /// Executable memory without a file: injected code lives there. Also any memory both writable and executable.
  ///
  /// A just-in-time compiler in the process does the same, so one finding decides nothing.
  extension Probe {
    static let unnamedCode = Probe(id: "hooks.unnamedCode", category: .hooks, strength: .medium, family: .mappings) {
      (snapshot) throws(SystemCallFailure) in
      .of(
        try snapshot.code.get().rows.compactMap { row in
          if row.path.isEmpty { return "unnamed, \(row.length >> 10) KiB\(row.isWritable ? ", writable" : "")" }
          if kernelNames.contains(row.path) || isRuntimeCache(row, snapshot) { return nil }
          if row.isWritable || row.path.hasPrefix("[anon") || row.path == "[heap]" || row.path.hasPrefix("[stack") {
            return EvidenceText.fileName(row.file)
          }
          return nil
        })
    }

    /// Android's runtime names its compiled code: `[anon:dalvik-jit-code-cache]`, `/memfd:jit-cache`.
    private static func isRuntimeCache(_ row: ExecutableRows.Row, _ snapshot: Snapshot) -> Bool {
      snapshot.tree.isAndroid && jit.occurs(in: Array(row.path.utf8))
    }

    private static let jit = Word("jit-")
    private static let kernelNames: Set<String> = ["[vdso]", "[vsyscall]", "[vectors]", "[sigpage]", "[uprobes]"]
  }

#endif
