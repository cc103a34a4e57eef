#if Server
  /// The proxies whose word about a client's address is taken, and the one header in which they give it.
  ///
  /// Only a request that comes from one of these addresses is asked for the header: anybody else could write into it
  /// whatever gives a fresh limit. One header and not both, because a proxy that writes one hands the other through as
  /// the client sent it. Of several hops the rightmost one counts that is no trusted proxy; what stands left of it is
  /// the client's own invention. Limits count that address; nothing is decided on it.
  ///
  /// The proxy must add to the header or replace it, and its own addresses must reach this server by no other way.
  /// Source: RFC 7239, sections 4, 5.2 and 8.1; X-Forwarded-For as proxies write it.
  public struct TrustedProxies: Sendable, Hashable {
    /// The header that the proxies write.
    public enum Header: String, Sendable, Hashable, CaseIterable {
      case xForwardedFor = "x-forwarded-for"
      /// Source: RFC 7239.
      case forwarded
    }

    /// Hops that are looked at, from the right.
    static let most = 16
    /// Bytes of the header that are looked at, all its values together.
    static let longest = 2048
    public let ranges: [AddressRange]
    public let header: Header

    public init(_ ranges: [AddressRange] = [], header: Header = .xForwardedFor) {
      self.ranges = ranges
      self.header = header
    }

    func trusts(_ address: String) -> Bool {
      guard !ranges.isEmpty, let bytes = PeerAddress.bytes(address) else { return false }
      return ranges.contains { $0.contains(bytes) }
    }

    // O.Arch_5#250
    /// - Parameters:
    ///   - peer: the address at the other end of the connection.
    ///   - values: of ``header``, in the order in which they came.
    /// - Returns: the address to count; the last one that is known for certain when a hop names none. Of a header with
    ///   more than 2048 bytes nothing is read: then that is the peer.
    public func client(peer: String, values: [String]) -> String {
      guard trusts(peer) else { return peer }
      var known = peer
      // Parsing comes before any limit: more than proxies write is not looked at.
      guard values.reduce(0, { $0 + $1.utf8.count }) <= Self.longest else { return peer }
      let hops =
        switch header {
        case .xForwardedFor:
          values.flatMap { $0.utf8.split(separator: 44, omittingEmptySubsequences: false) }
            .suffix(Self.most).map { Self.trim(Substring($0)) }
        case .forwarded: values.flatMap(Self.forwarded)
        }
      for hop in hops.suffix(Self.most).reversed() {
        guard let address = Self.address(hop) else { return known }
        known = address
        if !trusts(address) { return known }
      }
      return known
    }

    private static func trim(_ text: Substring) -> String {
      String(text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }

    /// `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`; nil for `unknown` and names.
    private static func address(_ text: String) -> String? {
      var plain = Substring(text)
      if plain.first == "[" {
        guard let end = plain.firstIndex(of: "]") else { return nil }
        let port = plain[plain.index(after: end)...]
        guard port.isEmpty || port.first == ":" else { return nil }
        plain = plain[plain.index(after: plain.startIndex)..<end]
      } else if plain.count(where: { $0 == ":" }) == 1, let end = plain.firstIndex(of: ":") {
        plain = plain[..<end]
      }
      return PeerAddress.bytes(plain) == nil ? nil : String(plain)
    }

    /// What each element says with `for`; an element without it is a hop that names nobody.
    private static func forwarded(_ value: String) -> [String] {
      // A quote that does not close swallows what the proxy wrote behind it.
      guard let elements = split(value[...], at: ",") else { return [""] }
      return elements.suffix(most).map { element in
        for pair in split(element, at: ";") ?? [] {
          let pair = trim(pair)
          guard pair.lowercased().hasPrefix("for=") else { continue }
          let text = pair.dropFirst(4)
          return text.first == "\"" && text.last == "\"" && text.count > 1
            ? String(text.dropFirst().dropLast()) : String(text)
        }
        return ""
      }
    }

    /// Leaves alone what stands in quotes; nil when the last one does not close.
    private static func split(_ text: Substring, at separator: Character) -> [Substring]? {
      var parts: [Substring] = []
      var (start, isQuoted, isEscaped) = (text.startIndex, false, false)
      for place in text.indices {
        let letter = text[place]
        if isEscaped {
          isEscaped = false
        } else if isQuoted, letter == "\\" {
          isEscaped = true
        } else if letter == "\"" {
          isQuoted.toggle()
        } else if letter == separator, !isQuoted {
          parts.append(text[start..<place])
          start = text.index(after: place)
        }
      }
      return isQuoted ? nil : parts + [text[start...]]
    }
  }
#endif
