/// A host name in its one spelling: lower-case ASCII labels, no address of numbers, no dot at the end.
/// Source: RFC 1123, section 2.1; RFC 5890, section 2.3.1.
struct WebHost: Sendable, Hashable {
  let name: String
  var labels: [Substring] { name.split(separator: ".") }

  init?(_ name: String) {
    guard (1...253).contains(name.utf8.count) else { return nil }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.allSatisfy(Self.isLabel),
      // Browsers read a last label of digits, or of hexadecimal digits after 0x, as an IPv4 address.
      let last = labels.last, !last.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !last.hasPrefix("0x")
    else { return nil }
    self.name = name
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && label.utf8.first != UInt8(ascii: "-")
      && label.utf8.last != UInt8(ascii: "-")
      && label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
  }
}
