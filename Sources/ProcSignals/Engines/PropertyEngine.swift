#if os(Linux) || os(Android)

  /// Android properties whose value speaks against the device: `name=value,value`, or `name` for any value.
  enum PropertyEngine {
    @Sendable static func suspicious(_ rules: [String], _ snapshot: Snapshot) throws(SystemCallFailure) -> Probe.Finding
    {
      var found: [String] = []
      for rule in rules {
        let parts = rule.split(separator: "=", maxSplits: 1)
        guard let name = parts.first, let value = try snapshot.properties.value(String(name)), !value.isEmpty else {
          continue
        }
        if parts.count == 1 || parts[1].split(separator: ",").contains(where: { $0 == value.lowercased() }) {
          found.append("\(name)=\(EvidenceText.line(value))")
        }
      }
      return .of(found)
    }
  }

#endif
