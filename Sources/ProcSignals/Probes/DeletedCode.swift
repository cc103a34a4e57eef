#if os(Linux) || os(Android)

  import SecurityPolicy

  /// Code from a file that is gone. A package upgrade under a running program looks the same.
  extension Probe {
    static let deletedCode = Probe(id: "hooks.deletedCode", category: .hooks, strength: .weak, family: .loadedImages) {
      (snapshot) throws(SystemCallFailure) in
      .of(
        try snapshot.code.get().rows
          .filter { $0.isDeleted && !$0.isMemoryFile && !RuntimeCache.holds($0, snapshot.tree) }
          .map { EvidenceText.line($0.fileName) })
    }
  }

#endif
