import AppIntegrity
import Darwin

/// Asks whether something on this device listens on a TCP port. Loopback needs no permission for the local network.
enum PortLook {
  /// A port of the own device answers at once or not at all; this many milliseconds are waited at most.
  static let patience: Int32 = 10

  static func listening(on port: UInt16) -> ProbeAnswer {
    let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    guard descriptor >= 0 else { return .unavailable(errno) }
    defer { close(descriptor) }
    guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { return .unavailable(errno) }
    if connecting(descriptor, to: port) == 0 { return .present }
    let number = errno
    return number == EINPROGRESS ? outcome(of: descriptor) : answer(number)
  }

  private static func connecting(_ descriptor: Int32, to port: UInt16) -> Int32 {
    var address = sockaddr_in()
    address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func outcome(of descriptor: Int32) -> ProbeAnswer {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    let ready = poll(&waiting, 1, patience)
    guard ready > 0 else { return .unavailable(ready == 0 ? ETIMEDOUT : errno) }
    var number: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size) == 0 else { return .unavailable(errno) }
    return answer(number)
  }

  private static func answer(_ number: Int32) -> ProbeAnswer {
    switch number {
    case 0: .present
    case ECONNREFUSED: .absent
    default: .unavailable(number)
    }
  }
}
