/// Text on one line, such as a callsign: no control character at all, at most 1024 bytes.
///
/// Protects as ``CoTText`` does, and from line breaks that forge a line in a list or a log.
/// Compared byte by byte: Unicode's equivalences are not used.
public struct CoTLine: Sendable, CustomStringConvertible {
  /// Most bytes of one line.
  public static let maximumBytes = 1024

  public let description: String

  /// - Throws: ``CoTError/invalidText``
  public init(_ text: String) throws(CoTError) {
    guard text.utf8.count <= Self.maximumBytes, CoTText.isSafe(text), Self.isOneLine(text) else { throw .invalidText }
    description = text
  }

  /// The same text, where it is one line and not too long.
  init?(_ text: CoTText) {
    guard text.description.utf8.count <= Self.maximumBytes, Self.isOneLine(text.description) else { return nil }
    description = text.description
  }

  /// Only for text that was judged, is one line and not too long.
  init(judged text: String) { description = text }

  public var isEmpty: Bool { description.isEmpty }

  private static func isOneLine(_ text: String) -> Bool {
    for byte in text.utf8 where byte < 0x20 { return false }
    return true
  }
}

extension CoTLine: Hashable {
  public static func == (left: CoTLine, right: CoTLine) -> Bool {
    left.description.utf8.elementsEqual(right.description.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in description.utf8 { hasher.combine(byte) }
  }
}
