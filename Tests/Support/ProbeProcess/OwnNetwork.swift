#if os(Linux)

  import Glibc

  /// The loopback of a network namespace that nobody else is in.
  enum OwnNetwork {
    /// Leaves the network that was there and switches the new `lo` on. Source: unshare(2) CLONE_NEWNET, netdevice(7)
    /// SIOCSIFFLAGS.
    static func begin() -> Bool {
      typealias Unshare = @convention(c) (Int32) -> Int32
      guard let symbol = dlsym(nil, "unshare"), unsafeBitCast(symbol, to: Unshare.self)(0x4000_0000) == 0 else {
        return false
      }
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(descriptor) }
      var request = [UInt8](repeating: 0, count: 40)
      request.replaceSubrange(0..<2, with: "lo".utf8)
      request[16] = 1
      return ioctl(descriptor, 0x8914, &request) == 0
    }

    /// A listener on 127.0.0.1; negative when there is none.
    static func listen(_ port: UInt16, backlog: Int32 = 8) -> Int32 {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      let isBound = withAddress(port) { Glibc.bind(descriptor, $0, $1) } == 0
      return isBound && Glibc.listen(descriptor, backlog) == 0 ? descriptor : -1
    }

    /// A listener that drops whoever else calls.
    static func fill(_ port: UInt16) -> Bool {
      guard listen(port, backlog: 0) >= 0 else { return false }
      for _ in 0..<4 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        _ = withAddress(port) { connect(descriptor, $0, $1) }
      }
      return true
    }

    private static func withAddress(_ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      return withUnsafePointer(to: &address) { place in
        place.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
      }
    }
  }

#endif
