#if os(Linux) || os(Android)

  /// A property whose value speaks against the device.
  struct PropertyRule: Sendable {
    let name: String
    /// The values that do; empty means any value.
    let suspicious: Set<String>

    init(_ name: String, _ suspicious: String...) {
      self.name = name
      self.suspicious = Set(suspicious)
    }

    static func findings(
      _ rules: [PropertyRule], in properties: DeviceProperties
    ) throws(SystemCallFailure) -> Probe.Finding {
      var found: [String] = []
      for rule in rules {
        guard let value = try properties.value(rule.name), !value.isEmpty else { continue }
        if rule.suspicious.isEmpty || rule.suspicious.contains(value.lowercased()) {
          found.append("\(rule.name)=\(EvidenceText.line(value))")
        }
      }
      return .of(found)
    }
  }

#endif
