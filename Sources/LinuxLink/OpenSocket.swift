#if os(Linux) || os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// A socket that is closed with its last owner. Never blocks and does not pass to child processes.
  final class OpenSocket: Sendable {
    enum Kind {
      case datagram, stream

      var number: Int32 {
        #if canImport(Glibc)
          self == .datagram ? Int32(SOCK_DGRAM.rawValue) : Int32(SOCK_STREAM.rawValue)
        #else
          self == .datagram ? Int32(SOCK_DGRAM) : Int32(SOCK_STREAM)
        #endif
      }
    }

    let file: Int32

    /// IPv6 means IPv6 only: else IPv4 neighbours would have a second address.
    init(_ kind: Kind, _ version: SocketHost.Version) throws(LinkSocketError) {
      #if canImport(Glibc)
        let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      #else
        let flags = Int32(SOCK_NONBLOCK) | Int32(SOCK_CLOEXEC)
      #endif
      file = socket(version == .four ? AF_INET : AF_INET6, kind.number | flags, 0)
      guard file >= 0 else { throw .system(call: "open a socket", errno: errno) }
      if version == .six { try set(Int32(IPPROTO_IPV6), Int32(IPV6_V6ONLY), Int32(1), "speak IPv6 only") }
    }

    /// Takes over a descriptor that a listener accepted.
    init(accepted file: Int32) {
      self.file = file
      _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(file) }

    func bind(to address: SocketAddress) throws(LinkSocketError) {
      guard !address.host.needsZone else { throw .zoneNeeded }
      let code = address.withSystemForm { Self.systemBind(file, $0, $1) }
      guard code == 0 else { throw .system(call: "bind a socket", errno: errno) }
    }

    func set<Value>(_ level: Int32, _ option: Int32, _ value: Value, _ call: String) throws(LinkSocketError) {
      let code = withUnsafeBytes(of: value) {
        setsockopt(file, level, option, $0.baseAddress, socklen_t($0.count))
      }
      guard code == 0 else { throw .system(call: call, errno: errno) }
    }

    /// Where this socket stands, or where its other side does.
    func address(ofPeer isPeer: Bool = false) throws(LinkSocketError) -> SocketAddress {
      var address = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let code = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          isPeer ? getpeername(file, $0, &size) : getsockname(file, $0, &size)
        }
      }
      guard code == 0, let known = SocketAddress(address) else {
        throw .system(call: "ask for an address", errno: errno)
      }
      return known
    }

    /// 0, or -1 with the reason in `errno`.
    func connect(to address: SocketAddress) -> Int32 { address.withSystemForm { Self.systemConnect(file, $0, $1) } }

    private static func systemBind(_ file: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
      #if canImport(Glibc)
        Glibc.bind(file, address, size)
      #elseif canImport(Musl)
        Musl.bind(file, address, size)
      #else
        Android.bind(file, address, size)
      #endif
    }

    private static func systemConnect(_ file: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
      #if canImport(Glibc)
        Glibc.connect(file, address, size)
      #elseif canImport(Musl)
        Musl.connect(file, address, size)
      #else
        Android.connect(file, address, size)
      #endif
    }
  }
#endif
