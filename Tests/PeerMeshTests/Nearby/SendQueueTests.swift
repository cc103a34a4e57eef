import PeerMesh
import Testing

@Suite struct SendQueueTests {
  @Test func `Datagrams leave in order, over many rounds`() {
    var queue = SendQueue()
    var (next, expected) = (0, 0)
    for round in 0..<300 {
      for _ in 0..<(round % 7) {
        if queue.add([UInt8(next & 0xFF), UInt8(next >> 8 & 0xFF)]) { next += 1 }
      }
      for _ in 0..<(round % 5) where queue.first != nil {
        #expect(queue.first == [UInt8(expected & 0xFF), UInt8(expected >> 8 & 0xFF)])
        queue.removeFirst()
        expected += 1
      }
      #expect(queue.count == next - expected)
      #expect(queue.byteCount == 2 * queue.count)
    }
    #expect(expected > 500)
  }

  @Test func `Number and bytes of what waits are bounded, and what is beyond is lost`() {
    var small = SendQueue()
    for _ in 0..<10_000 { small.add([1]) }
    #expect(small.count == SendQueue.countLimit)
    var large = SendQueue()
    for _ in 0..<100 { large.add([UInt8](repeating: 1, count: 16_384)) }
    #expect(large.byteCount <= SendQueue.byteLimit)
    let isTakenWhileFull = large.add([UInt8](repeating: 1, count: 16_384))
    large.removeFirst()
    let isTakenAfterwards = large.add([UInt8](repeating: 1, count: 16_384))
    #expect(!isTakenWhileFull && isTakenAfterwards)
    large.removeAll()
    #expect(large.first == nil && large.byteCount == 0)
  }
}
