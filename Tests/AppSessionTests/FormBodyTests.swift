import Testing
import TrustWire

@Test("A repeated field is refused")
func repeatedField() {
  #expect(throws: WireError.wrongShape) { try FormBody(reading: Array("a=1&a=2".utf8)) }
}
