import Foundation
import PlatformNetwork
import SecurityPolicy
import Testing
import UntrustedInput

@Suite("AppleNetworkFile")
struct AppleNetworkFileTests {
  private func pinned(_ body: String, host: String = "api.example.org") -> String {
    "<dict><key>NSPinnedDomains</key><dict><key>\(host)</key><dict>\(body)</dict></dict></dict>"
  }

  private func list(_ name: String, _ pins: String...) -> String {
    "<key>\(name)</key><array>"
      + pins.map { "<dict><key>SPKI-SHA256-BASE64</key><string>\($0)</string></dict>" }.joined() + "</array>"
  }

  private func exception(_ key: String, _ value: String) -> String {
    "<dict><key>NSExceptionDomains</key><dict><key>a.example</key><dict><key>\(key)</key>\(value)</dict></dict></dict>"
  }

  @Test("Pins, names below and TLS versions are read; a list without key of ours holds Apple's defaults")
  func reads() throws {
    let file = try Samples.apple(
      pinned("<key>NSIncludesSubdomains</key><true/>" + list("NSPinnedCAIdentities", Samples.pin(1), Samples.pin(2))))
    #expect(file.findings.isEmpty)
    #expect(
      file.domains == [
        PinnedDomain(host: "api.example.org", reach: .oneLevel, pins: [Samples.pin(1), Samples.pin(2)])
      ])
    #expect(try AppleNetworkFile(reading: Array("<plist><dict/></plist>".utf8)).findings.isEmpty)
    #expect(
      try Samples.apple(exception("NSExceptionMinimumTLSVersion", "<string>TLSv1.3</string>")).minimumTLS == [
        "a.example": .tls13
      ])
  }

  @Test("Each flaw is found")
  func finds() throws {
    let leaf = list("NSPinnedLeafIdentities", Samples.pin(1), Samples.pin(2))
    let cases: [(String, [PlatformRule])] = [
      ("<string/>", [.wrongType]),
      ("<dict><key>NSAllowsArbitraryLoads</key><true/></dict>", [.arbitraryLoads]),
      ("<dict><key>NSAllowsArbitraryLoads</key><false/></dict>", []),
      ("<dict><key>NSAllowsArbitraryLoads</key><string>YES</string></dict>", [.wrongType]),
      ("<dict><key>NSAllowsArbitraryLoadsInWebContent</key><true/></dict>", [.arbitraryPart]),
      ("<dict><key>NSAllowsEverything</key><true/></dict>", [.unknownPart]),
      (exception("NSExceptionAllowsInsecureHTTPLoads", "<true/>"), [.insecureHTTP]),
      (exception("NSTemporaryExceptionAllowsInsecureHTTPLoads", "<true/>"), [.insecureHTTP]),
      (exception("NSExceptionMinimumTLSVersion", "<string>TLSv1.0</string>"), [.oldTLS]),
      (exception("NSExceptionMinimumTLSVersion", "<string>1.3</string>"), [.oldTLS]),
      (exception("NSExceptionRequiresForwardSecrecy", "<false/>"), [.noForwardSecrecy]),
      (exception("NSRequiresCertificateTransparency", "<true/>"), [.unknownPart]),
      (pinned(""), [.noPin]), (pinned(leaf, host: "*.example.org"), [.badDomain]),
      (pinned(leaf, host: "192.0.2.1"), [.addressNotPinned]),
      (pinned(list("NSPinnedLeafIdentities", Samples.pin(1))), [.noBackupPin]),
      (pinned(list("NSPinnedLeafIdentities", "sha256/AAAA", Samples.pin(1), Samples.pin(2))), [.badPin]),
      (pinned(leaf + list("NSPinnedCAIdentities", Samples.pin(3), Samples.pin(4))), [.bothPinLists]),
    ]
    for (text, rules) in cases { #expect(try Samples.apple(text).findings.rules == rules, "\(text)") }
  }

  /// Where TLS is weaker than a policy for `api.example.org` that asks for 1.3.
  private func weaker(_ entries: String, subdomains: Bool = true) throws -> [String?] {
    let plan = try Samples.plan(minimumTLS: .tls13) { $0.pinning.subdomains = subdomains }
    let file = try Samples.apple("<dict><key>NSExceptionDomains</key><dict>\(entries)</dict></dict>")
    return file.compared(with: plan).filter { $0.rule == .weakerTLS }.map(\.host)
  }

  private func entry(_ host: String, _ version: String?, below: Bool) -> String {
    let least = version.map { "<key>NSExceptionMinimumTLSVersion</key><string>\($0)</string>" } ?? ""
    return "<key>\(host)</key><dict>\(least)<key>NSIncludesSubdomains</key><\(below)/></dict>"
  }

  @Test("A host without TLS 1.3 of its own, or of the host above it, allows an older one than the policy")
  func olderTLS() throws {
    let host = "api.example.org"
    #expect(try weaker("") == [host])
    #expect(try weaker(entry(host, "TLSv1.2", below: true)) == [host])
    #expect(try weaker(entry(host, nil, below: true)) == [host])
    #expect(try weaker(entry(host, "TLSv1.3", below: true)) == [])
    let above = entry("example.org", "TLSv1.3", below: true)
    #expect(try weaker(above, subdomains: false) == [])
    #expect(try weaker(above + entry(host, nil, below: true), subdomains: false) == [host])
    #expect(try weaker(entry("example.org", "TLSv1.3", below: false), subdomains: false) == [host])
  }

  @Test("TLS 1.3 for the host alone leaves the names below it weaker than the policy")
  func olderTLSBelow() throws {
    let alone = entry("api.example.org", "TLSv1.3", below: false)
    #expect(try weaker(alone) == ["api.example.org"])
    #expect(try weaker(alone, subdomains: false) == [])
  }

  @Test("An exception for a name below the host takes TLS 1.3 away from it")
  func olderTLSOfALongerName() throws {
    let right = entry("api.example.org", "TLSv1.3", below: true)
    for version in ["TLSv1.2", nil] {
      for host in ["v1.api.example.org", "a.v1.api.example.org"] {
        #expect(try weaker(right + entry(host, version, below: false)) == [host])
      }
    }
    #expect(try weaker(right + entry("v1.api.example.org", "TLSv1.3", below: false)) == [])
    #expect(try weaker(right + entry("v1.example.org", "TLSv1.2", below: true)) == [])
  }

  @Test("The binary form says the same as the text that it was made of, flaws included")
  func binary() throws {
    let pins = [Samples.pin(1), Samples.pin(2)].map { ["SPKI-SHA256-BASE64": $0] }
    let transport: [String: Any] = [
      "NSAllowsArbitraryLoads": true,
      "NSPinnedDomains": ["api.example.org": ["NSIncludesSubdomains": true, "NSPinnedCAIdentities": pins]],
      "NSExceptionDomains": ["a.example": ["NSExceptionMinimumTLSVersion": "TLSv1.0"]],
    ]
    func file(_ format: PropertyListSerialization.PropertyListFormat) throws -> AppleNetworkFile {
      let list = ["CFBundleName": "App", "NSAppTransportSecurity": transport] as [String: Any]
      return try AppleNetworkFile(
        reading: Array(try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)))
    }
    let (binary, text) = (try file(.binary), try file(.xml))
    #expect(binary.domains == text.domains && binary.domains.map(\.host) == ["api.example.org"])
    #expect(
      Set(binary.findings.rules) == [.arbitraryLoads, .oldTLS] && Set(text.findings.rules) == Set(binary.findings.rules)
    )
  }

  @Test("A binary property list that is cut and another document are refused")
  func refuses() {
    #expect(throws: PlatformNetworkError.self) { try AppleNetworkFile(reading: Array("bplist00".utf8)) }
    #expect(throws: PlatformNetworkError.self) { try AppleNetworkFile(reading: Array("<dict/>".utf8)) }
  }
}
