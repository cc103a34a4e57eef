#if canImport(Darwin)
  import Darwin
#elseif canImport(Android)
  import Android
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A server's name or address, in one spelling: names in lower case, addresses as the system prints them.
///
/// Internationalised names are accepted in their ASCII form (`xn--…`) only.
/// Source: RFC 1123, section 2.1; RFC 5891, section 4.4; RFC 5952.
public struct ServerHost: Sendable, Hashable, CustomStringConvertible {
  /// How the host is written: certificates match names and addresses by different fields.
  public enum Kind: Sendable, Hashable { case name, ipv4, ipv6 }

  public let kind: Kind
  /// Without the brackets that an IPv6 address has in a URL.
  public let description: String

  /// - Throws: ``NetworkError/malformedHost``
  public init(_ text: String) throws(NetworkError) {
    guard text.utf8.count <= 253, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .malformedHost }
    if let address = Self.address(text, family: AF_INET6) {
      (kind, description) = (.ipv6, address)
    } else if let address = Self.address(text, family: AF_INET) {
      (kind, description) = (.ipv4, address)
    } else if Self.isName(text) {
      (kind, description) = (.name, text.lowercased())
    } else {
      throw .malformedHost
    }
  }

  /// As it stands in a URL and in the `Host` field.
  public var authority: String { kind == .ipv6 ? "[\(description)]" : description }

  /// Four or sixteen bytes, as certificates hold them; nil for a name.
  var addressBytes: [UInt8]? {
    guard kind != .name else { return nil }
    var bytes = [UInt8](repeating: 0, count: kind == .ipv4 ? 4 : 16)
    return inet_pton(kind == .ipv4 ? AF_INET : AF_INET6, description, &bytes) == 1 ? bytes : nil
  }

  private static func address(_ text: String, family: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(family, text, &bytes) == 1 else { return nil }
    var printed = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, bytes, &printed, socklen_t(printed.count)) != nil else { return nil }
    return String(decoding: printed.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The last label must not be a number: `1.2.3` and `0x7f.1` are addresses to some resolvers and names to others.
  private static func isName(_ text: String) -> Bool {
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.allSatisfy(isLabel) && labels.last.flatMap(\.first).map { !isDigit($0) } ?? false
  }

  private static func isLabel(_ label: Substring.UTF8View) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
      && label.allSatisfy { isDigit($0) || isLetter($0) || $0 == hyphen }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
}
