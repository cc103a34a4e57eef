import Testing
import TrustWire
import UntrustedInput

@Suite struct RecordBatchTests {
  private func entry(id: String = "id", kind: String = "kind") -> RecordBatch.Entry {
    RecordBatch.Entry(id: id, kind: kind, createdAt: 7, payload: #"{"hours":8}"#)
  }

  @Test("A batch and its receipt survive the way through their bytes")
  func roundTrip() throws {
    for batch in [RecordBatch([]), RecordBatch([entry(id: "1"), entry(id: "2", kind: "sleep-log")])] {
      #expect(try RecordBatch(reading: batch.bytes) == batch)
    }
    let receipt = RecordReceipt(accepted: ["1", "2"])
    #expect(try RecordReceipt(reading: receipt.bytes) == receipt)
  }

  @Test("At most 500 records are read, and 500 ids of a receipt")
  func count() throws {
    #expect(try RecordBatch(reading: RecordBatch(Array(repeating: entry(), count: 500)).bytes).entries.count == 500)
    let more = RecordBatch(Array(repeating: entry(), count: 501)).bytes
    #expect(throws: WireError.missing(member: "records")) { try RecordBatch(reading: more) }
    let receipt = RecordReceipt(accepted: Array(repeating: "1", count: 501)).bytes
    #expect(throws: WireError.missing(member: "accepted")) { try RecordReceipt(reading: receipt) }
  }

  @Test("An id and a kind have 1 to 64 bytes")
  func names() throws {
    let longest = String(repeating: "é", count: 32)
    for count in [entry(id: longest), entry(kind: longest)] {
      #expect(try RecordBatch(reading: RecordBatch([count]).bytes).entries == [count])
    }
    for wrong in [entry(id: ""), entry(kind: ""), entry(id: longest + "a"), entry(kind: longest + "a")] {
      #expect(throws: WireError.missing(member: "id")) { try RecordBatch(reading: RecordBatch([wrong]).bytes) }
    }
  }

  @Test("NUL in an id, a kind, a payload or a receipt is refused: a store that ends texts there would mix up two ids")
  func nul() throws {
    func batch(_ entry: RecordBatch.Entry) -> [UInt8] { RecordBatch([entry]).bytes }
    let payload = RecordBatch.Entry(id: "1", kind: "k", createdAt: 1, payload: "{}\u{0}")
    #expect(String(decoding: batch(payload), as: UTF8.self).contains(#"\u0000"#))
    for (member, entry) in [
      ("id", entry(id: "1\u{0}2")), ("id", entry(id: "\u{0}")), ("kind", entry(kind: "k\u{0}")), ("payload", payload),
    ] {
      #expect(throws: WireError.missing(member: member)) { try RecordBatch(reading: batch(entry)) }
    }
    let receipt = RecordReceipt(accepted: ["1", "2\u{0}"]).bytes
    #expect(throws: WireError.missing(member: "accepted")) { try RecordReceipt(reading: receipt) }
  }

  @Test("A message beyond 256 KiB is refused")
  func size() {
    let limit = 256 << 10
    let payload = String(repeating: "a", count: limit)
    let batch = RecordBatch([RecordBatch.Entry(id: "1", kind: "k", createdAt: 1, payload: payload)])
    #expect(throws: WireError.unreadable(.tooLarge(limit: limit))) { try RecordBatch(reading: batch.bytes) }
  }
}
