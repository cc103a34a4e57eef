import Testing
import TrustWire
import UntrustedInput

@Suite struct RecordStoreAnchorTests {
  private let store = [UInt8](0..<16)
  private let digest = [UInt8](100..<132)

  private func batch(_ anchor: String) -> [UInt8] {
    Array(#"{"version":1,"anchor":\#(anchor),"records":[]}"#.utf8)
  }

  private func text(store: String? = nil, generation: String = "7", digest: String? = nil) -> String {
    let store = store ?? Base64URL.encode(self.store)
    return #"{"store":"\#(store)","generation":\#(generation),"digest":"\#(digest ?? Base64URL.encode(self.digest))"}"#
  }

  @Test("An anchor survives the way through a batch's bytes, up to the largest generation", arguments: [0, 7, .max])
  func roundTrip(generation: Int64) throws {
    let anchor = try RecordStoreAnchor(store: store, generation: generation, digest: digest)
    let batch = RecordBatch([.init(id: "1", kind: "k", createdAt: 1, payload: "{}")], anchor: anchor)
    #expect(try RecordBatch(reading: batch.bytes) == batch)
    #expect(try RecordBatch(reading: self.batch(text(generation: "\(generation)"))).anchor == anchor)
  }

  @Test("A batch without an anchor has none, and an empty one is no anchor")
  func none() throws {
    #expect(try RecordBatch(reading: RecordBatch([]).bytes).anchor == nil)
    #expect(!String(decoding: RecordBatch([]).bytes, as: UTF8.self).contains("anchor"))
    for anchor in ["null", "{}", "[]", "7", #""""#] {
      #expect(throws: WireError.missing(member: "store"), "\(anchor)") { try RecordBatch(reading: batch(anchor)) }
    }
  }

  @Test("A wrong part refuses the whole batch and is named")
  func parts() throws {
    let long = Base64URL.encode([UInt8](repeating: 9, count: 33))
    // 22 characters hold 16 bytes and 4 bits; the one spelling has these bits 0.
    let bent = Base64URL.encode(store).dropLast() + "B"
    for (member, wrong) in [
      ("store", text(store: "")), ("store", text(store: Base64URL.encode(store.dropLast()))),
      ("store", text(store: Base64URL.encode(store + [0]))), ("store", text(store: String(bent))),
      ("store", text(store: Base64URL.encode(store) + "==")), ("generation", text(generation: "-1")),
      ("generation", text(generation: "1.5")), ("generation", text(generation: #""7""#)),
      ("generation", text(generation: "9223372036854775808")), ("generation", text(generation: "null")),
      ("digest", text(digest: "")), ("digest", text(digest: long)),
      ("digest", text(digest: Base64URL.encode(digest.dropLast()))),
    ] {
      #expect(throws: WireError.missing(member: member), "\(wrong)") { try RecordBatch(reading: batch(wrong)) }
    }
  }

  @Test("An anchor cannot be made of other lengths or a negative generation")
  func making() throws {
    #expect(throws: WireError.missing(member: "store")) {
      try RecordStoreAnchor(store: [1], generation: 0, digest: digest)
    }
    #expect(throws: WireError.missing(member: "generation")) {
      try RecordStoreAnchor(store: store, generation: -1, digest: digest)
    }
    #expect(throws: WireError.missing(member: "digest")) {
      try RecordStoreAnchor(store: store, generation: 0, digest: [])
    }
  }
}
