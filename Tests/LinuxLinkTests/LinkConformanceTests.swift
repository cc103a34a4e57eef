import LinuxLink
import PeerMesh
import SecurityTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct LinkConformanceTests {
  @Test(arguments: Sockets.versions)
  func `UDP links keep what every link promises`(version: SocketHost.Version) async {
    let kept = Mutex<[DatagramNeighbourhood]>([])
    let broken = await LinkConformance.brokenClaims {
      let (pair, both) = try await Sockets.datagramPair(version)
      kept.withLock { $0 += both }
      return pair
    }
    #expect(broken == [])
  }

  @Test(arguments: Sockets.versions)
  func `TCP links keep what every link promises`(version: SocketHost.Version) async {
    let kept = Mutex<[StreamListener]>([])
    let broken = await LinkConformance.brokenClaims {
      let (pair, listener) = try await Sockets.streamPair(version)
      kept.withLock { $0.append(listener) }
      return pair
    }
    #expect(broken == [])
  }

  @Test func `Links in memory keep what every link promises`() async {
    let broken = await LinkConformance.brokenClaims { InMemoryLink.pair(id: LinkID(1), binding: [1]) }
    #expect(broken == [])
  }

  @Test func `A link that loses the last byte breaks claims`() async {
    let broken = await LinkConformance.brokenClaims(patience: .milliseconds(200)) {
      let pair = InMemoryLink.pair(id: LinkID(1))
      return (CuttingLink(inner: pair.0), pair.1)
    }
    #expect(broken.count == 3)
  }
}

/// Cuts a byte from datagrams of two and more.
private struct CuttingLink: Link {
  let inner: InMemoryLink
  var description: LinkDescription { inner.description }
  var datagrams: AsyncStream<[UInt8]> { inner.datagrams }
  func send(_ datagram: [UInt8]) async throws(MeshError) {
    try await inner.send(datagram.count > 1 ? Array(datagram.dropLast()) : [6])
  }
  func close() async { await inner.close() }
}
