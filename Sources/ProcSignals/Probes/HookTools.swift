#if os(Linux) || os(Android)

  import SecurityPolicy

  /// An instrumentation server lies ready on the device. It says nothing about this process.
  extension Probe {
    static let hookTools = Probe(id: "hooks.tools", category: .hooks, strength: .medium, family: .filesystem) {
      (snapshot) throws(SystemCallFailure) in try AndroidPaths.present(hookToolPaths, in: snapshot.tree)
    }

    private static let hookToolPaths = ["/data/local/tmp/frida-server", "/data/local/tmp/re.frida.server"]
  }

#endif
