#if os(Linux) || os(Android)

  import AppIntegrity
  import SecurityPolicy

  /// The code of libc or of the loader differs from its file: a function in it was patched. A full check compares all
  /// of it, a light one the pages that are private copies.
  extension Probe {
    static let systemCode = Probe(id: "hooks.systemCode", category: .hooks, strength: .strong, family: .codeIntegrity) {
      (snapshot) throws(SystemCallFailure) in
      let rows = try snapshot.ownCode.get().rows.filter(\.isSystemCode)
      // A program with libc linked in has no such file: `appIntegrity.ownCode` compares it with the rest.
      if rows.isEmpty, snapshot.isStatic { return .clean(["part of the program"]) }
      guard !rows.isEmpty else { throw .unreadable("no libc image") }
      return try CodeComparison.findings(rows, snapshot, isThorough: snapshot.level == .full)
    }
  }

#endif
