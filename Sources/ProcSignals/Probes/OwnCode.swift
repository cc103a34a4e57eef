#if os(Linux) || os(Android)

  import AppIntegrity
  import SecurityPolicy

  /// The code of the image that these checks are linked into (the program, or the app's library on Android) differs
  /// from its file. Each check compares all pages that are private copies, a full one also one ``CodeWindow`` of the rest.
  extension Probe {
    static let ownCode = Probe(
      id: "appIntegrity.ownCode", category: .appIntegrity, strength: .strong, family: .codeIntegrity
    ) { (snapshot) throws(SystemCallFailure) in
      try CodeComparison.findings(
        snapshot.ownCode.get().own(), snapshot, within: snapshot.settings.ownCode, isThorough: snapshot.level == .full)
    }
  }

#endif
