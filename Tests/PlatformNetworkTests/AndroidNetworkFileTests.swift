import PlatformNetwork
import SecurityPolicy
import Testing
import UntrustedInput

@Suite("AndroidNetworkFile")
struct AndroidNetworkFileTests {
  private static let sound = """
    <network-security-config>
      <base-config cleartextTrafficPermitted="false"><trust-anchors><certificates src="system"/></trust-anchors></base-config>
      <domain-config>
        <domain includeSubdomains="true"> API.example.org </domain>
        <pin-set expiration="2027-01-31">
          <pin digest="SHA-256">\(Samples.pin(1))</pin>
          <pin digest="SHA-256">\(Samples.pin(2))</pin>
        </pin-set>
        <domain-config cleartextTrafficPermitted="false"><domain>a.api.example.org</domain></domain-config>
      </domain-config>
      <debug-overrides><trust-anchors><certificates src="user" overridePins="true"/></trust-anchors></debug-overrides>
    </network-security-config>
    """

  @Test("A sound file is read as Android reads it: names trimmed and lowered, inner configs inherit")
  func reads() throws {
    let file = try Samples.android(Self.sound)
    #expect(file.findings.isEmpty && file.forbidsCleartext)
    let pins: Set = [Samples.pin(1), Samples.pin(2)]
    let day = try Samples.day("2027-01-31")
    #expect(
      file.domains == [
        PinnedDomain(host: "api.example.org", reach: .allBelow, pins: pins, expires: day),
        PinnedDomain(host: "a.api.example.org", reach: .host, pins: pins, expires: day),
      ])
    #expect(file.authorities == ["api.example.org": [.system], "a.api.example.org": [.system]])
    #expect(file.findings.verdict == .holds)
  }

  @Test(
    "Each flaw is found at its place",
    arguments: [
      (
        "<base-config cleartextTrafficPermitted=\"false\">", "<base-config cleartextTrafficPermitted=\"true\">",
        PlatformRule.cleartextAllowed, 2, 3
      ),
      ("<base-config cleartextTrafficPermitted=\"false\">", "<base-config>", .cleartextNotForbidden, 0, 0),
      ("src=\"system\"/>", "src=\"user\"/>", .userAuthorities, 2, 65),
      ("src=\"system\"/>", "src=\"system\" overridePins=\"true\"/>", .pinsOverridden, 2, 65),
      ("<certificates src=\"system\"/>", "", .noAuthority, 2, 50),
      ("2027-01-31", "2026-05-31", .pinsExpired, 5, 14), ("2027-01-31", "2026-06-20", .pinsExpireSoon, 5, 14),
      ("2027-01-31", "2027-02-30", .badExpiry, 5, 14), (Samples.pin(2), "AA==", .badPin, 7, 7),
      ("<pin digest=\"SHA-256\">\(Samples.pin(2))", "<pin digest=\"SHA-1\">\(Samples.pin(2))", .badPin, 7, 7),
      (Samples.pin(2), Samples.pin(1), .noBackupPin, 5, 5), ("API.example.org", "*.example.org", .badDomain, 4, 5),
      ("API.example.org", "https://api.example.org", .badDomain, 4, 5),
      ("<domain>a.api", "<domain>api", .domainTwice, 9, 54), ("\"true\"> API", "\"yes\"> API", .wrongType, 4, 13),
      ("<domain>a.api.example.org</domain>", "", .wrongStructure, 9, 5),
      ("<debug-overrides>", "<base-config/><debug-overrides>", .wrongStructure, 11, 3),
      ("<debug-overrides>", "<pinset/><debug-overrides>", .unknownPart, 11, 3),
      // Android goes by local names alone.
      ("<debug-overrides>", "<x:pin-set xmlns:x=\"urn:x\"/><debug-overrides>", .wrongStructure, 11, 3),
      ("<base-config ", "<base-config xmlns:x=\"urn:x\" x:cleartextTrafficPermitted=\"true\" ", .wrongStructure, 2, 32),
    ])
  func finds(from: String, to: String, rule: PlatformRule, line: Int, column: Int) throws {
    #expect(Self.sound.contains(from))
    let file = try Samples.android(Self.sound.replacing(from, with: to))
    #expect(
      file.findings.first { $0.rule == rule }?.position == TextPosition(line: line, column: column), "\(file.findings)")
    #expect(file.findings.verdict == .holds || rule.weight > .low)
  }

  @Test(
    "Certificate transparency is missed where it is switched off, unless all anchors are the app's own",
    arguments: [
      ("enabled=\"true\"", ["system"], []), ("enabled=\"false\"", ["system"], [.transparencyOff]),
      ("enabled=\"false\"", [], [.transparencyOff]), ("enabled=\"true\"", ["@raw/own"], []),
      ("enabled=\"false\"", ["@raw/own"], []), ("enabled=\"false\"", ["@raw/own", "@raw/other"], []),
      ("enabled=\"false\"", ["@raw/own", "system"], [.transparencyOff]),
      ("enabled=\"false\"", ["user"], [.userAuthorities, .transparencyOff]),
      ("", ["system"], [.wrongStructure]), ("enabled=\"yes\"", ["system"], [.wrongType]),
      ("enabled=\"true\"/><certificateTransparency enabled=\"true\"", ["system"], [.wrongStructure]),
      (
        "enabled=\"true\"/><certificateTransparency enabled=\"false\"", ["system"],
        [.wrongStructure, .transparencyOff]
      ),
      ("enabled=\"false\"/><certificateTransparency enabled=\"true\"", ["system"], [.wrongStructure]),
    ] as [(String, [String], [PlatformRule])])
  func transparency(attribute: String, sources: [String], rules: [PlatformRule]) throws {
    let parts = "<certificateTransparency \(attribute)/>\(Self.anchors(sources))"
    #expect(try Self.rules(base: parts) == rules)
    #expect(try Self.rules(domain: parts) == rules)
  }

  @Test("What is wrong about certificate transparency is found at its place, and weighs")
  func transparencyPlaces() throws {
    let anchors = "<trust-anchors><certificates src=\"system\"/>"
    #expect(Self.sound.contains(anchors))
    let asked = "<certificateTransparency enabled=\"true\"/>"
    let cases: [(String, PlatformRule, Int)] = [
      ("<certificateTransparency enabled=\"false\"/>", .transparencyOff, 50),
      ("<certificateTransparency/>", .wrongStructure, 50),
      ("<certificateTransparency enabled=\"no\"/>", .wrongType, 75), (asked + asked, .wrongStructure, 91),
    ]
    for (parts, rule, column) in cases {
      let file = try Samples.android(Self.sound.replacing(anchors, with: parts + anchors))
      #expect(file.findings == [PlatformFinding(rule, at: TextPosition(line: 2, column: column))], "\(parts)")
    }
    #expect(PlatformRule.transparencyOff.weight == .medium)
    #expect(try Samples.android(Self.sound.replacing(anchors, with: asked + anchors)).findings.isEmpty)
  }

  @Test("A section takes over what the one around it says of certificate transparency")
  func inheritedTransparency() throws {
    let off = "<certificateTransparency enabled=\"false\"/>"
    let own = Self.anchors(["@raw/own"]), system = Self.anchors(["system"])
    func inner(_ parts: String, host: String = "a.api.example.org") -> String {
      "<domain-config><domain>\(host)</domain>\(parts)</domain-config>"
    }
    // Said once, where it is written.
    #expect(try Self.rules(base: off, domain: inner("")) == [.transparencyOff])
    #expect(try Self.rules(domain: off + inner("") + inner("", host: "b.api.example.org")) == [.transparencyOff])
    #expect(try Self.rules(domain: off + inner(off)) == [.transparencyOff, .transparencyOff])
    // The anchors may be those of the section around it.
    #expect(try Self.rules(domain: own + inner(off)).isEmpty)
    #expect(try Self.rules(base: off + own, domain: inner("")).isEmpty)
    // Switched off for the app's own authorities, and taken over by a section that trusts others.
    #expect(try Self.rules(domain: off + own + inner(system)) == [.transparencyOff])
    #expect(try Self.rules(base: off + own, domain: system) == [.transparencyOff])
    #expect(
      try Self.rules(base: off + own, domain: "<certificateTransparency enabled=\"true\"/>" + system).isEmpty)
  }

  private static func anchors(_ sources: [String]) -> String {
    guard !sources.isEmpty else { return "" }
    return "<trust-anchors>\(sources.map { "<certificates src=\"\($0)\"/>" }.joined())</trust-anchors>"
  }

  /// What is found in a file whose sections hold these parts beside what they need.
  private static func rules(base: String = "", domain: String = "") throws -> [PlatformRule] {
    try Samples.android(
      "<network-security-config><base-config cleartextTrafficPermitted=\"false\">\(base)</base-config>"
        + "<domain-config><domain>api.example.org</domain>\(domain)</domain-config></network-security-config>"
    ).findings.rules
  }

  @Test("A prefix hides no part from being read, and attributes of tools are none of Android's matter")
  func prefixes() throws {
    let hidden = Self.sound.replacing("<network-security-config>", with: "<network-security-config xmlns:x=\"urn:x\">")
      .replacing("<domain-config>\n    <domain ", with: "<x:domain-config>\n    <domain ")
      .replacing("</domain-config>\n  </domain-config>", with: "</domain-config>\n  </x:domain-config>")
      .replacing("</domain-config>\n  <debug", with: "</x:domain-config>\n  <debug")
    let file = try Samples.android(hidden)
    #expect(file.findings.rules == [.wrongStructure])
    #expect(file.domains.map(\.host) == ["api.example.org", "a.api.example.org"])
    let tools = Self.sound.replacing(
      "<network-security-config>",
      with: "<network-security-config xmlns:tools=\"http://schemas.android.com/tools\" tools:ignore=\"a\">")
    #expect(try Samples.android(tools).findings.isEmpty)
  }

  @Test("A file that is no XML, holds a document type, or is of another kind is refused or found")
  func refuses() throws {
    #expect(throws: PlatformNetworkError.self) { try Samples.android("<network-security-config>") }
    #expect(throws: PlatformNetworkError.self) {
      try Samples.android("<!DOCTYPE a [<!ENTITY x 'y'>]><network-security-config/>")
    }
    #expect(try Samples.android("<manifest/>").findings.rules == [.wrongStructure, .cleartextNotForbidden])
  }
}
