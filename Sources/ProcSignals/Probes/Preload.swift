#if os(Linux) || os(Android)

  import SecurityPolicy

  /// A library was pushed into this process by its environment, or the environment was blanked afterwards to hide that.
  ///
  /// Allocators and sanitizers are loaded this way on purpose: name them in `allowedPreloads`; one finding decides
  /// nothing. Source: ld.so(8), proc_pid_environ(5).
  extension Probe {
    static let preload = Probe(id: "hooks.preload", category: .hooks, strength: .medium, family: .environment) {
      (snapshot) throws(SystemCallFailure) in
      let block = try snapshot.environment.get()
      let variables = try Listed.values("hooks.preload", snapshot).map { (name: $0, key: Array("\($0)=".utf8)) }
      var found: [String] = []
      for entry in block.split(separator: 0) {
        // By bytes: in a text an accent that follows makes another character of the sign.
        guard let (name, key) = variables.first(where: { entry.starts(with: $0.key) }) else { continue }
        let libraries = String(decoding: entry.dropFirst(key.count), as: UTF8.self).split { $0 == ":" || $0 == " " }
        let foreign = libraries.filter { !snapshot.settings.allowedPreloads.contains(String($0)) }
        found += foreign.map { "\(name): \(EvidenceText.fileName($0))" }
      }
      if let length = longestBlank(block) { found.append("\(length) blanked bytes") }
      return .of(found)
    }

    /// Entries end in one zero byte each. A run as long as `LD_AUDIT` or longer was a variable once.
    private static func longestBlank(_ block: [UInt8]) -> Int? {
      var run = 0
      var longest = 0
      for byte in block {
        run = byte == 0 ? run + 1 : 0
        longest = max(longest, run)
      }
      return longest > "LD_AUDIT".utf8.count ? longest : nil
    }
  }

#endif
