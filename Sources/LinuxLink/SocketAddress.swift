#if os(Linux) || os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// An IPv4 address and a port. The order of two of them says who speaks first on a link.
  public struct SocketAddress: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The four bytes as one number, the first byte highest.
    public let host: UInt32
    public let port: UInt16

    public init(host: UInt32, port: UInt16) {
      self.host = host
      self.port = port
    }

    /// Reads `239.2.3.1:6969`: four decimal numbers without leading zeros, a colon, a port.
    ///
    /// - Throws: ``LinkSocketError/notAnAddress``.
    public init(_ text: String) throws(LinkSocketError) {
      let halves = text.split(separator: ":", omittingEmptySubsequences: false)
      let parts = halves.first?.split(separator: ".", omittingEmptySubsequences: false) ?? []
      guard halves.count == 2, parts.count == 4, let port = Self.number(halves[1], UInt16.self) else {
        throw .notAnAddress
      }
      var host: UInt32 = 0
      for part in parts {
        guard let byte = Self.number(part, UInt8.self) else { throw .notAnAddress }
        host = host << 8 | UInt32(byte)
      }
      self.init(host: host, port: port)
    }

    private static func number<Number: FixedWidthInteger>(_ text: Substring, _: Number.Type) -> Number? {
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), text == "0" || text.first != "0" else { return nil }
      return Number(text)
    }

    /// 224.0.0.0 to 239.255.255.255. Source: RFC 5771.
    public var isMulticast: Bool { host >> 28 == 0xE }

    /// Address 4, port 2, as they enter a link's binding.
    public var bytes: [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: host >> $0) } + [UInt8(port >> 8), UInt8(port & 0xFF)]
    }

    public var description: String { bytes[..<4].map(String.init).joined(separator: ".") + ":\(port)" }

    public static func < (left: SocketAddress, right: SocketAddress) -> Bool {
      (left.host, left.port) < (right.host, right.port)
    }

    /// What both ends of a link agree on, the one that speaks first in front.
    static func binding(initiator: SocketAddress, responder: SocketAddress) -> [UInt8] {
      initiator.bytes + responder.bytes
    }

    init(_ address: sockaddr_in) {
      self.init(host: UInt32(bigEndian: address.sin_addr.s_addr), port: UInt16(bigEndian: address.sin_port))
    }

    /// Lends the form that the system calls want.
    func withSystemForm<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = host.bigEndian
      return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
      }
    }
  }
#endif
