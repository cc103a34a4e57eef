import SecurityPolicy
import Testing
import UntrustedInput

@Suite struct PolicySliceTests {
  private func policy() throws -> Policy {
    let stage = PolicyText.environment(endpoint: "https://stage.example")
    return try PolicyDocument.read(
      PolicyText.with(
        #""server": {"devices": {"ios": {"minimumVersion": "18.77"}}}"#,
        environments: "{\"stage\": \(stage), \"prod\": \(PolicyText.environment())}"))
  }

  @Test("A slice holds its environment, no other one and no server rule")
  func content() throws {
    let slice = try #require(try policy().slice(for: .prod))
    let text = String(decoding: slice.bytes, as: UTF8.self)
    #expect(slice.environment == .prod)
    #expect(slice.connection.endpoint == "https://api.example.org")
    for foreign in ["\"server\"", "devices", "unattested", "minimumVersion", "18.77", "stage", "whenRooted", "\n"] {
      #expect(!text.contains(foreign))
    }
    #expect(text.hasPrefix(#"{"version":1,"name":"n","environment":"prod","storage":{"#))
  }

  @Test("An environment that the policy does not have gives no slice")
  func absent() throws {
    #expect(try policy().slice(for: .dev) == nil)
  }

  @Test("The digest is stable, and does not depend on what the slice does not hold")
  func digest() throws {
    var policy = try policy()
    let digest = try #require(policy.slice(for: .prod)).digest
    // SHA-256 of the canonical bytes, computed with another program.
    #expect(digest == "WCAWFRhkSRyVGPciJoVwpuBpm2GZm_zP_SYHMVXUFRE")
    policy.server.unattested.admitted = true
    policy.environments[.stage] = nil
    #expect(policy.slice(for: .prod)?.digest == digest)
    policy.session.refreshFailures += 1
    #expect(policy.slice(for: .prod)?.digest != digest)
  }

  @Test("A policy without a log file keeps its digest from before there were any; one with a log file reads back")
  func logFile() throws {
    var policy = try policy()
    let before = try #require(policy.slice(for: .prod))
    #expect(String(decoding: before.bytes, as: UTF8.self).contains(#""logging":{"release":"error","debug":"debug"}"#))
    policy.logging.file = LogFileRequirement(name: "diagnostics")
    let slice = try #require(policy.slice(for: .prod))
    #expect(slice.digest != before.digest)
    #expect(
      String(decoding: slice.bytes, as: UTF8.self).contains(
        #""logging":{"release":"error","debug":"debug","file":{"name":"diagnostics","bytes":1048576,"days":7}}"#))
    #expect(try PolicySlice(reading: slice.bytes) == slice)
  }

  @Test("A slice in another spelling is refused")
  func canonical() throws {
    let slice = try #require(try policy().slice(for: .prod))
    let text = String(decoding: slice.bytes, as: UTF8.self)
    for other in [text + " ", text.replacing("\"1h\"", with: "\"60m\""), text.replacing("\"n\"", with: "\"\\u006e\"")] {
      #expect(other != text)
      #expect(throws: PolicyError.notCanonical) { try PolicySlice(reading: Array(other.utf8)) }
    }
  }

  @Test("A slice with a key too few or too many, or of a newer version, is refused")
  func strict() throws {
    let text = String(decoding: try #require(try policy().slice(for: .prod)).bytes, as: UTF8.self)
    let start = TextPosition(line: 1, column: 1)
    func refuse(_ old: String, _ new: String, _ error: PolicyError) {
      #expect(throws: error) { try PolicySlice(reading: Array(text.replacing(old, with: new).utf8)) }
    }
    refuse(#""environment":"prod","#, "", .missingKey(path: "environment", at: start))
    refuse(#","logging":{"release":"error","debug":"debug"}"#, "", .missingKey(path: "logging", at: start))
    refuse(
      #"{"version":1"#, #"{"server":{},"version":1"#,
      .unknownKey(path: "the document", at: TextPosition(line: 1, column: 2)))
    refuse(#"{"version":1"#, #"{"version":2"#, .newerVersion(at: TextPosition(line: 1, column: 12)))
    refuse(#"{"version":1"#, #"/**/{"version":1"#, .unreadable(.malformed(expected: "a JSON value", at: start)))
  }
}
