/// Addresses without TLS, and connections that accept versions of TLS that are broken.
struct CleartextTransport: Rule {
  private static let makers: Set<String> = [
    "URL", "NSURL", "URLRequest", "URLComponents", "AsyncImage", "request", "dataTask", "download", "upload", "AF",
    "load",
  ]
  private static let oldVersions: Set<String> = [
    "TLSv10", "TLSv11", "tlsv10", "tlsv11", "tlsProtocol1", "tlsProtocol11", "sslProtocol3", "DTLSv10", "dtlsProtocol1",
  ]
  private static let newVersions: Set<String> = [
    "TLSv12", "TLSv13", "tlsv12", "tlsv13", "tlsProtocol12", "tlsProtocol13",
  ]
  /// What takes the lowest version: properties of a configuration, functions of Network and Security.
  private static let minima = [
    "tlsMinimumSupportedProtocolVersion", "tlsMinimumSupportedProtocol", "minimumTLSVersion", "minTLSVersion",
    "sec_protocol_options_set_min_tls_protocol_version", "sec_protocol_options_set_tls_min_version",
    "SSLSetProtocolVersionMin",
  ]

  let manual = RuleManual(
    "cleartext-transport", "Everything on the network goes over TLS 1.2 or newer",
    reason: "Whoever shares the network reads and changes what is sent in the clear or under an old version.",
    fix: "Write https; leave the lowest version at the system's default, or set .TLSv12 or .TLSv13.",
    ids: [
      "O.Ntwk_1", "O.Ntwk_2", "MASVS-NETWORK-1", "MASWE-0050", "MASTG-TEST-0218", "MASTG-TEST-0236", "CWE-319",
      "CWE-326",
    ],
    violating: [
      RuleExample(
        "a host in a constant", lines: [2],
        """
        enum API { static let base = "http://api.sleep.app" }
        let url = URL(string: API.base + "/login")!
        """),
      RuleExample(
        "hosts that only look near", lines: [1, 2, 3, 4],
        """
        let a = URL(string: "http://127.evil.tld/a")
        let b = URL(string: "http://192.168.evil.tld/a")
        let c = URL(string: "http://localhost.evil.tld/a")
        let d = URL(string: "http://localhost@evil.tld/a")
        """),
      RuleExample("a name of documentation", lines: [1], #"let a = URL(string: "http://api.example.com/me")"#),
      RuleExample("an old version", lines: [1], "configuration.tlsMinimumSupportedProtocolVersion = .TLSv10"),
      RuleExample(
        "an old version in a constant", lines: [2],
        """
        let floor = tls_protocol_version_t.TLSv11
        sec_protocol_options_set_min_tls_protocol_version(options, floor)
        """),
    ],
    conforming: [
      RuleExample("TLS", #"let url = URL(string: "https://api.sleep.app/login")!"#),
      RuleExample(
        "a table of versions",
        """
        extension Version { var native: tls_protocol_version_t { switch self { case .old: .TLSv10
          case .new: .TLSv13 } } }
        func set(_ lowest: Version) { configuration.tlsMinimumSupportedProtocolVersion = lowest.native }
        """),
      RuleExample("this machine", #"let url = URL(string: "http://localhost:8080")!"#),
      RuleExample(
        "this machine by its number", #"let url = [URL(string: "http://127.0.0.1:8080"), URL(string: "http://[::1]/")]"#
      ),
      RuleExample("a name of a schema", #"let schema = "http://www.w3.org/2000/svg""#),
      RuleExample(
        "a name of documentation in a comment and in a text",
        """
        // such as http://api.example.com/me
        let prompt = "http://api.example.com/me"
        """),
      RuleExample("a comparison", #"if url.scheme == "http" { refuse() }"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("URL", "NSURL", "URLComponents") {
      guard let text = call.argument("string") else { continue }
      let texts = project.texts(of: text)
      if texts.contains(where: NearHost.isClear) {
        record.flaw(manual, at: call, .warning, "This address is used without TLS.")
        continue
      }
      let starts = project.origins(of: text).leaves.compactMap { leaf -> String? in
        leaf.kind == .string ? leaf.list.first.map { leaf.unit.name($0.name) } : nil
      }
      if starts.contains(where: NearHost.isClear) {
        record.flaw(manual, at: call, .warning, "This address is used without TLS.")
      } else if texts.isEmpty, starts.contains("http://") {
        record.flaw(manual, at: call, .note, "An address without TLS; the host is not fixed.", confidence: .medium)
      }
    }
    for call in unit.calls("request", "download", "upload", "streamRequest") {
      guard let text = call.argument(at: 0), project.texts(of: text).contains(where: NearHost.isClear) else { continue }
      record.flaw(manual, at: call, .warning, "This address is used without TLS.")
    }
    for assignment in unit.assignments {
      guard let target = assignment.first, target.kind == .member, target.name == "scheme", let base = target.first,
        project.type(of: base) == "URLComponents", let value = assignment.second,
        project.texts(of: value).contains("http")
      else { continue }
      record.flaw(manual, at: assignment, .warning, "This address is used without TLS.")
    }
    for call in unit.calls("NWConnection") {
      guard call.argument("using")?.unwrapped.name == "tcp" else { continue }
      record.flaw(manual, at: call, .note, "This connection has no TLS.", confidence: .medium)
    }
    let minima = unit.mentions(Self.minima).compactMap { mention -> (place: Expression, value: Expression)? in
      guard let parent = mention.parent, parent.calleeID == mention.id else { return nil }
      let value = parent.kind == .assignment ? parent.second : parent.kind == .call ? parent.arguments.last?.value : nil
      return value.map { (parent, $0) }
    }
    for (place, value) in minima {
      let origins = project.origins(of: value)
      // A table from one set of words to another chooses none of them.
      guard let old = origins.passed.first(where: { Self.oldVersions.contains($0.name) }),
        Self.newVersions.isDisjoint(with: origins.names)
      else { continue }
      record.flaw(manual, at: place, .warning, "This version of TLS is broken.", way: origins.way(to: old))
    }
  }
}
