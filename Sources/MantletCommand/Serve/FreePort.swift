import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Looks for a port on 127.0.0.1 that nobody listens on.
enum FreePort {
  /// The first free one from `first` on, of the next hundred.
  static func find(from first: Int) -> Int? {
    (first..<min(first + 100, 65536)).first(where: isFree)
  }

  private static func isFree(_ port: Int) -> Bool {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let socket = socket(AF_INET, kind, 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    var on: Int32 = 1
    // As servers do: an ended connection's remains do not make a port taken.
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
