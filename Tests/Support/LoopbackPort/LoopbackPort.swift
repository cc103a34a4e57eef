import Glibc
import Synchronization

/// A port of this machine that nobody listened on a moment ago, for programs that cannot say which one they took.
public enum LoopbackPort {
  struct Unavailable: Error { let errno: Int32 }

  private static let given = Mutex<Set<UInt16>>([])
  /// Below those that the kernel gives to whoever asks for none, so that nobody gets the port before its server has it, and
  /// above those that tests of `mantlet serve` name themselves and that tools of attackers listen on.
  private static let range: ClosedRange<UInt16> = 28_000...32_000

  public static func free() throws -> UInt16 {
    while true {
      let port = UInt16.random(in: range)
      guard given.withLock({ $0.insert(port).inserted }) else { continue }
      if try isFree(port) { return port }
    }
  }

  private static func isFree(_ port: UInt16) throws -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
    }
    guard isBound || errno == EADDRINUSE else { throw Unavailable(errno: errno) }
    return isBound
  }
}
