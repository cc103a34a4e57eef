import Foundation
import Glibc

/// An adversary with root on the same machine: hears every UDP packet and says it again with its sender's address.
final class WireTap: Sendable {
  private let ear: Int32
  private let mouth: Int32

  /// Nil without the right to raw sockets.
  init?() {
    let kind = Int32(SOCK_RAW.rawValue)
    ear = socket(AF_INET, kind | Int32(SOCK_NONBLOCK.rawValue), Int32(IPPROTO_UDP))
    mouth = socket(AF_INET, kind, Int32(IPPROTO_RAW))
    guard ear >= 0, mouth >= 0 else { return nil }
    var room = Int32(4 << 20)
    setsockopt(ear, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(4))
  }

  deinit {
    close(ear)
    close(mouth)
  }

  static var isAllowed: Bool { WireTap() != nil }

  /// The packets to these ports that came since the last call, IP header first.
  func heard(to ports: Set<UInt16>) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(ear, &buffer, buffer.count, 0)
      guard count > 0 else { return packets }
      let head = Int(buffer[0] & 15) * 4
      guard count > head + 8 else { continue }
      if ports.contains(UInt16(buffer[head + 2]) << 8 | UInt16(buffer[head + 3])) {
        packets.append(Array(buffer[..<count]))
      }
    }
  }

  /// Sends a packet again as it was heard.
  func replay(_ packet: [UInt8]) -> Bool {
    var packet = packet
    let head = Int(packet[0] & 15) * 4
    // No checksum, which IPv4 allows: on loopback the one that was heard was never filled in.
    (packet[head + 6], packet[head + 7]) = (0, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = packet[16..<20].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(mouth, packet, packet.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == packet.count
      }
    }
  }
}
