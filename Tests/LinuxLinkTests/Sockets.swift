import Foundation
import Glibc
import LinuxLink
import PeerMesh
import Redaction
import SecurityTesting
import Synchronization

/// Sockets on this machine for the tests of links.
enum Sockets {
  static let clock: @Sendable () -> MeshTime = { MeshTime(Date().timeIntervalSince1970 * 1000) }

  private static let groups = Atomic(Int(getpid()) * 37)

  /// A group that no other test uses: its port is none that the system gives to a socket that asks for any.
  static func group(_ version: SocketHost.Version = .four) throws -> SocketAddress {
    let host = version == .four ? "239.2.3.1" : "[ff12::ed6e:746c]"
    return try SocketAddress("\(host):\(61_000 + groups.add(1, ordering: .relaxed).newValue % 4_500)")
  }

  /// What the loopback interface has here.
  static var versions: [SocketHost.Version] {
    SocketHost.Version.allCases.filter { (try? NetworkInterface(named: "lo", version: $0)) != nil }
  }

  /// The loopback address, for the system to choose a port.
  static func loopback(_ version: SocketHost.Version) throws -> SocketAddress {
    try SocketAddress(version == .four ? "127.0.0.1:0" : "[::1]:0")
  }

  /// Lends the system's form of an address within 127.0.0.0/8.
  static func withLoopback<Result>(
    _ host: UInt32, port: UInt16 = 0, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_in()
    (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
    address.sin_addr.s_addr = (0x7F00_0000 | host).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  static func neighbourhood(
    _ group: SocketAddress, port: UInt16 = 0, token: UInt64,
    announceInterval: MeshTime = MeshLimits().announceInterval, now: @escaping @Sendable () -> MeshTime = clock
  ) throws -> DatagramNeighbourhood {
    try DatagramNeighbourhood(
      on: NetworkInterface(named: "lo", version: group.host.version), group: group, port: port, token: token,
      numbers: LinkNumbers(), announceInterval: announceInterval, now: now)
  }

  static func listener(
    _ version: SocketHost.Version = .four, now: @escaping @Sendable () -> MeshTime = clock
  ) throws -> StreamListener {
    try StreamListener(on: loopback(version), numbers: LinkNumbers(), now: now)
  }

  /// A member of one mission.
  static func node(
    _ number: UInt8, store: any MeshKeyStore = InMemoryMeshKeyStore(), limits: MeshLimits = MeshLimits(),
    now: @escaping @Sendable () -> MeshTime = clock
  ) throws -> MeshNode {
    let bytes = [UInt8](repeating: number, count: 32)
    let device = try MeshDevice(
      signer: SoftwareSigner(Secret(copying: bytes)), agreementSecret: Secret(copying: bytes), uid: "uid-\(number)",
      callsign: "Call-\(number)")
    let key = try MeshKey(Secret(copying: [UInt8](repeating: 7, count: 32)), mission: "Rescue", epoch: 1)
    return MeshNode(
      device: device, mission: KeptMission(keyring: try MeshKeyring(key)), store: store, limits: limits, now: now,
      random: { .random(in: .min ... .max) })
  }

  /// Two neighbours that found each other, the one that speaks first in front; the second's link is made by a first
  /// datagram, which is not handed out. Loopback leads to no group of IPv6: there they are told of each other.
  static func datagramPair(_ version: SocketHost.Version = .four) async throws -> (
    (any Link, any Link), keep: [DatagramNeighbourhood]
  ) {
    let group = try group(version)
    let both = [try neighbourhood(group, token: 1), try neighbourhood(group, token: 2)].sorted {
      $0.address < $1.address
    }
    if version == .four { try both[1].announce() } else { both[0].meet(both[1].address) }
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

  static func streamPair(_ version: SocketHost.Version = .four) async throws -> (
    (any Link, any Link), keep: StreamListener
  ) {
    let listener = try listener(version)
    let first = try await StreamLink.connect(to: listener.address, id: LinkID(1))
    for await link in listener.links { return ((first, link), listener) }
    throw MeshError.linkClosed
  }
}
