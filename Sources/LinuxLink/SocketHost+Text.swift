#if os(Linux) || os(Android)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  extension SocketHost {
    /// Reads four decimal numbers without leading zeros, or an IPv6 address in brackets, which may name an interface
    /// behind `%` if it is an address of one link. An IPv4 address inside an IPv6 one is refused: it has a text already.
    ///
    /// - Throws: ``LinkSocketError/notAnAddress``; ``LinkSocketError/noInterface`` for a name that no interface has.
    init(_ text: Substring) throws(LinkSocketError) {
      if text.first == "[", text.last == "]" {
        self = try Self.six(text.dropFirst().dropLast())
      } else {
        self = try Self.four(text)
      }
    }

    private static func four(_ text: Substring) throws(LinkSocketError) -> SocketHost {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 4 else { throw .notAnAddress }
      var host: UInt32 = 0
      for part in parts {
        guard let byte = number(part, UInt8.self) else { throw .notAnAddress }
        host = host << 8 | UInt32(byte)
      }
      return .ipv4(host)
    }

    /// Source: RFC 4291, section 2.2; RFC 4007, section 11.
    private static func six(_ text: Substring) throws(LinkSocketError) -> SocketHost {
      let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
      guard let words = parts.first, words.utf8.allSatisfy(Self.isOfAddress) else { throw .notAnAddress }
      var address = in6_addr()
      guard inet_pton(AF_INET6, String(words), &address) == 1 else { throw .notAnAddress }
      let host = SocketHost(address, zone: 0)
      guard case .ipv6(let high, let low, _) = host, high != 0 || low >> 32 != 0xFFFF else { throw .notAnAddress }
      guard parts.count == 2 else { return host }
      guard host.needsZone else { throw .notAnAddress }
      return host.on(interface: try zone(parts[1]))
    }

    private static func zone(_ text: Substring) throws(LinkSocketError) -> UInt32 {
      if let given = number(text, UInt32.self) {
        guard given != 0 else { throw .notAnAddress }
        return given
      }
      guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .notAnAddress }
      let index = if_nametoindex(String(text))
      guard index != 0 else { throw .noInterface }
      return index
    }

    /// A hexadecimal digit or a colon.
    private static func isOfAddress(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: ":") || (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    /// A decimal number without leading zeros.
    static func number<Number: FixedWidthInteger>(_ text: Substring, _: Number.Type) -> Number? {
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), text == "0" || text.first != "0" else { return nil }
      return Number(text)
    }
  }
#endif
