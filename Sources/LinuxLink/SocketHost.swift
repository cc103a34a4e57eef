#if os(Linux) || os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// An IPv4 or IPv6 address without a port. IPv4 stands before IPv6.
  public enum SocketHost: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The four bytes as one number, the first byte highest.
    case ipv4(UInt32)
    /// Both halves of the sixteen bytes as numbers, and the number of the interface on which an address of one link is
    /// meant; 0 for every other address, and where the interface is not said.
    case ipv6(high: UInt64, low: UInt64, zone: UInt32)

    /// The kind of an address.
    public enum Version: Sendable, Hashable, CaseIterable { case four, six }

    public var version: Version {
      switch self {
      case .ipv4: .four
      case .ipv6: .six
      }
    }

    /// IPv4: 224.0.0.0 to 239.255.255.255. IPv6: ff02::/16 and its like, which are groups of one link, as no other is
    /// stopped by every router. Source: RFC 5771; RFC 4291, section 2.7.
    public var isLinkGroup: Bool {
      switch self {
      case .ipv4(let number): number >> 28 == 0xE
      case .ipv6(let high, _, _): high >> 56 == 0xFF && high >> 48 & 0xF == 2
      }
    }

    /// An IPv6 address that each link has anew: fe80::/10. Source: RFC 4291, section 2.5.6.
    var isOfOneLink: Bool {
      guard case .ipv6(let high, _, _) = self else { return false }
      return high >> 54 == 0x3FA
    }

    /// Whether the address means nothing without an interface that it does not name. Source: RFC 4007, section 6.
    public var needsZone: Bool {
      guard case .ipv6(_, _, zone: 0) = self else { return false }
      return isOfOneLink || isLinkGroup
    }

    /// The same address, meant on this interface if it names none and needs one.
    func on(interface: UInt32) -> SocketHost {
      guard needsZone, case .ipv6(let high, let low, _) = self else { return self }
      return .ipv6(high: high, low: low, zone: interface)
    }

    /// The bytes of the address; the interface is each machine's own and no part of them.
    var bytes: [UInt8] {
      switch self {
      case .ipv4(let number): Self.bytes(of: number)
      case .ipv6(let high, let low, _): Self.bytes(of: high) + Self.bytes(of: low)
      }
    }

    private var zone: UInt32 {
      guard case .ipv6(_, _, let zone) = self else { return 0 }
      return zone
    }

    /// Whether the first bits of both are the same, and the interface.
    func isSame(_ other: SocketHost, bits: Int) -> Bool {
      guard version == other.version, zone == other.zone else { return false }
      let differences: [UInt8] = zip(bytes, other.bytes).map { $0 ^ $1 }
      guard let first = differences.firstIndex(where: { $0 != 0 }) else { return true }
      return first * 8 + differences[first].leadingZeroBitCount >= bits
    }

    /// As ``SocketAddress/init(_:)`` reads it, an IPv6 address in brackets.
    public var description: String {
      switch self {
      case .ipv4: return bytes.map(String.init).joined(separator: ".")
      case .ipv6(let high, let low, let zone):
        var address = Self.systemForm(high, low)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil else { return "[]" }
        let words = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return "[\(words)\(zone == 0 ? "" : "%\(zone)")]"
      }
    }

    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    static func systemForm(_ high: UInt64, _ low: UInt64) -> in6_addr {
      var address = in6_addr()
      withUnsafeMutableBytes(of: &address) { bytes in
        bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
        bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
      }
      return address
    }

    init(_ address: in6_addr, zone: UInt32) {
      self = withUnsafeBytes(of: address) { bytes in
        .ipv6(
          high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
          low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)), zone: zone)
      }
    }
  }
#endif
