import UntrustedInput

/// The texts that stand for hosts and pins in all files.
enum HostText {
  /// A name in lower case, or an address without brackets. Source: RFC 1123, section 2.1.
  static func isHost(_ text: String) -> Bool { isName(text) || isAddress(text) }

  static func isName(_ text: String) -> Bool {
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
          && label.allSatisfy { isDigit($0) || (97...122).contains($0) || $0 == UInt8(ascii: "-") }
      } && labels.last.map { !$0.allSatisfy(isDigit) } ?? false
  }

  static func isAddress(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if parts.count == 4, parts.allSatisfy({ (1...3).contains($0.count) && $0.allSatisfy(isDigit) }) { return true }
    return text.utf8.contains(UInt8(ascii: ":")) && (2...39).contains(text.utf8.count)
      && text.utf8.allSatisfy { isDigit($0) || (97...102).contains($0) || $0 == UInt8(ascii: ":") }
  }

  /// The standard base64 of 32 bytes in its one spelling.
  static func isPin(_ text: String) -> Bool { base64(text)?.count == 32 }

  /// Base64 with padding, strictly. Source: RFC 4648, section 4.
  static func base64(_ text: String) -> [UInt8]? {
    guard text.utf8.count % 4 == 0, !text.utf8.contains(where: { $0 == 45 || $0 == 95 }) else { return nil }
    let padding = text.utf8.suffix(2).count { $0 == UInt8(ascii: "=") }
    let body = text.utf8.dropLast(padding).map { byte in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: byte
      }
    }
    return try? Base64URL.decode(String(decoding: body, as: UTF8.self))
  }

  static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  static func trimmed(_ text: String) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 9 || $0 == 10 || $0 == 13 }
    let bytes = text.utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    return String(decoding: Array(bytes), as: UTF8.self)
  }
}
