import Testing
import UntrustedInput

@Suite("CBORReader")
struct CBORReaderTests {
  @Test("Values of RFC 8949, appendix A, are read")
  func examples() throws {
    let examples: [([UInt8], CBORValue)] = [
      ([0x00], .unsigned(0)), ([0x17], .unsigned(23)), ([0x18, 0x18], .unsigned(24)),
      ([0x19, 0x03, 0xE8], .unsigned(1000)),
      ([0x1B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .unsigned(.max)), ([0x20], .negative(0)),
      ([0x38, 0x63], .negative(99)), ([0xF4], .bool(false)), ([0xF5], .bool(true)), ([0xF6], .null),
      ([0x40], .bytes([])),
      ([0x44, 1, 2, 3, 4], .bytes([1, 2, 3, 4])), ([0x61, 0x61], .text("a")), ([0x62, 0xC3, 0xBC], .text("ü")),
      ([0x80], .array([])), ([0xA0], .map([])),
    ]
    for (bytes, value) in examples { #expect(try CBORReader().read(bytes).value == value) }
    let map = try CBORReader().read([0xA2, 0x61, 0x61, 0x01, 0x20, 0x82, 0x02, 0x03])
    #expect(map["a"]?.integer == 1)
    #expect(map[-1]?.array?.map(\.integer) == [2, 3])
    #expect(map[-1]?.offset == 5)
  }

  @Test("Second spellings, indefinite lengths, tags and floats are refused at their offset")
  func strict() {
    let refused: [([UInt8], Int)] = [
      ([0x18, 0x17], 0), ([0x19, 0x00, 0xFF], 0), ([0x1A, 0, 0, 0xFF, 0xFF], 0), ([0x58, 0x01, 0x00], 0),
      ([0x5F, 0x41, 0x00, 0xFF], 0), ([0x9F, 0xFF], 0), ([0xBF, 0xFF], 0), ([0xC0, 0x60], 0), ([0xF9, 0, 0], 0),
      ([0xF7], 0), ([0xF8, 0x20], 0), ([0x1C], 0), ([0x82, 0x00, 0xFF], 2), ([0x61, 0xFF], 0), ([], 0),
      ([0x41], 0), ([0x9B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], 0), ([0x00, 0x00], 1),
    ]
    for (bytes, offset) in refused {
      #expect("\(bytes)") {
        try CBORReader().read(bytes)
      } throws: { error in
        if case .malformedBinary(_, offset)? = error as? InputError { true } else { false }
      }
    }
  }

  @Test("A repeated key, too deep and too many values are refused")
  func limits() {
    #expect(throws: InputError.duplicateKey(offset: 3)) { try CBORReader().read([0xA2, 0x01, 0x02, 0x01, 0x03]) }
    #expect(throws: InputError.tooDeepBinary(limit: 2, offset: 2)) {
      try CBORReader(maximumDepth: 2).read([0x81, 0x81, 0x81, 0x00])
    }
    #expect(throws: InputError.tooManyValues(limit: 3)) {
      try CBORReader(maximumValues: 3).read([0x83, 0, 0, 0])
    }
    #expect(throws: InputError.tooLarge(limit: 1)) { try CBORReader(maximumBytes: 1).read([0x18, 0x18]) }
  }

  @Test("The first value ends where it ends")
  func first() throws {
    #expect(try CBORReader().readFirst([0x41, 0x07, 0xFF]).count == 2)
  }
}
