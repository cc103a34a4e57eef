#if os(Linux) || os(Android)

  import AppIntegrity
  import CRawSystemCalls
  import SecurityPolicy

  /// The code of another library of this process differs from its file. One check compares one ``CodeWindow`` of each.
  ///
  /// Medium, because a library that was replaced on disk leaves nothing to compare with; a changed page is also seen by
  /// `hooks.copiedCode`, and both together decide.
  extension Probe {
    static let libraryCode = Probe(
      id: "hooks.libraryCode", category: .hooks, strength: .medium, family: .codeIntegrity, level: .full
    ) { (snapshot) throws(SystemCallFailure) in
      let rows = try snapshot.ownCode.get()
      let here = rows.row(at: mantlet_raw_own_code())
      let others = rows.rows.filter { row in
        row.inode != 0 && row.isReadable && !row.isDeleted && row.path.hasPrefix("/") && !row.isSystemCode
          && !(row.inode == here?.inode && row.path == here?.path)
      }
      // A share of the time for each: a large library is walked through over several checks.
      let window = CodeWindow(
        bytes: max(64 << 10, snapshot.settings.libraryBytes / max(1, others.count)),
        index: snapshot.settings.ownCode.index)
      return try CodeComparison.findings(others, within: window)
    }
  }

#endif
