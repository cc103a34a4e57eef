import Testing
import UntrustedInput

@Suite("DERReader and BERNormalizer")
struct DERReaderTests {
  @Test("Elements keep tag, content and exact bytes")
  func elements() throws {
    let bytes: [UInt8] = [0x30, 0x09, 0x02, 0x01, 0x05, 0xBF, 0x8A, 0x78, 0x02, 0x04, 0x00]
    let parts = try DERReader().read(bytes).children(.sequence)
    #expect(try parts[0].integer() == 5)
    #expect(parts[1].tag == .context(1400))
    #expect(try parts[1].inner().octets() == [])
    #expect(Array(parts[1].encoded) == Array(bytes[5...]))
  }

  @Test("Every second spelling is refused")
  func strict() {
    let refused: [[UInt8]] = [
      [], [0x02], [0x02, 0x01], [0x02, 0x81, 0x01, 0x00], [0x04, 0x82, 0x00, 0x80] + [UInt8](repeating: 0, count: 128),
      [0x30, 0x80, 0x00, 0x00], [0x02, 0x01, 0x00, 0x00], [0x9F, 0x1E, 0x00], [0x9F, 0x80, 0x20, 0x00],
      [0x04, 0x85, 0, 0, 0, 0, 1, 0], [0x9F, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0x00],
    ]
    for bytes in refused { #expect(throws: InputError.self, "\(bytes)") { try DERReader().read(bytes) } }
  }

  @Test("Values are strict: one spelling each")
  func values() throws {
    func element(_ bytes: [UInt8]) throws -> DERElement { try DERReader().read(bytes) }
    #expect(try element([0x02, 0x02, 0x00, 0x80]).integer() == 128)
    #expect(try element([0x02, 0x01, 0x80]).integer() == -128)
    #expect(throws: InputError.self) { try element([0x02, 0x02, 0x00, 0x7F]).integer() }
    #expect(throws: InputError.self) { try element([0x02, 0x00]).integer() }
    #expect(throws: InputError.self) { try element([0x02, 0x09, 1, 0, 0, 0, 0, 0, 0, 0, 0]).integer() }
    #expect(try element([0x01, 0x01, 0xFF]).boolean())
    #expect(try element([0x01, 0x01, 0x01]).boolean(tolerant: true))
    #expect(throws: InputError.self) { try element([0x01, 0x01, 0x01]).boolean() }
    #expect(try element([0x03, 0x02, 0x01, 0x06]).namedBits() == 0x0600)
    #expect(throws: InputError.self) { try element([0x03, 0x02, 0x02, 0x06]).namedBits() }
    #expect(throws: InputError.self) { try element([0x03, 0x02, 0x01, 0x06]).wholeBits() }
  }

  @Test("Times are seconds since 1970, in both forms, and must exist")
  func times() throws {
    func time(_ tag: UInt8, _ text: String) throws -> Int64 {
      try DERReader().read([tag, UInt8(text.utf8.count)] + text.utf8).time()
    }
    #expect(try time(0x18, "19700101000000Z") == 0)
    #expect(try time(0x17, "240229120000Z") == 1_709_208_000)
    #expect(try time(0x18, "21060207062815Z") == 4_294_967_295)
    #expect(try time(0x17, "991231235959Z") == 946_684_799)
    for text in ["230229120000Z", "241301000000Z", "240101240000Z", "24010100000Z", "240101000000+", "240100000000Z"] {
      #expect(throws: InputError.self, "\(text)") { try time(0x17, text) }
    }
  }

  @Test("Nesting and counts are bounded")
  func limits() throws {
    var bytes: [UInt8] = [0x05, 0x00]
    for _ in 0..<20 { bytes = [0x30, UInt8(bytes.count)] + bytes }
    var element = try DERReader(maximumDepth: 4).read(bytes)
    #expect(throws: InputError.self) {
      while true { element = try element.children()[0] }
    }
    #expect(throws: InputError.tooManyValues(limit: 2)) {
      try DERReader(maximumChildren: 2).read([0x30, 6, 5, 0, 5, 0, 5, 0]).children()
    }
    let deep = [UInt8](repeating: 0x30, count: 1).flatMap { _ in (0..<40).flatMap { _ in [0x30, 0x80] as [UInt8] } }
    #expect(throws: InputError.self) { try BERNormalizer().der(deep) }
  }

  @Test("Indefinite lengths and chunks become DER; DER stays as it is")
  func normalized() throws {
    let ber: [UInt8] = [
      0x30, 0x80, 0x24, 0x80, 0x04, 0x02, 1, 2, 0x04, 0x01, 3, 0, 0, 0xA0, 0x80, 0x02, 0x01, 9, 0, 0, 0, 0,
    ]
    let der: [UInt8] = [0x30, 0x0A, 0x04, 0x03, 1, 2, 3, 0xA0, 0x03, 0x02, 0x01, 9]
    #expect(try BERNormalizer().der(ber) == der)
    #expect(try BERNormalizer().der(der) == der)
    let long: [UInt8] = [0xBF, 0x8A, 0x78, 0x80, 0x04, 0x81, 0x80] + [UInt8](repeating: 7, count: 128) + [0, 0]
    #expect(try BERNormalizer().der(long).prefix(5) == [0xBF, 0x8A, 0x78, 0x81, 0x83])
  }

  @Test("What neither BER liberty covers is refused")
  func refused() {
    let refused: [[UInt8]] = [
      [0x30, 0x80], [0x30, 0x80, 0x00], [0x04, 0x80, 0, 0], [0x24, 0x80, 0x02, 0x01, 0, 0, 0],
      [0x24, 0x80, 0x04, 0x00, 0, 0], [0x00, 0x00], [0x30, 0x02, 0x00, 0x00], [0x30, 0x80, 0, 0, 0],
      [0x24, 0x80, 0x24, 0x03, 0x04, 0x01, 0, 0, 0], [0x30, 0x81, 0x01, 0x05],
    ]
    for bytes in refused { #expect(throws: InputError.self, "\(bytes)") { try BERNormalizer().der(bytes) } }
  }
}
