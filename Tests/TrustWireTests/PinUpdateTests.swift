import Foundation
import Testing
import TrustWire
import UntrustedInput

struct PinUpdateTests {
  static let pin = Data(repeating: 1, count: 32).base64EncodedString()
  static let other = Data(repeating: 2, count: 32).base64EncodedString()
  static let lost = Data(repeating: 3, count: 32).base64EncodedString()
  static let update = PinUpdate(
    number: 1, issuedAt: 1_700_000_000, expiresAt: 1_700_000_000 + 86_400,
    hosts: [.init(host: "api.example.org", pins: [pin, other])])

  @Test("An update is read as it was written")
  func roundTrip() throws {
    let bytes = Self.update.bytes
    #expect(try PinUpdate(reading: bytes) == Self.update)
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(#"{"version":1,"number":1,"iat":1700000000,"exp":"#))
  }

  @Test("What an update withdraws is read as it was written; one that withdraws nothing has no such member")
  func withdrawn() throws {
    let update = Self.changed { $0.hosts[0].withdrawn = [Self.lost] }
    #expect(try PinUpdate(reading: update.bytes) == update)
    #expect(!String(decoding: Self.update.bytes, as: UTF8.self).contains("withdrawn"))
  }

  private static func changed(_ change: (inout PinUpdate) -> Void) -> PinUpdate {
    var other = update
    change(&other)
    return other
  }

  private static let wrong: [(PinUpdate, String)] = [
    (changed { $0.number = 0 }, "number"),
    (changed { $0.expiresAt = $0.issuedAt }, "exp"),
    (changed { $0.expiresAt = $0.issuedAt + 401 * 86_400 }, "exp"),
    (changed { ($0.issuedAt, $0.expiresAt) = (.min, .max) }, "exp"),
    (changed { $0.hosts = [] }, "hosts"),
    (changed { $0.hosts += $0.hosts }, "hosts"),
    (changed { $0.hosts[0].host = "" }, "hosts"),
    (changed { $0.hosts[0].pins = [pin] }, "hosts"),
    (changed { $0.hosts[0].pins = [pin, "AAAA"] }, "hosts"),
    (changed { $0.hosts[0].withdrawn = ["AAAA"] }, "hosts"),
    (changed { $0.hosts[0].withdrawn = [other] }, "hosts"),
    (changed { $0.hosts[0].withdrawn = Array(repeating: lost, count: 17) }, "withdrawn"),
  ]

  @Test("An update without order, end, hosts or a reserve is refused", arguments: wrong.indices)
  func refused(index: Int) {
    let (update, member) = Self.wrong[index]
    #expect(throws: WireError.missing(member: member)) { try PinUpdate(reading: update.bytes) }
  }

  @Test("Bounds hold for the number of hosts and pins")
  func bounds() throws {
    let many = Self.changed { update in
      update.hosts = (0..<33).map { .init(host: "h\($0)", pins: Array(repeating: Self.pin, count: 16)) }
    }
    #expect(try PinUpdate(reading: many.bytes).hosts.count == 33)
    let more = Self.changed { update in
      update.hosts = (0..<34).map { .init(host: "h\($0)", pins: [Self.pin, Self.other]) }
    }
    #expect(throws: WireError.missing(member: "hosts")) { try PinUpdate(reading: more.bytes) }
    let long = Self.changed { $0.hosts[0].pins = Array(repeating: Self.pin, count: 17) }
    #expect(throws: WireError.missing(member: "pins")) { try PinUpdate(reading: long.bytes) }
  }
}
