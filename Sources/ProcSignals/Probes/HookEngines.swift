#if os(Linux) || os(Android)

  import SecurityPolicy

  /// Executable memory that carries the name of an engine for hooks. Honest apps and crash reporters link such engines
  /// too, so one finding decides nothing.
  extension Probe {
    static let hookEngines = Probe(
      id: "hooks.hookEngines", category: .hooks, strength: .medium, family: .loadedImages
    ) { (snapshot) throws(SystemCallFailure) in
      guard !engineNames.isEmpty else { throw .unreadable("the catalogue") }
      return .of(
        try snapshot.code.get().rows.filter { row in
          let name = row.lowercasedName
          return engineNames.contains { $0.stands(in: name) }
        }.map { EvidenceText.line($0.fileName) })
    }

    private static let engineNames = Listed.words("hooks.hookEngines")
  }

#endif
