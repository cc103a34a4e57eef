import Foundation
import LinuxLink
import PeerMesh

/// Sockets on this machine for the tests of links.
enum Sockets {
  static let clock: @Sendable () -> MeshTime = { MeshTime(Date().timeIntervalSince1970 * 1000) }

  /// A group that no other test uses: the port is one that the system chose.
  static func group() throws -> SocketAddress {
    let listener = try StreamListener(on: SocketAddress("127.0.0.1:0"), numbers: LinkNumbers())
    defer { listener.close() }
    return SocketAddress(host: try SocketAddress("239.2.3.1:1").host, port: listener.address.port)
  }

  static func neighbourhood(
    _ group: SocketAddress, token: UInt64, now: @escaping @Sendable () -> MeshTime = clock
  ) throws -> DatagramNeighbourhood {
    try DatagramNeighbourhood(
      on: NetworkInterface(named: "lo"), group: group, token: token, numbers: LinkNumbers(), now: now)
  }

  /// Two neighbours that found each other, the one that speaks first in front; the second's link is made by a first
  /// datagram, which is not handed out.
  static func datagramPair() async throws -> ((any Link, any Link), keep: [DatagramNeighbourhood]) {
    let group = try group()
    let both = [try neighbourhood(group, token: 1), try neighbourhood(group, token: 2)].sorted {
      $0.address < $1.address
    }
    both[1].announce()
    var (first, second): ((any Link)?, (any Link)?)
    for await link in both[0].links {
      first = link
      break
    }
    try await first?.send([0])
    for await link in both[1].links {
      second = link
      break
    }
    guard let first, let second else { throw MeshError.linkClosed }
    for await _ in second.datagrams { break }
    return ((first, second), both)
  }

  static func streamPair() async throws -> ((any Link, any Link), keep: StreamListener) {
    let listener = try StreamListener(on: SocketAddress("127.0.0.1:0"), numbers: LinkNumbers())
    let first = try await StreamLink.connect(to: listener.address, id: LinkID(1))
    for await link in listener.links { return ((first, link), listener) }
    throw MeshError.linkClosed
  }
}
