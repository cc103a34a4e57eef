#if os(Linux) || os(Android)

  import SecurityPolicy

  /// The code of libc or of the loader differs from its file: a function in it was patched.
  extension Probe {
    static let systemCode = Probe(id: "hooks.systemCode", category: .hooks, strength: .strong, family: .codeIntegrity) {
      (snapshot) throws(SystemCallFailure) in
      let rows = try snapshot.ownCode.get().rows.filter(\.isSystemCode)
      // A program with libc linked in has no such file: `appIntegrity.ownCode` compares it with the rest.
      if rows.isEmpty, snapshot.isStatic { return .clean(["part of the program"]) }
      guard !rows.isEmpty else { throw .unreadable("no libc image") }
      return try CodeComparison.findings(rows)
    }
  }

  extension ExecutableRows.Row {
    /// libc or the loader of glibc, musl or bionic, by the file's name.
    var isSystemCode: Bool {
      let names = ["libc.so", "libc-2.", "libc.musl-", "ld-linux", "ld-2.", "ld64.so", "ld-musl-"]
      return names.contains { fileName.hasPrefix($0) } || fileName == "linker64" || fileName == "linker"
    }
  }

#endif
