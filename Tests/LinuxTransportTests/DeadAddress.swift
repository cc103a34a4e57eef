#if LinuxClient
  import Glibc
  import NetworkTrust
  import Testing

  /// An address of this machine where nobody refuses and nobody answers: its queue of connections is full and stays so.
  /// `::1`, or another IPv4 address of loopback where there is no IPv6.
  final class DeadAddress {
    let host: ServerHost
    private var descriptors: [Int32] = []

    init(port: UInt16) throws {
      let (listener, host) = try Self.listen(port)
      self.host = host
      descriptors.append(listener)
      // More than the queue takes; those that stay outside of it are never answered.
      for _ in 0..<4 {
        let filler = socket(host.kind == .ipv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        _ = fcntl(filler, F_SETFL, O_NONBLOCK)
        _ = Self.withAddress(of: host, port) { connect(filler, $0, $1) }
        descriptors.append(filler)
      }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    private static func listen(_ port: UInt16) throws -> (Int32, ServerHost) {
      for text in ["::1", "127.0.0.2"] {
        let host = try ServerHost(text)
        let descriptor = socket(host.kind == .ipv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if withAddress(of: host, port, { bind(descriptor, $0, $1) }) == 0, Glibc.listen(descriptor, 0) == 0 {
          return (descriptor, host)
        }
        close(descriptor)
      }
      throw NetworkError.unreachable(errno: errno)
    }

    private static func withAddress(
      of host: ServerHost, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
      var six = sockaddr_in6()
      (six.sin6_family, six.sin6_port) = (sa_family_t(AF_INET6), port.bigEndian)
      inet_pton(AF_INET6, "::1", &six.sin6_addr)
      var four = sockaddr_in()
      (four.sin_family, four.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
      four.sin_addr.s_addr = UInt32(0x7F00_0002).bigEndian
      func call<Address>(_ address: inout Address) -> Int32 {
        withUnsafePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
        }
      }
      return host.kind == .ipv6 ? call(&six) : call(&four)
    }
  }
#endif
