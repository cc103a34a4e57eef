#if os(Linux) || os(Android)

  import AppIntegrity
  import SecurityPolicy

  /// Pages of libc's, the loader's or the app's own code are private copies and no longer the file's: they were written
  /// to once. It covers all of the own code, also what lies outside of this check's ``CodeWindow``.
  ///
  /// Stays when the bytes are put back, so it also shows an attacker who has left. Kernel probes (uprobes) do the same.
  /// Source: Linux admin-guide/mm/pagemap, bits 61 and 63.
  extension Probe {
    static let copiedCode = Probe(id: "hooks.copiedCode", category: .hooks, strength: .medium, family: .pageCopies) {
      (snapshot) throws(SystemCallFailure) in
      let copies = try snapshot.copies.get()
      let code = try snapshot.ownCode.get()
      return .of(
        try Snapshot.judgedCode(code, .light).compactMap { row in
          guard let pages = copies[row.start]?.count, pages > 0 else { return nil }
          return "\(EvidenceText.line(row.fileName)): \(pages) pages"
        })
    }
  }

#endif
