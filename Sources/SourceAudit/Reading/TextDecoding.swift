/// Bytes of a source file as text.
enum TextDecoding {
  /// The text; `isRepaired` when not all of the bytes were text: the rest can still be judged, the file counts as not
  /// wholly read. Nil for what is no text at all.
  ///
  /// UTF-8, and UTF-16 with its mark; other encodings keep their ASCII, which is what code is made of.
  static func text(_ bytes: [UInt8]) -> (text: String, isRepaired: Bool)? {
    if let text = String(validating: bytes, as: UTF8.self) {
      return isText(bytes, strange: 0) ? (text, false) : nil
    }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes) { UInt16($1) << 8 | UInt16($0) } }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes) { UInt16($0) << 8 | UInt16($1) } }
    let text = String(decoding: bytes, as: UTF8.self)
    let strange = text.unicodeScalars.count { $0 == "\u{FFFD}" }
    return isText(bytes, strange: strange) ? (text, true) : nil
  }

  private static func utf16(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> (text: String, isRepaired: Bool)? {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
    if bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self) { return (text, false) }
    return (String(decoding: units, as: UTF16.self), true)
  }

  /// Archives and programs have NUL bytes, or bytes of no encoding, all over.
  private static func isText(_ bytes: [UInt8], strange: Int) -> Bool {
    (bytes.count { $0 == 0 } + strange) * 16 <= bytes.count
  }
}
