import SecurityPolicy
import Testing
import UntrustedInput

/// The rules of pinning, the anchors beside the platform's, and further hosts in an environment.
@Suite struct PinningPolicyTests {
  private static let (pinA, pinB) = (PolicyText.pinA, PolicyText.pinB)
  private static let anchor = "MAA="

  private func policy(_ more: String, in name: EnvironmentName = .prod) throws(PolicyError) -> Policy {
    let environment = PolicyText.environment(more: ",\n" + more)
    return try PolicyDocument.read(PolicyText.with(environments: "{\"\(name)\": \(environment)}"))
  }

  @Test("A policy from before these rules means what it meant: pins never end, are enforced, for the endpoint alone")
  func defaults() throws {
    let policy = try PolicyDocument.read(PolicyText.with())
    let connection = try #require(policy.environments[.prod])
    #expect(connection.pinning == PinningRequirement())
    #expect(connection.pinning.mode == .enforce)
    #expect(connection.pinning.expires == nil)
    #expect(connection.pinning.afterExpiry == .refuse)
    #expect(!connection.systemAnchors && connection.hosts.isEmpty)
    #expect(policy.network.tlsProfile == .tr02102)
    let slice = try #require(policy.slice(for: .prod))
    for word in ["pinning", "hosts", "systemAnchors", "tlsProfile"] {
      #expect(!String(decoding: slice.bytes, as: UTF8.self).contains(word))
    }
  }

  @Test("TLS profiles are read and written by their names; another date is refused with those there are")
  func profileNames() throws {
    func read(_ word: String) throws -> Policy {
      try PolicyDocument.read(PolicyText.with("\"network\": {\"tlsProfile\": \"\(word)\"}"))
    }
    let plain = try #require(try PolicyDocument.read(PolicyText.with()).slice(for: .prod))
    let named = try read("tr-02102-2:read-2026-11")
    #expect(named.network.tlsProfile == .tr02102)
    #expect(named.slice(for: .prod) == plain)
    let broad = try read("broad:2026-01")
    #expect(broad.network.tlsProfile == .broad)
    #expect(try PolicyDocument.read(JSONWriter().bytes(PolicyDocument.write(broad))) == broad)
    #expect(
      throws: PolicyError.malformed(
        path: "network.tlsProfile", expected: "one of tr-02102-2:read-2026-11, broad:2026-01",
        at: TextPosition(line: 2, column: 28))
    ) { try read("tr-02102-2:2026-01") }
  }

  @Test("Every rule is read, and written again so that it is read as the same")
  func everything() throws {
    let policy = try policy(
      """
      "anchors": ["\(Self.anchor)"], "systemAnchors": true,
      "pinning": {"expires": "2027-01-31", "subdomains": true, "certificates": ["\(Self.pinB)"],
        "updateKey": "\(PolicyText.tokenKey)"},
      "hosts": [{"host": "cdn.example.org", "pins": ["\(Self.pinB)", "\(Self.pinA)"], "subdomains": true},
        {"host": "x.org", "pins": ["\(Self.pinA)", "\(Self.pinB)"]}]
      """)
    let connection = try #require(policy.environments[.prod])
    #expect(connection.systemAnchors)
    #expect(connection.pinning.expires == PolicyDay("2027-01-31"))
    #expect(connection.pinning.subdomains)
    #expect(connection.pinning.certificates == [Self.pinB])
    #expect(connection.pinning.updateKey == PolicyText.tokenKey)
    #expect(
      connection.hosts == [
        .init(host: "cdn.example.org", pins: [Self.pinB, Self.pinA], subdomains: true),
        .init(host: "x.org", pins: [Self.pinA, Self.pinB]),
      ])
    #expect(try PolicyDocument.read(JSONWriter().bytes(PolicyDocument.write(policy))) == policy)
    let slice = try #require(policy.slice(for: .prod))
    #expect(try PolicySlice(reading: slice.bytes) == slice)
  }

  @Test("Outside of prod pins may only report, and may end in anchors alone")
  func choices() throws {
    let policy = try policy(
      #""pinning": {"mode": "insecureReportOnly", "expires": "2027-01-31", "afterExpiry": "anchorsAlone"}"#, in: .stage)
    #expect(policy.environments[.stage]?.pinning.mode == .insecureReportOnly)
    #expect(policy.environments[.stage]?.pinning.afterExpiry == .anchorsAlone)
    #expect(try PolicyDocument.read(JSONWriter().bytes(PolicyDocument.write(policy))) == policy)
  }

  @Test("In prod pins may end in anchors alone only where the platform's are not among them")
  func anchorsAlone() throws {
    let rules = #""pinning": {"expires": "2027-01-31", "afterExpiry": "anchorsAlone"}"#
    #expect(try policy(rules + ", \"anchors\": [\"\(Self.anchor)\"]").environments[.prod]?.anchors == [Self.anchor])
    for more in [rules, rules + ", \"anchors\": [\"\(Self.anchor)\"], \"systemAnchors\": true"] {
      #expect(throws: refusal(.unpinnedInProd, "pinning.afterExpiry", 53)) { try policy(more) }
    }
  }

  private func refusal(_ reason: PolicyContradiction, _ path: String, _ column: Int) -> PolicyError {
    .contradiction(reason, path: "environments.prod." + path, at: TextPosition(line: 7, column: column))
  }

  @Test("A slice for prod with an insecure word is refused although somebody signed it")
  func insecureSlice() throws {
    let stage = try policy(#""pinning": {"mode": "insecureReportOnly"}"#, in: .stage)
    let slice = try #require(stage.slice(for: .stage))
    #expect(try PolicySlice(reading: slice.bytes) == slice)
    let text = String(decoding: slice.bytes, as: UTF8.self).replacing(#""stage""#, with: #""prod""#)
    #expect {
      try PolicySlice(reading: Array(text.utf8))
    } throws: { error in
      guard case PolicyError.contradiction(.insecureInProd, "connection.pinning.mode", _) = error else { return false }
      return true
    }
  }

  private static let wrong: [(String, PolicyError)] = [
    (
      #""pinning": {"mode": "insecureReportOnly"}"#,
      .contradiction(.insecureInProd, path: path("pinning.mode"), at: at(21))
    ),
    (
      #""pinning": {"mode": "off"}"#,
      .malformed(path: path("pinning.mode"), expected: "one of enforce, insecureReportOnly", at: at(21))
    ),
    (
      #""pinning": {"expires": "31.1.2027"}"#,
      .malformed(path: path("pinning.expires"), expected: "a day as YYYY-MM-DD", at: at(24))
    ),
    (
      #""pinning": {"afterExpiry": "anchorsAlone"}"#,
      .contradiction(.expiryWithoutDay, path: path("pinning.afterExpiry"), at: at(28))
    ),
    (
      #""pinning": {"certificates": ["AAAA"]}"#,
      .malformed(path: path("pinning.certificates"), expected: "32 bytes in standard base64", at: at(30))
    ),
    (
      #""pinning": {"updateKey": "AAAA"}"#,
      .malformed(path: path("pinning.updateKey"), expected: "base64url of 32 bytes", at: at(26))
    ),
    (#""pinning": {"report": true}"#, .unknownKey(path: path("pinning"), at: at(13))),
    (#""systemAnchors": "yes""#, .wrongType(path: path("systemAnchors"), expected: "true or false", at: at(18))),
    (#""hosts": {}"#, .wrongType(path: path("hosts"), expected: "a list", at: at(10))),
    (#""hosts": [1]"#, .wrongType(path: path("hosts"), expected: "an object", at: at(11))),
    (#""hosts": [{"pins": []}]"#, .missingKey(path: path("hosts.host"), at: at(11))),
    (
      #""hosts": [{"host": "*.example.org"}]"#,
      .malformed(path: path("hosts.host"), expected: "a host name in lower case", at: at(20))
    ),
    (
      #""hosts": [{"host": "10.0.0.1"}]"#,
      .malformed(path: path("hosts.host"), expected: "a host name in lower case", at: at(20))
    ),
    (
      "\"hosts\": [{\"host\": \"a.org\", \"pins\": [\"\(pinA)\"]}]",
      .contradiction(.noBackupPin, path: path("hosts.pins"), at: at(37))
    ),
    (
      "\"hosts\": [{\"host\": \"api.example.org\", \"pins\": [\"\(pinA)\", \"\(pinB)\"]}]",
      .contradiction(.listedTwice, path: path("hosts.host"), at: at(20))
    ),
  ]

  private static func path(_ rest: String) -> String { "environments.prod." + rest }
  private static func at(_ column: Int) -> TextPosition { TextPosition(line: 7, column: column) }

  @Test("A rule that cannot be meant is refused where it stands", arguments: wrong)
  func refused(text: String, error: PolicyError) {
    #expect(throws: error) { try policy(text) }
  }

  @Test("An address has no names below it")
  func subdomainsOfAddress() {
    for address in ["https://127.0.0.1", "https://[::1]:8443"] {
      let text = PolicyText.environment(endpoint: address, more: ",\n\"pinning\": {\"subdomains\": true}")
      #expect(
        throws: PolicyError.contradiction(
          .subdomainsOfAddress, path: "environments.prod.pinning.subdomains", at: Self.at(27))
      ) { try PolicyDocument.read(PolicyText.with(environments: "{\"prod\": \(text)}")) }
    }
  }
}
