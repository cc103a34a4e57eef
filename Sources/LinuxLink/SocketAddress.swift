#if os(Linux) || os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// An IPv4 or IPv6 address and a port. The order of two of them says who speaks first on a link.
  public struct SocketAddress: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let host: SocketHost
    public let port: UInt16

    public init(host: SocketHost, port: UInt16) {
      self.host = host
      self.port = port
    }

    /// Reads `239.2.3.1:6969`, `[::1]:6969` or `[fe80::1%eth0]:6969`: an address, a colon, a port.
    ///
    /// - Throws: ``LinkSocketError/notAnAddress``; ``LinkSocketError/noInterface`` for a name that no interface has.
    public init(_ text: String) throws(LinkSocketError) {
      guard let colon = text.lastIndex(of: ":"),
        let port = SocketHost.number(text[text.index(after: colon)...], UInt16.self)
      else { throw .notAnAddress }
      self.init(host: try SocketHost(text[..<colon]), port: port)
    }

    /// Address 4 or 16, port 2, as they enter a link's binding.
    public var bytes: [UInt8] { host.bytes + [UInt8(port >> 8), UInt8(port & 0xFF)] }

    public var description: String { "\(host):\(port)" }

    public static func < (left: SocketAddress, right: SocketAddress) -> Bool {
      (left.host, left.port) < (right.host, right.port)
    }

    /// What both ends of a link agree on, the one that speaks first in front.
    static func binding(initiator: SocketAddress, responder: SocketAddress) -> [UInt8] {
      initiator.bytes + responder.bytes
    }

    /// The same address, meant on this interface if it is one of a link.
    func on(interface: UInt32) -> SocketAddress { SocketAddress(host: host.on(interface: interface), port: port) }

    /// Nil for another family.
    init?(_ storage: sockaddr_storage) {
      let made = withUnsafeBytes(of: storage) { bytes -> SocketAddress? in
        switch Int32(storage.ss_family) {
        case AF_INET:
          let address = bytes.loadUnaligned(as: sockaddr_in.self)
          return SocketAddress(
            host: .ipv4(UInt32(bigEndian: address.sin_addr.s_addr)), port: UInt16(bigEndian: address.sin_port))
        case AF_INET6:
          let address = bytes.loadUnaligned(as: sockaddr_in6.self)
          return SocketAddress(
            host: SocketHost(address.sin6_addr, zone: address.sin6_scope_id),
            port: UInt16(bigEndian: address.sin6_port))
        default: return nil
        }
      }
      guard let made else { return nil }
      self = made
    }

    /// Lends the form that the system calls want.
    func withSystemForm<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
      switch host {
      case .ipv4(let number):
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = number.bigEndian
        return Self.lend(address, body)
      case .ipv6(let high, let low, let zone):
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = SocketHost.systemForm(high, low)
        address.sin6_scope_id = zone
        return Self.lend(address, body)
      }
    }

    private static func lend<Form, Result>(
      _ form: Form, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
      withUnsafePointer(to: form) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Form>.size)) }
      }
    }
  }
#endif
