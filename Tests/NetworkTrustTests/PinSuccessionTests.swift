import Foundation
import NetworkTrust
import Testing
import TrustWire

struct PinSuccessionTests {
  /// A host and the pins that are withdrawn for it.
  private typealias Entry = (String, [UInt8])

  private static func text(_ number: UInt8) -> String { Data(repeating: number, count: 32).base64EncodedString() }

  private static func update(_ entries: [Entry]) -> PinUpdate {
    PinUpdate(
      number: 1, issuedAt: 0, expiresAt: 1,
      hosts: entries.map { host, withdrawn in
        PinUpdate.Host(host: host, pins: [text(1), text(2)], withdrawn: withdrawn.map { text($0) })
      })
  }

  /// What the second loses of the first, as `host number` and `host`.
  private static func lost(_ older: [Entry], _ newer: [Entry]) throws -> [String] {
    let succession = try PinSuccession(from: update(older), to: update(newer))
    return succession.reinstated.map { "\($0.host) \($0.pin.digest[0])" } + succession.dropped.map(\.description)
  }

  @Test("An update that repeats withdrawals and hosts loses nothing, in whatever order and writing, and may add some")
  func repeated() throws {
    let older: [Entry] = [("a.example", [7, 8]), ("::1", [])]
    #expect(try Self.lost(older, older) == [])
    #expect(try Self.lost(older, [("0:0::1", [9]), ("A.Example", [9, 8, 7]), ("c.example", [])]) == [])
  }

  @Test("A withdrawal that is not repeated for its own host is told once, and so is a host that is not named")
  func forgotten() throws {
    let older: [Entry] = [("a.example", [7, 8, 7]), ("b.example", [7]), ("c.example", [])]
    let shorter = try Self.lost(older, [("a.example", [8]), ("b.example", [7]), ("c.example", [])])
    #expect(shorter == ["a.example 7"])
    let moved = try Self.lost(older, [("b.example", [7, 8])])
    #expect(moved == ["a.example 7", "a.example 8", "a.example", "c.example"])
    // The name above it is another host.
    #expect(try Self.lost([("a.b.example", [7])], [("b.example", [7])]) == ["a.b.example 7", "a.b.example"])
  }

  @Test("A malformed host or pin of either is refused")
  func malformed() throws {
    let sound = Self.update([("a.example", [])])
    let host = Self.update([("a example", [])])
    var pin = sound
    pin.hosts[0].withdrawn = ["AAAA"]
    for (other, reason) in [(host, .malformedHost), (pin, .malformedPin)] as [(PinUpdate, NetworkError)] {
      #expect(throws: reason) { try PinSuccession(from: sound, to: other) }
      #expect(throws: reason) { try PinSuccession(from: other, to: sound) }
    }
  }
}
