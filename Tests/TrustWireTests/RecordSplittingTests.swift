import SecurityTesting
import Testing
import TrustWire
import UntrustedInput

@Suite struct RecordSplittingTests {
  /// Bytes of a message without entries and with the largest anchor there is.
  private static let envelope = 158

  private func anchor() throws -> RecordStoreAnchor {
    try RecordStoreAnchor(
      store: [UInt8](repeating: 255, count: 16), generation: .max, digest: [UInt8](repeating: 255, count: 32))
  }

  private func entry(_ id: String, payload: String = "{}") -> RecordBatch.Entry {
    RecordBatch.Entry(id: id, kind: "sleep", createdAt: 7, payload: payload)
  }

  private func bytes(_ entry: RecordBatch.Entry) -> Int {
    RecordBatch([entry]).bytes.count - RecordBatch([]).bytes.count
  }

  @Test("Whatever goes in comes out once, in order, in batches that the other side reads and that are full")
  func whole() throws {
    let pieces = ["a", "\"", "\\", "\u{1}", "é", "👩‍🚀", "\n", "{}", String(repeating: "x", count: 400)]
    var dice = SeededGenerator(seed: 41)
    for round in 0..<60 {
      let entries = (0..<Int.random(in: 0...40, using: &dice)).map { number in
        entry(
          "\(round)-\(number)",
          payload: (0..<Int.random(in: 0...30, using: &dice)).map { _ in pieces.randomElement(using: &dice) ?? "" }
            .joined())
      }
      let anchor = round.isMultiple(of: 2) ? try anchor() : nil
      let limit = Int.random(in: 16_000...40_000, using: &dice)
      let most = Int.random(in: 1...20, using: &dice)
      let batches = try RecordBatch.batches(of: entries, anchor: anchor, most: most, limit: limit)
      #expect(batches.flatMap(\.entries) == entries)
      for (place, batch) in batches.enumerated() {
        #expect(batch.bytes.count <= limit && (1...most).contains(batch.entries.count))
        #expect(try RecordBatch(reading: batch.bytes) == batch)
        #expect(batch.anchor == anchor)
        guard place + 1 < batches.count, let next = batches[place + 1].entries.first else { continue }
        let more = RecordBatch(batch.entries + [next], anchor: anchor)
        #expect(batch.entries.count == most || more.bytes.count > limit, "a batch that had room was closed")
      }
    }
  }

  @Test("A hundred large records become batches that the server's limit allows")
  func large() throws {
    let entries = (0..<100).map { entry("\($0)", payload: String(repeating: "y", count: 9000)) }
    #expect(throws: WireError.unreadable(.tooLarge(limit: wireByteLimit))) {
      try RecordBatch(reading: RecordBatch(entries).bytes)
    }
    let batches = try RecordBatch.batches(of: entries, anchor: try anchor())
    #expect(batches.count == 4)
    for batch in batches { #expect(try RecordBatch(reading: batch.bytes) == batch) }
  }

  @Test("More than 500 small records are split by count, whatever the caller asks for")
  func count() throws {
    let entries = (0..<1001).map { entry("\($0)") }
    let batches = try RecordBatch.batches(of: entries, most: 10_000)
    #expect(batches.map(\.entries.count) == [500, 500, 1])
    #expect(try RecordBatch.batches(of: entries.prefix(2), most: 0).map(\.entries.count) == [1, 1])
    #expect(try RecordBatch.batches(of: []).isEmpty)
  }

  @Test("A record that just fits is sent, with the largest anchor too; one byte more is refused by name and place")
  func edge() throws {
    let room = wireByteLimit - Self.envelope
    let fits = entry("1", payload: String(repeating: "z", count: room - bytes(entry("1", payload: ""))))
    try RecordBatch.check(fits)
    let batches = try RecordBatch.batches(of: [entry("0"), fits, entry("2")], anchor: try anchor())
    #expect(batches.map(\.entries.count) == [1, 1, 1])
    #expect(batches[1].bytes.count == wireByteLimit)
    let large = entry("1", payload: fits.payload + "z")
    let error = WireError.recordTooLarge(index: 1, bytes: room + 1, limit: room)
    #expect(throws: error) { try RecordBatch.batches(of: [entry("0"), large]) }
    #expect(throws: WireError.recordTooLarge(index: 0, bytes: room + 1, limit: room)) { try RecordBatch.check(large) }
    #expect("\(error)".contains("record 1 has \(room + 1) bytes"))
    // A larger limit than the other side's would only make messages that it refuses.
    #expect(throws: error) { try RecordBatch.batches(of: [entry("0"), large], limit: .max) }
  }

  @Test("Two records share a batch when they fit to the byte, comma included, and not with one byte less")
  func comma() throws {
    let entries = [entry("1", payload: String(repeating: "p", count: 500)), entry("2")]
    let size = RecordBatch(entries, anchor: try anchor()).bytes.count
    #expect(try RecordBatch.batches(of: entries, anchor: try anchor(), limit: size).count == 1)
    #expect(try RecordBatch.batches(of: entries, anchor: try anchor(), limit: size - 1).count == 2)
  }

  @Test("A record that the other side would refuse is found before it is sent")
  func refused() {
    let nul = RecordBatch.Entry(id: "1", kind: "sleep", createdAt: 1, payload: "a\u{0}b")
    let nameless = RecordBatch.Entry(id: "", kind: "sleep", createdAt: 1, payload: "{}")
    #expect(throws: WireError.missing(member: "payload")) { try RecordBatch.check(nul) }
    #expect(throws: WireError.missing(member: "payload")) { try RecordBatch.batches(of: [nul]) }
    #expect(throws: WireError.missing(member: "id")) { try RecordBatch.check(nameless) }
  }
}
