/// A numeric address in the place of a domain: `[192.0.2.1]` or `[IPv6:2001:db8::1]`.
///
/// General literals with other tags are refused. Source: RFC 5321, section 4.1.3; RFC 5952, section 4 (the spelling).
public struct MailAddressLiteral: Sendable, Hashable, CustomStringConvertible {
  /// Four or sixteen.
  public let bytes: [UInt8]

  /// With the brackets; nil when it is anything else.
  public init?(_ text: some StringProtocol) {
    // The longest has eight groups and a tag.
    guard text.utf8.count <= 64, text.hasPrefix("["), text.hasSuffix("]") else { return nil }
    let inner = text.dropFirst().dropLast()
    let tag = "ipv6:"
    let parsed =
      inner.prefix(tag.count).lowercased() == tag
      ? Self.version6(inner.dropFirst(tag.count)) : Self.version4(inner)
    guard let parsed else { return nil }
    bytes = parsed
  }

  public var description: String {
    if bytes.count == 4 { return "[\(bytes.map(String.init).joined(separator: "."))]" }
    let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    var longest = 0..<0
    var start = 0
    while start < groups.count {
      let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
      if end - start > longest.count { longest = start..<end }
      start = end + 1
    }
    func text(_ part: ArraySlice<UInt16>) -> String { part.map { String($0, radix: 16) }.joined(separator: ":") }
    if longest.count < 2 { return "[IPv6:\(text(groups[...]))]" }
    return "[IPv6:\(text(groups[..<longest.lowerBound]))::\(text(groups[longest.upperBound...]))]"
  }

  private static func version4(_ text: some StringProtocol) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      // A zero in front means eight to some readers and ten to others.
      guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) }),
        part.utf8.count == 1 || part.utf8.first != 48, let byte = UInt8(part)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  private static func version6(_ text: some StringProtocol) -> [UInt8]? {
    var halves: [[UInt8]] = []
    let sides = text.split(separator: "::", omittingEmptySubsequences: false)
    guard (1...2).contains(sides.count) else { return nil }
    for (number, side) in sides.enumerated() {
      var half: [UInt8] = []
      let groups = side.isEmpty ? [] : side.split(separator: ":", omittingEmptySubsequences: false)
      for (place, group) in groups.enumerated() {
        if place == groups.count - 1, number == sides.count - 1, group.utf8.contains(UInt8(ascii: ".")) {
          guard let tail = version4(group) else { return nil }
          half += tail
        } else {
          guard (1...4).contains(group.utf8.count), group.utf8.allSatisfy(isHex), let value = UInt16(group, radix: 16)
          else { return nil }
          half += [UInt8(value >> 8), UInt8(value & 0xFF)]
        }
      }
      halves.append(half)
    }
    let known = halves.joined().count
    guard halves.count == 2 else { return known == 16 ? halves[0] : nil }
    guard known <= 14 else { return nil }
    return halves[0] + [UInt8](repeating: 0, count: 16 - known) + halves[1]
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...102).contains(byte | 0x20)
  }
}
