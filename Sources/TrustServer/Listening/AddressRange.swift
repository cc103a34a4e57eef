#if Server
  /// A block of addresses, as in `10.0.0.0/8` or `2001:db8::/32`; an address alone is a block of one.
  /// Source: RFC 4632, section 3.1; RFC 4291, section 2.3.
  public struct AddressRange: Sendable, Hashable {
    private let prefix: [UInt8]
    private let bits: Int

    /// Nil unless the text is an address, or an address and a prefix length whose remaining bits are zero: `10.0.0.1/8`
    /// is more likely a mistake than a block. A prefix of no bits is refused: a proxy that may be anybody is none.
    public init?(_ text: some StringProtocol) {
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = parts.first, !first.contains("%"), let bytes = PeerAddress.bytes(first) else { return nil }
      var bits = bytes.count * 8
      if parts.count == 2 {
        guard parts[1].allSatisfy({ $0.isASCII && $0.isNumber }), let said = Int(parts[1]), (1...bits).contains(said),
          // The prefix of an IPv4 address in IPv6 form would be counted from another start.
          first.contains(":") == (bytes.count == 16)
        else { return nil }
        bits = said
      }
      let prefix = Self.cut(bytes, bits)
      guard prefix == bytes else { return nil }
      (self.prefix, self.bits) = (prefix, bits)
    }

    func contains(_ address: [UInt8]) -> Bool { address.count == prefix.count && Self.cut(address, bits) == prefix }

    private static func cut(_ bytes: [UInt8], _ bits: Int) -> [UInt8] {
      bytes.enumerated().map { place, byte in
        let left = min(8, max(0, bits - place * 8))
        return byte & (left == 0 ? 0 : 0xFF << UInt8(8 - left))
      }
    }
  }
#endif
