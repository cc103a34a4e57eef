/// Text that an event may hold: tabs and line breaks are its only control characters, and nothing in it turns the
/// direction of writing.
///
/// Protects those who read it in a list or a log from text that shows as something else. It does not protect from letters
/// that look alike, nor from invisible joiners, which some scripts need.
/// Compared byte by byte: Unicode's equivalences are not used.
/// Source: Unicode Standard Annex 9, section 2; CVE-2021-42574; XML 1.0, section 2.2.
public struct CoTText: Sendable, CustomStringConvertible {
  /// Most bytes of one text.
  public static let maximumBytes = 64 << 10

  public let description: String

  /// - Throws: ``CoTError/invalidText``
  public init(_ text: String) throws(CoTError) {
    guard text.utf8.count <= Self.maximumBytes, Self.isSafe(text) else { throw .invalidText }
    description = text
  }

  /// One line, of which more is known.
  public init(_ line: CoTLine) { description = line.description }

  /// Only for text that was judged by ``isSafe(_:)``.
  init(judged text: String) { description = text }

  var isBlank: Bool { description.utf8.allSatisfy { $0 == 0x20 || $0 == 9 || $0 == 10 || $0 == 13 } }

  static func isSafe(_ text: String) -> Bool {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return true }
    return text.unicodeScalars.allSatisfy(isSafe)
  }

  static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 9, 10, 13: true
    case 0..<0x20, 0x7F...0x9F: false
    case 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: false
    case 0xFFF9...0xFFFB, 0xFFFE, 0xFFFF, 0xFEFF: false
    default: true
    }
  }
}

extension CoTText: Hashable {
  public static func == (left: CoTText, right: CoTText) -> Bool {
    left.description.utf8.elementsEqual(right.description.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in description.utf8 { hasher.combine(byte) }
  }
}
