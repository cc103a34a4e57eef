#if os(Linux) || os(Android)

  import AppIntegrity
  import SecurityPolicy

  /// Pages of libc's, the loader's or the app's own code are private copies and no longer the file's: they were written
  /// to once. It covers all of the own code, also what lies outside of this check's ``CodeWindow``. A full check says it
  /// of every library; of one that anyone may close meanwhile only while it is mapped.
  ///
  /// Stays when the bytes are put back, so it also shows an attacker who has left. Kernel probes (uprobes) do the same.
  /// A library with text relocations is left out, because the loader itself writes into it.
  /// Source: Linux admin-guide/mm/pagemap, bits 61 and 63.
  extension Probe {
    static let copiedCode = Probe(id: "hooks.copiedCode", category: .hooks, strength: .medium, family: .pageCopies) {
      (snapshot) throws(SystemCallFailure) in
      let copies = try snapshot.copies.get()
      let code = try snapshot.ownCode.get()
      var copied = try Snapshot.judgedCode(code, .light).filter { copies[$0.start]?.isEmpty == false }
      let others = snapshot.level == .full ? try snapshot.comparableLibraries() : []
      let doubtful = others.filter { copies[$0.start]?.isEmpty == false }
      if !doubtful.isEmpty {
        // Other memory may have come to the place of a library that was closed after the map was read.
        let now = try snapshot.process.get().code()
        copied += doubtful.filter { now.row(at: $0.start)?.isOfFile(of: $0) == true }
      }
      return .of(
        copied.map { "\(EvidenceText.line($0.fileName)): \(copies[$0.start]?.count ?? 0) pages" })
    }
  }

#endif
