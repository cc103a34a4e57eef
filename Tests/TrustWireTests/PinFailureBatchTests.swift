import Testing
import TrustWire
import UntrustedInput

@Suite struct PinFailureBatchTests {
  private static let pin = String(repeating: "A", count: 43) + "="

  private func entry(
    host: String = "api.example.org", seen: [String] = [pin], first: Int64 = 5, last: Int64 = 9, count: Int64 = 3
  ) -> PinFailureBatch.Entry {
    PinFailureBatch.Entry(
      host: host, outcome: .refused, expected: [Self.pin], seen: seen, first: first, last: last, count: count)
  }

  @Test("A batch survives the way through its bytes, and holds nothing but hosts, keys, times and counts")
  func roundTrip() throws {
    let batch = PinFailureBatch([entry(), entry(host: "2001:db8::1", seen: [])], forgotten: 2)
    #expect(try PinFailureBatch(reading: batch.bytes) == batch)
    let names = Set(try JSONReader().read(batch.bytes)["failures"]?.array?.first?.members?.map(\.name) ?? [])
    #expect(names == ["host", "outcome", "expected", "seen", "first", "last", "count"])
  }

  @Test("A batch keeps its number; one without a number is read, and one that no reader of JSON agrees on is refused")
  func numbered() throws {
    for number in [nil, 1, PinFailureBatch.maximumNumber] {
      let batch = PinFailureBatch([entry()], number: number)
      #expect(try PinFailureBatch(reading: batch.bytes) == batch)
    }
    for number in [0, -1, PinFailureBatch.maximumNumber + 1] {
      let batch = PinFailureBatch([entry()], number: number)
      #expect(throws: WireError.self) { try PinFailureBatch(reading: batch.bytes) }
    }
  }

  @Test("Too many entries, keys that are none and counts that cannot be are refused")
  func refuses() throws {
    let most = PinFailureBatch(Array(repeating: entry(), count: PinFailureBatch.maximumEntries))
    #expect(try PinFailureBatch(reading: most.bytes).entries.count == 32)
    for wrong in [
      PinFailureBatch(most.entries + [entry()]), PinFailureBatch([entry(host: "")]),
      PinFailureBatch([entry(host: String(repeating: "a", count: 254))]),
      PinFailureBatch([entry(seen: ["<script>"])]),
      PinFailureBatch([entry(seen: Array(repeating: Self.pin, count: 11))]),
      PinFailureBatch([entry(seen: [String(repeating: "\n", count: 43) + "="])]), PinFailureBatch([entry(count: 0)]),
      PinFailureBatch([entry(first: 10)]), PinFailureBatch([], forgotten: -1),
    ] {
      #expect(throws: WireError.self, "\(wrong)") { try PinFailureBatch(reading: wrong.bytes) }
    }
  }
}
