#if os(Linux) || os(Android)

  /// Android properties whose value speaks against the device: `name=value,value`, or `name` for any value. A value that
  /// ends in `*` is the beginning of one. Letters count in either case.
  enum PropertyEngine {
    @Sendable static func suspicious(_ rules: [String], _ snapshot: Snapshot) throws(SystemCallFailure) -> Probe.Finding
    {
      var found: [String] = []
      for rule in rules {
        let parts = rule.split(separator: "=", maxSplits: 1)
        guard let name = parts.first, let value = try snapshot.properties.value(String(name)), !value.isEmpty else {
          continue
        }
        if parts.count == 1 || parts[1].split(separator: ",").contains(where: { fits(value.lowercased(), $0) }) {
          found.append("\(name)=\(EvidenceText.line(value))")
        }
      }
      return .of(found)
    }

    private static func fits(_ value: String, _ listed: Substring) -> Bool {
      listed.hasSuffix("*") ? value.hasPrefix(listed.dropLast()) : value == listed
    }
  }

#endif
