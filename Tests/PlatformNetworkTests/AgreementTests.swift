import Foundation
import PlatformNetwork
import SecurityPolicy
import Testing

/// One policy, three ways to obey it: they must agree, but for what a platform has no word for.
@Suite("One policy, three outputs")
struct AgreementTests {
  private static func policies() throws -> [(name: String, environment: EnvironmentRequirement)] {
    let day = try Samples.day("2027-01-31")
    var made: [(String, EnvironmentRequirement)] = []
    for below in [false, true] {
      for expiry in [nil, PinningRequirement.AfterExpiry.refuse, .anchorsAlone] {
        for hosts in [
          [],
          [
            PinnedHostRequirement(host: "cdn.example.net", pins: [Samples.pin(3), Samples.pin(4)], subdomains: !below),
            PinnedHostRequirement(host: "a.api.example.org", pins: [Samples.pin(5), Samples.pin(6), Samples.pin(7)]),
          ],
        ] {
          let environment = Samples.environment {
            $0.pinning.subdomains = below
            $0.hosts = hosts
            if let expiry {
              $0.pinning.expires = day
              $0.pinning.afterExpiry = expiry
            }
          }
          made.append(("below \(below), expiry \(String(describing: expiry)), \(hosts.count) more", environment))
        }
      }
    }
    return made
  }

  private static let names = [
    "api.example.org", "a.api.example.org", "b.api.example.org", "x.b.api.example.org", "x.a.api.example.org",
    "cdn.example.net", "1.cdn.example.net", "2.1.cdn.example.net", "example.org", "xapi.example.org", "example.net",
  ]

  @Test("Hosts, pins, names below and expiry are the same in the plan, on Android and on Apple's systems")
  func agree() throws {
    let days = try ["2026-06-01", "2027-01-30", "2027-01-31", "2030-01-01"].map(Samples.day)
    for (name, environment) in try Self.policies() {
      let plan = try NetworkPlan(environment)
      let android = try AndroidNetworkFile(
        reading: try #require(try AndroidNetworkFile.written(from: plan).files.first).bytes, today: days[0])
      let apple = try AppleNetworkFile(reading: AppleNetworkFile.written(from: plan).file.bytes)
      #expect(android.findings.isEmpty && apple.findings.isEmpty, "\(name)")
      #expect(android.forbidsCleartext)
      #expect(android.compared(with: plan).isEmpty, "\(name)")
      #expect(
        Set(apple.compared(with: plan).rules).isSubset(of: [.deeperNamesUnpinned, .leafKeysAssumed]), "\(name)")
      for host in Self.names {
        for day in days {
          let planned = plan.domains.pins(for: host, on: day)
          let hasEnded = plan.endsPinning && plan.expires.map { $0 <= day } ?? false
          #expect(android.domains.pins(for: host, on: day) == (hasEnded ? nil : planned), "\(name) \(host) \(day)")
          // Apple's systems never stop, and pin one level below a host.
          let match = plan.domains.filter { $0.covers(host) }.max { $0.host.count < $1.host.count }
          let isDeep = match.map { host.dropLast($0.host.count).split(separator: ".").count > 1 } ?? false
          let onApple = apple.domains.pins(for: host, on: day)
          #expect(onApple == (isDeep ? nil : planned), "\(name) \(host) \(day)")
        }
      }
    }
  }

  @Test("A changed pin, host, reach or day in either file is seen")
  func seen() throws {
    let day = try Samples.day("2026-06-01")
    let plan = try Samples.plan {
      $0.pinning.subdomains = true
      $0.pinning.expires = PolicyDay("2027-01-31")
      $0.pinning.afterExpiry = .anchorsAlone
    }
    let android = String(decoding: try AndroidNetworkFile.written(from: plan).files[0].bytes, as: UTF8.self)
    let apple = String(decoding: AppleNetworkFile.written(from: plan).file.bytes, as: UTF8.self)
    for (from, to, rule) in [
      (Samples.pin(2), Samples.pin(9), PlatformRule.pinsDiffer),
      ("api.example.org", "api.example.com", .hostMissing), ("\"true\"", "\"false\"", .reachDiffers),
      ("2027-01-31", "2027-02-01", .expiryDiffers), ("\"system\"", "\"@raw/other\"", .anchorsDiffer),
    ] {
      #expect(android.contains(from))
      let file = try AndroidNetworkFile(reading: Array(android.replacing(from, with: to).utf8), today: day)
      #expect(file.compared(with: plan).rules.contains(rule), "\(rule)")
    }
    for (from, to, rule) in [
      (Samples.pin(2), Samples.pin(9), PlatformRule.pinsDiffer),
      ("api.example.org", "api.example.com", .hostMissing), ("<true/>", "<false/>", .reachDiffers),
    ] {
      #expect(apple.contains(from))
      let file = try AppleNetworkFile(reading: Array(apple.replacing(from, with: to).utf8))
      #expect(file.compared(with: plan).rules.contains(rule), "\(rule)")
    }
  }

  @Test("An entry below a host of the policy is held to that host's pins and anchors, on both platforms")
  func below() throws {
    let plan = try Samples.plan { $0.pinning.subdomains = true }
    let android = String(decoding: try AndroidNetworkFile.written(from: plan).files[0].bytes, as: UTF8.self)
    func more(_ body: String) throws -> [PlatformFinding] {
      let entry = "<domain-config cleartextTrafficPermitted=\"false\">\(body)</domain-config></network-security-config>"
      return try Samples.android(android.replacing("</network-security-config>", with: entry)).compared(with: plan)
    }
    let pins = [UInt8(1), 2].map { "<pin digest=\"SHA-256\">\(Samples.pin($0))</pin>" }.joined()
    let host = "<domain>v1.api.example.org</domain>"
    #expect(try more(host) == [PlatformFinding(.pinsDiffer, host: "v1.api.example.org")])
    #expect(try more(host + "<pin-set>\(pins)</pin-set>").isEmpty)
    #expect(try more(host + "<pin-set expiration=\"2030-01-01\">\(pins)</pin-set>").rules == [.expiryDiffers])
    #expect(
      try more(host + "<trust-anchors><certificates src=\"@raw/x\"/></trust-anchors><pin-set>\(pins)</pin-set>").rules
        .contains(.anchorsDiffer))
    let foreign = try more("<domain>example.com</domain>")
    #expect(foreign.rules == [.hostNotInPolicy] && foreign.verdict != .holds)
    let apple = String(decoding: AppleNetworkFile.written(from: plan).file.bytes, as: UTF8.self)
    let key = "<key>api.example.org</key>"
    #expect(apple.contains(key))
    let unpinned = apple.replacing(key, with: "<key>v1.api.example.org</key><dict/>" + key)
    let file = try AppleNetworkFile(reading: Array(unpinned.utf8))
    #expect(file.compared(with: plan).contains(PlatformFinding(.pinsDiffer, host: "v1.api.example.org")))
  }

  @Test("What a platform has no word for is said, and never written as something weaker")
  func limits() throws {
    let der: [UInt8] = [0x30, 0x03, 0x02, 0x01, 0x01]
    let watching = try Samples.plan { $0.pinning.mode = .insecureReportOnly }
    let (files, said) = try AndroidNetworkFile.written(from: watching)
    #expect(said.rules == [.reportOnlyNotWritten])
    #expect(!String(decoding: files[0].bytes, as: UTF8.self).contains("pin-set"))
    #expect(AppleNetworkFile.written(from: watching).findings.rules == [.reportOnlyNotWritten])
    let private_ = try Samples.plan(minimumTLS: .tls13) { $0.anchors = [Data(der).base64EncodedString()] }
    let bundled = try AndroidNetworkFile.written(from: private_)
    #expect(bundled.files.map(\.path) == [AndroidNetworkFile.path, "res/raw/mantlet_anchor_1.der"])
    #expect(bundled.files[1].bytes == der && bundled.findings.rules == [.tlsNotWritten])
    let read = try AndroidNetworkFile(reading: bundled.files[0].bytes, today: try Samples.day("2026-01-01"))
    // The private authority vouches for the policy's host and for no other.
    #expect(read.authorities == ["api.example.org": [.resource("mantlet_anchor_1")]])
    #expect(read.baseAuthorities == [.system])
    #expect(read.compared(with: private_).rules == [.anchorsNotRead])
    #expect(read.compared(with: private_, raw: ["mantlet_anchor_1": [der]]).isEmpty)
    #expect(read.compared(with: private_, raw: ["mantlet_anchor_1": [der, [0x30, 0]]]).rules == [.anchorsDiffer])
    let text = String(decoding: bundled.files[0].bytes, as: UTF8.self)
    for (from, to) in [("\"@raw/mantlet_anchor_1\"", "\"@raw/other\""), ("\"system\"", "\"@raw/mantlet_anchor_1\"")] {
      #expect(text.contains(from))
      let file = try Samples.android(text.replacing(from, with: to))
      #expect(file.compared(with: private_).rules.contains(.anchorsDiffer), "\(to)")
    }
    let apple = AppleNetworkFile.written(from: private_)
    #expect(apple.findings.rules == [.anchorsNotWritten, .leafKeysAssumed])
    #expect(try AppleNetworkFile(reading: apple.file.bytes).minimumTLS == ["api.example.org": .tls13])
    let address = try Samples.plan { $0.endpoint = "https://[2001:db8::1]:443" }
    #expect(AppleNetworkFile.written(from: address).findings.rules == [.addressNotPinned])
    #expect(!String(decoding: AppleNetworkFile.written(from: address).file.bytes, as: UTF8.self).contains("2001"))
    let refusing = try Samples.plan { $0.pinning.expires = PolicyDay("2027-01-31") }
    #expect(
      !String(decoding: try AndroidNetworkFile.written(from: refusing).files[0].bytes, as: UTF8.self)
        .contains("expiration"))
  }

  @Test("A requirement that no policy file can hold is refused")
  func refuses() {
    #expect(throws: PlatformNetworkError.malformedHost) { try Samples.plan { $0.endpoint = "https://a<b" } }
    #expect(throws: PlatformNetworkError.malformedPin) { try Samples.plan { $0.pins = ["\"/>"] } }
    #expect(throws: PlatformNetworkError.malformedAnchor) { try Samples.plan { $0.anchors = ["!"] } }
    #expect(throws: PlatformNetworkError.hostTwice) {
      try Samples.plan { $0.hosts = [PinnedHostRequirement(host: "api.example.org", pins: [])] }
    }
    #expect(throws: PlatformNetworkError.malformedResourceName) {
      try AndroidNetworkFile.written(from: try Samples.plan(), debugAuthority: "a\"/>")
    }
  }
}
