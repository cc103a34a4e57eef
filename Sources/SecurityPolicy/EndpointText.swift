/// `https://host[:port]`: an origin in one spelling, without user, path, query or fragment.
/// Source: RFC 6454, section 6.2; host names RFC 1123, section 2.1.
enum EndpointText {
  static func isEndpoint(_ text: String) -> Bool {
    let scheme = Array("https://".utf8)
    let bytes = Array(text.utf8)
    guard bytes.starts(with: scheme) else { return false }
    let authority = bytes.dropFirst(scheme.count)
    if authority.first == UInt8(ascii: "[") {
      guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let address = authority[authority.startIndex + 1..<end]
      guard (2...39).contains(address.count), address.contains(UInt8(ascii: ":")), address.allSatisfy(isHexOrColon)
      else { return false }
      return isPort(authority[(end + 1)...])
    }
    let end = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
    return isHost(authority[..<end]) && isPort(authority[end...])
  }

  /// A name in lower case whose last label is no number, so that nobody takes it for an address.
  static func isName(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return isHost(bytes[...]) && bytes.split(separator: UInt8(ascii: ".")).last?.first.map(isDigit) == false
  }

  /// The host of an endpoint, without port; nil for an address.
  static func name(of endpoint: String) -> String? {
    let host = endpoint.dropFirst("https://".count).prefix { $0 != ":" }
    return isName(String(host)) ? String(host) : nil
  }

  private static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
    guard (1...253).contains(host.count) else { return false }
    return host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
        && label.allSatisfy { (97...122).contains($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    }
  }

  /// Nothing, or a colon and a number from 1 to 65535 without leading zero.
  private static func isPort(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let colon = rest.first else { return true }
    let digits = rest.dropFirst()
    guard colon == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.first != UInt8(ascii: "0"),
      digits.allSatisfy(isDigit)
    else { return false }
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) } <= 65535
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
  private static func isHexOrColon(_ byte: UInt8) -> Bool {
    isDigit(byte) || (97...102).contains(byte) || byte == UInt8(ascii: ":")
  }
}
