#if Server
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The part of an address that one machine cannot choose: an IPv4 address whole, an IPv6 address by its /64.
  /// Source: RFC 4291, section 2.5.4; RFC 6177.
  enum PeerAddress {
    /// The name that limits are counted under; a text that is no address counts as itself.
    static func counted(_ address: String) -> String {
      guard let bytes = bytes(address) else { return address }
      guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
      let groups = stride(from: 0, to: 8, by: 2).map {
        String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
      }
      return groups.joined(separator: ":") + "::/64"
    }

    /// Four bytes, also of an IPv4 address that came over a socket of both families, or sixteen; nil for a text that is
    /// no address.
    static func bytes(_ address: some StringProtocol) -> [UInt8]? {
      // A zone ("fe80::1%eth0") is this machine's own addition.
      let plain = String(address.prefix { $0 != "%" })
      var v4 = in_addr()
      if inet_pton(AF_INET, plain, &v4) == 1 { return withUnsafeBytes(of: &v4) { Array($0) } }
      var v6 = in6_addr()
      guard inet_pton(AF_INET6, plain, &v6) == 1 else { return nil }
      let bytes = withUnsafeBytes(of: &v6) { Array($0) }
      return bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) ? Array(bytes[12...]) : bytes
    }
  }
#endif
