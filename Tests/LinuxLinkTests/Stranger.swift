import Glibc
import LinuxLink

/// Somebody on the same machine: a bare UDP socket.
final class Stranger {
  private let file = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)

  init() {}

  /// - Parameters:
  ///   - host: its own, within 127.0.0.0/8.
  ///   - port: nil when somebody else has this one.
  init?(at host: UInt32, port: UInt16) {
    let code = Sockets.withLoopback(host, port: port) { bind(file, $0, $1) }
    guard code == 0 else { return nil }
  }

  /// At a port that the system chooses.
  convenience init(at host: UInt32) {
    self.init()
    Sockets.withLoopback(host) { _ = bind(file, $0, $1) }
  }

  deinit { close(file) }

  /// One with the same host as a node at 127.0.0.1 and a lower port, so that it speaks first.
  static func below(_ node: SocketAddress) -> Stranger? {
    for port in 2_000..<max(node.port, 2_000) {
      if let stranger = Stranger(at: 1, port: port) { return stranger }
    }
    return nil
  }

  func send(_ bytes: [UInt8], to target: SocketAddress) {
    guard case .ipv4(let host) = target.host else { return }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = target.port.bigEndian
    address.sin_addr.s_addr = host.bigEndian
    var loopback = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    setsockopt(file, Int32(IPPROTO_IP), Int32(IP_MULTICAST_IF), &loopback, socklen_t(4))
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(file, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  func say(_ token: UInt8, to group: SocketAddress) {
    send(Array("mntl".utf8) + [1, 0, 0, 0, 0, 0, 0, 0, token], to: group)
  }

  /// Waits for a datagram from this port.
  func hear(from port: UInt16) async {
    while !Task.isCancelled, nextPort() != port { await Task.yield() }
  }

  /// Where the next datagram came from; 0 when there is none.
  private func nextPort() -> UInt16 {
    var buffer = [UInt8](repeating: 0, count: 2_048)
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let count = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        recvfrom(file, &buffer, buffer.count, Int32(MSG_DONTWAIT), $0, &size)
      }
    }
    return count < 0 ? 0 : UInt16(bigEndian: address.sin_port)
  }
}
