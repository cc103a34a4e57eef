import Crypto
import Foundation
import Testing
import TrustWire
import UntrustedInput

/// `mantlet policy decide` and `mantlet policy overlay`: exit codes, and what they say.
@Suite(.timeLimit(.minutes(15)))
struct PolicyDecideTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let login = Base64URL.encode(
      [0x30, 0x82, 1, 34, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00]
        + Array(repeating: 9, count: 275))
    let pins = "[\"\(String(repeating: "A", count: 43))=\", \"\(String(repeating: "/", count: 42))8=\"]"
    try write(
      "policy.json",
      """
      {"version": 1, "name": "n", "server": {"devices": {"android": {"minimumVersion": "14"}}}, "environments": {"prod":
      {"endpoint": "https://api.example.org", "pins": \(pins), "loginKey": "\(login)",
      "tokenKeys": ["\(Base64URL.encode(Array(repeating: 7, count: 32)))"]}}}
      """)
    try write("attested.json", Self.attested("15"))
  }

  private static func report(_ os: String = "15", rooted: String = "no", version: Int = 2) -> String {
    """
    {"version":\(version),"challenge":"c","omitted":0,"app":"org.example","appVersion":"1","environment":"prod",\
    "profile":"release","policyDigest":"d","checks":[{"checkVersion":2,"date":1800000000,"os":{"platform":"android",\
    "name":"Android","version":"\(os)","patchLevel":"2025-08-05","sdkLevel":35},"isRooted":"\(rooted)",\
    "isHooked":"no","isDebugged":"no","verdicts":{},"signals":[]}]}
    """
  }

  private static func attested(_ os: String) -> String {
    """
    {"kind":"androidKey","platform":"android","verifiedAt":1800000000,"osVersion":"\(os)","bootState":"verified",\
    "isLocked":true,"apps":["org.example"],"signingDigests":[]}
    """
  }

  @discardableResult private func write(_ name: String, _ text: String) throws -> String {
    let path = folder.path + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }

  private func decide(_ report: String, _ more: [String] = []) async throws -> (Int32, JSONNode?) {
    let outcome = try await Program.run(
      ["policy", "decide", "--json", "--policy", folder.path + "/policy.json", "--report", try write("report", report)]
        + more)
    return (outcome.code, outcome.objects.first)
  }

  private var withHardware: [String] { ["--attested", folder.path + "/attested.json"] }

  @Test("Admitted is 0, refused 1, unknown 2, unreadable 65")
  func exitCodes() async throws {
    let good = try await decide(Self.report(), withHardware)
    #expect(good.0 == 0 && good.1?["admitted"]?.bool == true && good.1?["signature"]?.string == "none")
    #expect(good.1?["basis"]?["osVersion"]?.string == "attested")
    let old = try await decide(Self.report("13"))
    #expect(old.0 == 1 && old.1?["primary"]?.string == "osVersionTooLow")
    let rooted = try await decide(Self.report(rooted: "yes"), withHardware)
    #expect(rooted.0 == 1 && rooted.1?["primary"]?.string == "rejectedBecauseRooted")
    // Nothing but the device's own word, and a message of a later build.
    #expect(try await decide(Self.report()).0 == 2)
    #expect(try await decide(Self.report(version: 9), withHardware).0 == 2)
    for junk in ["{", "", "no.report.here"] { #expect(try await decide(junk, withHardware).0 == 65, "\(junk)") }
    #expect(try await decide(Self.report(), ["--attested", "/nowhere/at/all"]).0 == 65)
    #expect(try await decide(Self.report(), ["--at", "yesterday"]).0 == 65)
  }

  @Test("What hardware attests decides over what the device claims")
  func attestedFacts() async throws {
    try write("attested.json", Self.attested("13"))
    let decision = try await decide(Self.report(), withHardware)
    #expect(decision.0 == 1)
    #expect(decision.1?["reasons"]?.array?.first?["basis"]?.string == "attested")
  }

  @Test("A signed report is verified, and one that was changed is unreadable")
  func signed() async throws {
    let key = P256.Signing.PrivateKey()
    let text = try await SignedMessage.compact(
      .report, payload: Array(Self.report().utf8), key: DevicePublicKey(key.publicKey)
    ) { Array(try key.signature(for: $0).rawRepresentation) }
    let good = try await decide(text + "\n", withHardware)
    #expect(good.0 == 0 && good.1?["signature"]?.string == "verified")
    let parts = text.split(separator: ".")
    let other = Base64URL.encode(Array(Self.report("16").utf8))
    #expect(try await decide("\(parts[0]).\(other).\(parts[2])", withHardware).0 == 65)
  }

  @Test("An overlay is signed with the key whose thumbprint is told, and nothing else is")
  func overlay() async throws {
    let key = P256.Signing.PrivateKey()
    let pem = try write("key.pem", key.pemRepresentation)
    let file = try write(
      "overlay.json", #"{"version": 1, "number": 3, "iat": 1, "exp": 2, "probes": {"hooks.preload": "off"}}"#)
    let made = try await Program.run(["policy", "overlay", file, "--key", pem])
    #expect(made.code == 0, "\(made.errors)")
    let thumbprint = DevicePublicKey(key.publicKey).thumbprint
    #expect(made.errors.contains("overlayKey \(thumbprint)"))
    let text = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let overlay = try VerifiedOverlay(verifying: text, signedBy: thumbprint, now: 1).overlay
    #expect(overlay.number == 3 && overlay.changes == ["hooks.preload": .off])
    let report = try write("report.json", Self.report())
    for (file, key) in [(report, pem), ("/nowhere/at/all", pem), (file, report), (file, "/nowhere/at/all")] {
      let refused = try await Program.run(["policy", "overlay", file, "--key", key])
      #expect(refused.code == 65 && refused.output.isEmpty)
    }
  }
}
