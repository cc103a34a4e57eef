import PeerMesh
import SecurityTesting
import Testing

@Suite struct DatagramFramingTests {
  @Test func `Datagrams keep their borders however the stream is cut`() {
    for seed in 0..<40 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let sent = (0..<20).map { _ in
        let count = Int.random(in: 1...600, using: &generator)
        return [UInt8](repeating: UInt8.random(in: 0...255, using: &generator), count: count)
      }
      let stream = sent.flatMap { DatagramFraming.framed($0) }
      var (framing, heard, place) = (DatagramFraming(), [[UInt8]](), 0)
      while place < stream.count {
        let end = min(stream.count, place + Int.random(in: 1...700, using: &generator))
        heard += framing.add(Array(stream[place..<end]))
        place = end
      }
      #expect(heard == sent)
      #expect(framing.byteCount == 0 && !framing.isBroken)
    }
  }

  @Test(arguments: [[0, 0] as [UInt8], [0x40, 0x01], [0xFF, 0xFF]])
  func `A length that no datagram has ends the stream`(length: [UInt8]) {
    var framing = DatagramFraming()
    let whole = framing.add(DatagramFraming.framed([1]) + length + DatagramFraming.framed([2]))
    #expect(whole == [[1]])
    #expect(framing.isBroken)
    let later = framing.add(DatagramFraming.framed([3]))
    #expect(later == [])
  }

  @Test func `Half a datagram is none, and no more than one is kept`() {
    var framing = DatagramFraming()
    let framed = DatagramFraming.framed([UInt8](repeating: 1, count: DatagramFraming.limit))
    var early: [[UInt8]] = []
    for byte in framed.dropLast() { early += framing.add([byte]) }
    #expect(early == [])
    #expect(framing.byteCount == DatagramFraming.limit + 1)
    let whole = framing.add([1])
    #expect(whole.map(\.count) == [DatagramFraming.limit])
    #expect(framing.byteCount == 0)
  }
}
