import DataLifecycle
import SecurityTesting
import Testing

@Suite struct WipeRecordTests {
  private func full() throws -> WipeRecord {
    var record = WipeRecord(requested: .accountSwitch)
    record.keysDestroyed = [try targetName("b"), try targetName("a.1")]
    record.erased = [try targetName("a.1")]
    record.verified = true
    return record
  }

  @Test("What is written is read back")
  func roundTrip() throws {
    #expect(try WipeRecord(parsing: full().bytes) == full())
    #expect(try WipeRecord(parsing: WipeRecord(requested: .logout).bytes) == WipeRecord(requested: .logout))
  }

  @Test("Every single flipped bit and every truncation is refused")
  func damage() throws {
    let bytes = try full().bytes
    for index in bytes.indices {
      #expect(throws: LifecycleError.self) { try WipeRecord(parsing: Array(bytes.prefix(index))) }
      for bit in 0..<8 {
        var altered = bytes
        altered[index] ^= 1 << UInt8(bit)
        #expect(throws: LifecycleError.self) { try WipeRecord(parsing: altered) }
      }
    }
    #expect(throws: LifecycleError.journalDamaged) { try WipeRecord(parsing: bytes + [10]) }
  }

  @Test("Random bytes and random lines of the right words never crash the reader")
  func noise() {
    var random = SeededGenerator(seed: 7)
    let words = ["mantlet-wipe 1", "scope logout", "keys a", "erased b", "verified", "sum 00", "", "keys", "scope"]
    for _ in 0..<2000 {
      let lines = (0..<Int.random(in: 0..<8, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
      #expect(throws: LifecycleError.self) { try WipeRecord(parsing: Array(lines.joined(separator: "\n").utf8)) }
      let noise = (0..<Int.random(in: 0..<64, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(throws: LifecycleError.self) { try WipeRecord(parsing: noise) }
    }
  }

  @Test("A newer version is told apart from damage")
  func newer() {
    #expect(throws: LifecycleError.journalNewer) { try WipeRecord(parsing: Array("mantlet-wipe 2\n".utf8)) }
    #expect(throws: LifecycleError.journalDamaged) { try WipeRecord(parsing: Array("mantlet-wipe x\n".utf8)) }
  }
}
