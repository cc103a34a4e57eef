/// An address as a web view reports it, taken apart strictly.
///
/// Protects against two readers who see different hosts in one text: user information, a backslash, a percent sign or
/// anything but letters, digits, hyphens and dots in the host is refused, not repaired. Internationalised names are
/// accepted in their ASCII form only, which is the one that web views report. Does not resolve names.
/// Source: RFC 3986, section 3; WHATWG URL, section 4.
struct WebAddress: Sendable, Hashable {
  static let limit = 8192
  let scheme: String
  /// Nil for an address without `//`, such as `mailto:`; empty for one with it that is no web address.
  let host: String?
  let port: Int?

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard (1...Self.limit).contains(bytes.count), bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, Self.isScheme(bytes[..<colon])
    else { return nil }
    scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    let rest = bytes[(colon + 1)...]
    guard rest.starts(with: "//".utf8) else {
      // A web address without slashes is repaired by browsers, each in its way.
      guard scheme != "https", scheme != "http" else { return nil }
      (host, port) = (nil, nil)
      return
    }
    guard scheme == "https" || scheme == "http" else {
      // Nobody follows it; that there is an authority is enough to know.
      (host, port) = ("", nil)
      return
    }
    let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
    let parts = authority.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, let host = WebHost(String(decoding: name, as: UTF8.self).lowercased()) else {
      return nil
    }
    self.host = host.name
    guard parts.count == 2 else {
      port = nil
      return
    }
    guard let number = Self.port(parts[1]) else { return nil }
    port = number
  }

  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, Self.isLetter(first), bytes.count <= 32 else { return false }
    return bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func port(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...5).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
      digits.first != UInt8(ascii: "0"), let number = Int(String(decoding: digits, as: UTF8.self)), number <= 65535
    else { return nil }
    return number
  }
}
