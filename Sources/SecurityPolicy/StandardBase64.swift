import UntrustedInput

/// Base64 with padding, decoded strictly: pins and certificates are written so by every tool that prints them.
/// Source: RFC 4648, section 4.
enum StandardBase64 {
  static func decode(_ text: String) -> [UInt8]? {
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
}
