import PeerMesh
import Testing

@Suite struct NearbyLineTests {
  @Test func `Who has waited longest is tried first, however many come later`() {
    var line = NearbyLine<Int>(limit: 1_000)
    line.note(NearbyID(7), at: 7)
    line.tried(NearbyID(7))
    for number in 100..<110 as Range<UInt64> { line.note(NearbyID(number), at: Int(number)) }
    for number in 100..<110 as Range<UInt64> { line.tried(NearbyID(number)) }
    // More of them, never tried before, stand behind it now.
    for number in 200..<900 as Range<UInt64> { line.note(NearbyID(number), at: Int(number)) }
    #expect(line.inOrder.first?.place == 7)
    // Being found again changes the place and not the turn.
    line.note(NearbyID(7), at: 8)
    #expect(line.inOrder.first?.place == 8)
  }

  @Test func `A full line takes a newcomer for the one that was tried last, and nobody else loses a place`() {
    var line = NearbyLine<Int>(limit: 3)
    for number in 1...4 as ClosedRange<UInt64> { line.note(NearbyID(number), at: 0) }
    #expect(line.inOrder.map(\.id) == [1, 2, 3].map(NearbyID.init))
    line.tried(NearbyID(1))
    line.tried(NearbyID(2))
    line.note(NearbyID(4), at: 0)
    #expect(line.inOrder.map(\.id) == [3, 1, 4].map(NearbyID.init) && line.count == 3)
    line.keep(only: [NearbyID(4)])
    line.forget(NearbyID(9))
    #expect(line.inOrder.map(\.id) == [NearbyID(4)] && line[NearbyID(3)] == nil)
  }
}
