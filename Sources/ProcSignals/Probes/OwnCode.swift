#if os(Linux) || os(Android)

  import CRawSystemCalls
  import SecurityPolicy

  /// The code of the image that these checks are linked into (the program, or the app's library on Android) differs
  /// from its file. One check compares one ``CodeWindow``.
  extension Probe {
    static let ownCode = Probe(
      id: "appIntegrity.ownCode", category: .appIntegrity, strength: .strong, family: .codeIntegrity
    ) { (snapshot) throws(SystemCallFailure) in
      let rows = try snapshot.ownCode.get()
      guard let here = rows.row(at: mantlet_raw_own_code()) else { throw .unreadable("own code is not in the map") }
      // A hook may have split the image's code: all of its pieces count.
      return try CodeComparison.findings(
        rows.rows.filter { $0.inode == here.inode && $0.path == here.path }, within: snapshot.settings.ownCode)
    }
  }

#endif
