#if os(Linux) || os(Android)

  import SecurityPolicy

  /// Executable memory that carries the name of an instrumentation tool; on Android also any that comes from a file that
  /// exists in memory only and is not the runtime's own.
  ///
  /// On Linux honest compilers keep their code in such files (libffi, .NET): there `hooks.unnamedCode` has them. Names can be
  /// changed: the other code probes do not depend on them. A name counts as a word of its own only.
  extension Probe {
    static let toolCode = Probe(id: "hooks.toolCode", category: .hooks, strength: .strong, family: .loadedImages) {
      (snapshot) throws(SystemCallFailure) in
      guard !toolNames.isEmpty else { throw .unreadable("the catalogue") }
      return .of(
        try snapshot.code.get().rows.compactMap { row in
          let isForeign =
            snapshot.tree.isAndroid && row.isMemoryFile && !RuntimeCache.holds(row, snapshot.tree)
          return isForeign || hasToolName(row) ? EvidenceText.line(row.fileName) : nil
        })
    }

    static func hasToolName(_ row: ExecutableRows.Row) -> Bool {
      let name = row.lowercasedName
      return toolNames.contains { $0.stands(in: name) }
    }

    /// In lower case, looked for in the file's name alone: a folder may be called anything.
    private static let toolNames = Listed.words("hooks.toolCode")
  }

#endif
