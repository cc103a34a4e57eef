#if os(Linux) || os(Android)

  import SecurityPolicy

  /// Executable memory that carries the name of an instrumentation tool, or comes from a file that exists in memory
  /// only.
  ///
  /// Names can be changed: the other code probes do not depend on them. A name counts as a word of its own only.
  extension Probe {
    static let toolCode = Probe(id: "hooks.toolCode", category: .hooks, strength: .strong, family: .loadedImages) {
      (snapshot) throws(SystemCallFailure) in
      guard !toolNames.isEmpty else { throw .unreadable("the catalogue") }
      return .of(
        try snapshot.code.get().rows.compactMap { row in
          let name = row.lowercasedName
          let isMemoryFile = row.path.hasPrefix("/memfd:") && !isCompilerCache(row, snapshot)
          return isMemoryFile || toolNames.contains { $0.stands(in: name) } ? EvidenceText.line(row.fileName) : nil
        })
    }

    /// In lower case, looked for in the file's name alone: a folder may be called anything.
    private static let toolNames = Listed.words("hooks.toolCode")

    /// Android's runtime keeps compiled code in a memory file of its own.
    private static func isCompilerCache(_ row: ExecutableRows.Row, _ snapshot: Snapshot) -> Bool {
      snapshot.tree.isAndroid && row.file.hasPrefix("/memfd:jit-")
    }
  }

#endif
