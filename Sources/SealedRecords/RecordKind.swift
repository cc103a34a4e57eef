/// What sort of record: 1 to 64 of `a`–`z`, `0`–`9`, `.` and `-`, such as `sleep-log`. Not secret: key names and error
/// messages show it. The file does not.
public struct RecordKind: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let text: String

  /// Nil for anything but 1 to 64 of `[a-z0-9.-]`.
  public init?(_ text: String) {
    guard (1...64).contains(text.utf8.count) else { return nil }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): continue
      case UInt8(ascii: "."), UInt8(ascii: "-"): continue
      default: return nil
      }
    }
    self.text = text
  }

  /// The name under which the index's own key is kept; records of this kind are refused.
  public static let index = RecordKind(known: "mantlet.index")

  /// For the names that this library gives itself.
  init(known text: String) { self.text = text }

  public var description: String { text }

  public static func < (left: RecordKind, right: RecordKind) -> Bool { left.text < right.text }
}
