import Foundation
import PlatformNetwork
import SecurityPolicy
import Testing
import UntrustedInput

/// What the files say that a policy leaves open, and what they leave out.
@Suite("Whose keys are pinned, and what is not written")
struct PinnedPartTests {
  private let host = "api.example.org"

  private func text(_ file: PlatformFile) -> String { String(decoding: file.bytes, as: UTF8.self) }

  @Test("Pins go into the list of the part that was named, into no other, and agree with the policy in both")
  func parts() throws {
    let plan = try Samples.plan()
    let lists = ["NSPinnedLeafIdentities", "NSPinnedCAIdentities"]
    for (part, own) in [(AppleNetworkFile.PinnedPart.leaf, lists[0]), (.authority, lists[1])] {
      let written = AppleNetworkFile.written(from: plan, pinning: part)
      for list in lists { #expect(text(written.file).contains("<key>\(list)</key>") == (list == own)) }
      let file = try AppleNetworkFile(reading: written.file.bytes)
      #expect(file.findings.isEmpty && file.compared(with: plan).verdict == .holds)
      #expect(file.compared(with: plan, pinning: part).isEmpty && written.findings.isEmpty)
      #expect(file.domains == [PinnedDomain(host: host, reach: .host, pins: [Samples.pin(1), Samples.pin(2)])])
    }
  }

  @Test(
    "That the keys are taken for the server's own is said when it is written and when it is checked, with the way out")
  func assumed() throws {
    let plan = try Samples.plan()
    let assumed = [PlatformFinding(.leafKeysAssumed, host: host)]
    let (leaf, authority) = (
      AppleNetworkFile.written(from: plan), AppleNetworkFile.written(from: plan, pinning: .authority)
    )
    #expect(leaf.findings == assumed && authority.findings.isEmpty)
    #expect(try AppleNetworkFile(reading: leaf.file.bytes).compared(with: plan) == assumed)
    #expect(try AppleNetworkFile(reading: authority.file.bytes).compared(with: plan).isEmpty)
    #expect(assumed[0].fix.contains("--pinning authority"))
    // It is worth knowing; whether anything is broken only the server's certificates tell.
    #expect(assumed.verdict == .holds)
    let watching = try Samples.plan { $0.pinning.mode = .insecureReportOnly }
    #expect(AppleNetworkFile.written(from: watching).findings.rules == [.reportOnlyNotWritten])
  }

  @Test("Pins that stand as keys of the other part than was said fail, with their place, and whatever the policy says")
  func wrongList() throws {
    let plan = try Samples.plan()
    for (part, other, list) in [
      (AppleNetworkFile.PinnedPart.leaf, AppleNetworkFile.PinnedPart.authority, "NSPinnedLeafIdentities"),
      (.authority, .leaf, "NSPinnedCAIdentities"),
    ] {
      let written = AppleNetworkFile.written(from: plan, pinning: part).file
      let wrong = try AppleNetworkFile(reading: written.bytes).compared(with: plan, pinning: other)
      #expect(wrong.rules == [.wrongPinList] && wrong[0].host == host && wrong.verdict != .holds)
      let line = text(written).split(separator: "\n", omittingEmptySubsequences: false)
        .firstIndex { $0.contains(list) }
      #expect(wrong[0].position.line == line.map { $0 + 1 })
      #expect(try AppleNetworkFile(reading: written.bytes).compared(with: other) == wrong)
      #expect(try AppleNetworkFile(reading: written.bytes).compared(with: part).isEmpty)
    }
    // An empty list pins nothing, so it stands for nobody's keys; of two lists one is the wrong one.
    let (pins, none) = (
      "<array><dict><key>SPKI-SHA256-BASE64</key><string>\(Samples.pin(1))</string></dict></array>", "<array/>"
    )
    for (leaf, authority, parts) in [
      (pins, none, [AppleNetworkFile.PinnedPart.authority]), (none, pins, [.leaf]), (pins, pins, [.leaf, .authority]),
    ] {
      let file = try Samples.apple(
        "<dict><key>NSPinnedDomains</key><dict><key>\(host)</key><dict><key>NSPinnedLeafIdentities</key>\(leaf)"
          + "<key>NSPinnedCAIdentities</key>\(authority)</dict></dict></dict>")
      for part in AppleNetworkFile.PinnedPart.allCases {
        #expect(file.compared(with: part).rules == (parts.contains(part) ? [.wrongPinList] : []))
      }
    }
  }

  @Test("Whose keys the policy's pins are says nothing of a host that it does not know, but of names below its own")
  func foreign() throws {
    let list = "<array><dict><key>SPKI-SHA256-BASE64</key><string>\(Samples.pin(1))</string></dict></array>"
    let entries = ["cdn.example.com", host, "v1." + host].map {
      "<key>\($0)</key><dict><key>NSPinnedLeafIdentities</key>\(list)</dict>"
    }
    let file = try Samples.apple("<dict><key>NSPinnedDomains</key><dict>\(entries.joined())</dict></dict>")
    let plan = try Samples.plan { $0.pinning.subdomains = true }
    let wrong = file.compared(with: plan, pinning: .authority).filter { $0.rule == .wrongPinList }
    #expect(wrong.map(\.host) == [host, "v1." + host])
    // What stands above the policy's host decides where the host itself does not stand.
    let above = try Samples.apple(
      "<dict><key>NSPinnedDomains</key><dict><key>example.org</key><dict><key>NSIncludesSubdomains</key><true/>"
        + "<key>NSPinnedLeafIdentities</key>\(list)</dict></dict></dict>")
    let decisive = above.compared(with: plan, pinning: .authority)
    #expect(decisive.contains { $0.rule == .wrongPinList && $0.host == "example.org" })
    // Without a policy it is said of every host.
    #expect(file.compared(with: .authority).map(\.host) == ["cdn.example.com", host, "v1." + host])
  }

  @Test("A pin of a whole certificate is said to be left out of both files, and stands in none")
  func certificates() throws {
    let plan = try Samples.plan { $0.pinning.certificates = [Samples.pin(9)] }
    let apple = AppleNetworkFile.written(from: plan, pinning: .authority)
    let android = try AndroidNetworkFile.written(from: plan)
    #expect(apple.findings.rules == [.certificatePinsNotWritten] && apple.findings.verdict != .holds)
    #expect(android.findings.rules == [.certificatePinsNotWritten])
    for file in [apple.file] + android.files { #expect(!text(file).contains(Samples.pin(9))) }
  }

  @Test("An authority for debuggable builds is trusted there alone, and by no file that was not asked to")
  func debugAuthority() throws {
    let plan = try Samples.plan()
    let entry = """
        <debug-overrides>
          <trust-anchors>
            <certificates src="@raw/proxy_ca"/>
          </trust-anchors>
        </debug-overrides>

      """
    let with = try AndroidNetworkFile.written(from: plan, debugAuthority: "proxy_ca")
    let without = try AndroidNetworkFile.written(from: plan)
    #expect(text(with.files[0]).contains(entry))
    #expect(text(with.files[0]).replacing(entry, with: "") == text(without.files[0]))
    #expect(with.findings == without.findings && with.files.count == 1)
    let file = try AndroidNetworkFile(reading: with.files[0].bytes, today: try Samples.day("2026-01-01"))
    #expect(file.findings.isEmpty && file.compared(with: plan).isEmpty)
    #expect(file.authorities == [host: [.system]] && file.baseAuthorities == [.system])
  }
}
