import Foundation
import NetworkTrust
import PlatformNetwork
import SecurityPolicy
import Testing

/// The third output of a policy: what the app's own transport asks for.
@Suite("The app's own transport and the platforms' files")
struct TransportAgreementTests {
  @Test("For every host and day the files ask for the transport's pins, or for more, or a finding says for less")
  func agree() throws {
    let days = try ["2026-06-01", "2027-01-30", "2027-01-31", "2030-01-01"].map(Samples.day)
    for below in [false, true] {
      for after in [PinningRequirement.AfterExpiry.refuse, .anchorsAlone] {
        let environment = Samples.environment {
          $0.pinning.subdomains = below
          $0.pinning.expires = PolicyDay("2027-01-31")
          $0.pinning.afterExpiry = after
          $0.hosts = [
            PinnedHostRequirement(host: "cdn.example.net", pins: [Samples.pin(3), Samples.pin(4)], subdomains: true),
            PinnedHostRequirement(host: "a.api.example.org", pins: [Samples.pin(5), Samples.pin(6)]),
          ]
        }
        let transport = try PinPolicy(environment)
        let plan = try NetworkPlan(environment)
        let android = try AndroidNetworkFile(
          reading: try #require(try AndroidNetworkFile.written(from: plan).files.first).bytes, today: days[0])
        let written = AppleNetworkFile.written(from: plan)
        let apple = try AppleNetworkFile(reading: written.file.bytes)
        for name in [
          "api.example.org", "b.api.example.org", "a.api.example.org", "x.a.api.example.org", "cdn.example.net",
          "1.cdn.example.net", "other.example",
        ] {
          let host = try ServerHost(name)
          let start = Date(timeIntervalSince1970: Double(days[0].secondsSince1970))
          let before = Set(transport.expectedPins(for: host, now: start).map(\.base64))
          // Two labels below a host App Transport Security asks for no pins, and the finding for that host says so.
          let entry = transport.pinned(host)?.host.description
          let isDeep = entry.map { name.dropLast($0.count).split(separator: ".").count > 1 } ?? false
          if isDeep {
            let unpinned = PlatformFinding(.deeperNamesUnpinned, host: entry)
            #expect(written.findings.contains(unpinned) && apple.compared(with: plan).contains(unpinned))
          }
          for day in days {
            let now = Date(timeIntervalSince1970: Double(day.secondsSince1970))
            let own = Set(transport.expectedPins(for: host, now: now).map(\.base64))
            let hasEnded = day.description >= "2027-01-31"
            #expect(own == (hasEnded ? [] : before), "\(name) \(day)")
            // After the day without pins only where the transport goes on without them; where it refuses, as before.
            let onAndroid = android.domains.pins(for: name, on: day) ?? []
            #expect(onAndroid == (hasEnded && after == .anchorsAlone ? [] : before), "\(name) \(day)")
            #expect((apple.domains.pins(for: name, on: day) ?? []) == (isDeep ? [] : before), "\(name) \(day)")
          }
        }
      }
    }
  }
}
