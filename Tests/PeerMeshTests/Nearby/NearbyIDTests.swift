import PeerMesh
import SecurityTesting
import Testing

@Suite struct NearbyIDTests {
  @Test func `An id is the same after a trip through bytes and text`() {
    var generator = SeededGenerator(seed: 7)
    for number in [0, 1, .max] + (0..<200).map({ _ in UInt64.random(in: .min ... .max, using: &generator) }) {
      let id = NearbyID(number)
      #expect(NearbyID(bytes: id.bytes) == id)
      #expect(id.text.utf8.count == 16)
      #expect(NearbyID(text: id.text) == id)
      #expect(NearbyGreeting(reading: NearbyGreeting(id: id).bytes)?.id == id)
    }
  }

  @Test(arguments: [
    "", "0123456789abcde", "0123456789abcdef0", "0123456789ABCDEF", "0123456789abcde ", "Maria's iPhone 15", "０１２３４",
  ])
  func `A text that is no id is nobody`(text: String) { #expect(NearbyID(text: text) == nil) }

  @Test func `A greeting of another label, version or length is none`() {
    let bytes = NearbyGreeting(id: NearbyID(5)).bytes
    #expect(bytes.count <= LinkDescription.minimumMTU)
    for place in 0..<5 {
      var other = bytes
      other[place] ^= 1
      #expect(NearbyGreeting(reading: other) == nil)
    }
    for count in 0..<bytes.count { #expect(NearbyGreeting(reading: Array(bytes[..<count])) == nil) }
    #expect(NearbyGreeting(reading: bytes + [0]) == nil)
  }

  @Test func `The id changes after a quarter of an hour and when the clock went back, and not before`() {
    var (ids, drawn) = (RotatingID(), 0 as UInt64)
    func current(_ now: MeshTime) -> UInt64 {
      ids.current(now: now) {
        drawn += 1
        return drawn
      }.number
    }
    #expect(current(1_000_000) == 1)
    #expect(current(1_000_000 + RotatingID.lifetime - 1) == 1)
    #expect(current(1_000_000 + RotatingID.lifetime) == 2)
    #expect(current(1_000_000) == 3)
  }

  @Test func `Both ends bind to the same bytes`() {
    let (first, second) = (NearbyID(3), NearbyID(9))
    #expect(
      NearbyID.binding(own: first, peer: second, role: .initiator)
        == NearbyID.binding(own: second, peer: first, role: .responder))
    #expect(
      NearbyID.binding(own: first, peer: second, role: .initiator)
        != NearbyID.binding(own: second, peer: first, role: .initiator))
  }
}
