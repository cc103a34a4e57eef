import Glibc
import LinuxLink
import PeerMesh
import Testing

@Suite(.timeLimit(.minutes(15))) struct StreamLinkTests {
  /// Sends bytes on a connection of its own and hears until the other side ends it; the link's datagrams.
  private func heard(_ bytes: [UInt8], closing: Bool) async throws -> [[UInt8]] {
    let listener = try StreamListener(on: SocketAddress("127.0.0.1:0"), numbers: LinkNumbers())
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = listener.address.port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(code == 0)
    for byte in bytes { #expect(Glibc.send(file, [byte], 1, Int32(MSG_NOSIGNAL)) == 1) }
    if closing { shutdown(file, Int32(SHUT_WR)) }
    var datagrams: [[UInt8]] = []
    for await link in listener.links {
      for await datagram in link.datagrams { datagrams.append(datagram) }
      break
    }
    return datagrams
  }

  @Test func `Datagrams that come byte by byte are whole, and half of one is none`() async throws {
    #expect(try await heard([0, 2, 7, 8, 0, 1, 9, 0, 4, 1, 2], closing: true) == [[7, 8], [9]])
  }

  @Test(arguments: [[0, 0] as [UInt8], [0x40, 0x01], [0xFF, 0xFF]])
  func `A length that no datagram has ends the link`(length: [UInt8]) async throws {
    #expect(try await heard([0, 1, 5] + length, closing: false) == [[5]])
  }

  @Test func `Who does not read does not stop the sender or fill its memory`() async throws {
    let ((first, second), listener) = try await Sockets.streamPair()
    let big = [UInt8](repeating: 3, count: first.description.mtu)
    for _ in 0..<2000 { try await first.send(big) }
    var count = 0
    for await datagram in second.datagrams {
      #expect(datagram == big)
      count += 1
      if count == 32 { break }
    }
    await first.close()
    #expect(listener.address == (first as? StreamLink)?.peer)
  }

  @Test func `Nobody listening is an error, not a link`() async throws {
    await #expect(throws: LinkSocketError.system(call: "connect", errno: ECONNREFUSED)) {
      try await StreamLink.connect(to: SocketAddress("127.0.0.1:1"), id: LinkID(1))
    }
  }

  @Test func `An address of one link without its interface is refused, to connect and to listen`() async throws {
    let address = try SocketAddress("[fe80::1]:6970")
    await #expect(throws: LinkSocketError.zoneNeeded) { try await StreamLink.connect(to: address, id: LinkID(1)) }
    #expect(throws: LinkSocketError.zoneNeeded) { try StreamListener(on: address, numbers: LinkNumbers()) }
  }

  @Test(.enabled(if: Sockets.versions.contains(.six)))
  func `Who listens on IPv6 takes no IPv4 connection in its clothes`() async throws {
    let listener = try StreamListener(on: SocketAddress("[::]:0"), numbers: LinkNumbers())
    await #expect(throws: LinkSocketError.system(call: "connect", errno: ECONNREFUSED)) {
      try await StreamLink.connect(to: SocketAddress("127.0.0.1:\(listener.address.port)"), id: LinkID(1))
    }
    let link = try await StreamLink.connect(to: SocketAddress("[::1]:\(listener.address.port)"), id: LinkID(1))
    #expect(link.peer.description == "[::1]:\(listener.address.port)")
    await link.close()
  }
}
