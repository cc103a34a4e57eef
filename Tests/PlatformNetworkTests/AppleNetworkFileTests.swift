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

  @Test("A binary property list and another document are refused")
  func refuses() {
    #expect(throws: PlatformNetworkError.self) { try AppleNetworkFile(reading: Array("bplist00".utf8)) }
    #expect(throws: PlatformNetworkError.self) { try AppleNetworkFile(reading: Array("<dict/>".utf8)) }
  }
}
