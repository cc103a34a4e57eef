import NetworkTrust
import Testing

struct PinSetTests {
  static let first = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
  static let second = "AQECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

  @Test("Two different pins make a set")
  func two() throws {
    let set = try PinSet(base64: [Self.first, Self.second])
    #expect(set.contains(try ServerPin(base64: Self.second)))
    #expect(!set.contains(try ServerPin(digest: [UInt8](repeating: 9, count: 32))))
  }

  @Test("One pin, twice the same one, or none is refused", arguments: [[], [first], [first, first]])
  func tooFew(pins: [String]) {
    #expect(throws: NetworkError.tooFewPins(minimum: 2)) { try PinSet(base64: pins) }
  }

  @Test("One malformed pin spoils the set")
  func malformed() {
    #expect(throws: NetworkError.malformedPin) { try PinSet(base64: [Self.first, Self.second, "?"]) }
  }
}
