#if os(Linux) || os(Android)

  import AppIntegrity
  import SecurityPolicy

  /// The code of another library of this process differs from its file, in any page that is a private copy. Where the
  /// process may not read its page table, one check compares one ``CodeWindow`` of each library.
  ///
  /// Medium, because a library that was replaced on disk leaves nothing to compare with; a full check sees a changed page
  /// also by `hooks.copiedCode`, and both together decide. A library with text relocations is left out of both.
  extension Probe {
    static let libraryCode = Probe(
      id: "hooks.libraryCode", category: .hooks, strength: .medium, family: .codeIntegrity, level: .full
    ) { (snapshot) throws(SystemCallFailure) in
      let others = try snapshot.comparableLibraries().filter(\.isReadable)
      // A share of the time for each: a large library is walked through over several checks.
      let window = CodeWindow(
        bytes: max(64 << 10, snapshot.settings.libraryBytes / max(1, others.count)),
        index: snapshot.settings.ownCode.index)
      return try CodeComparison.findings(others, snapshot, within: window, isThorough: false)
    }
  }

#endif
