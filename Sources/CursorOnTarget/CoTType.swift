/// What an event is about: atoms from the general to the special, such as `a-f-G-U-C`.
///
/// Atoms are letters, digits and underscores. What they mean is not checked: the hierarchy grows, and an unknown leaf is
/// still a kind of its branch.
public struct CoTType: Sendable, Hashable, CustomStringConvertible {
  public let description: String

  /// - Throws: ``CoTError/invalid(_:)`` `type`: empty, longer than 128 bytes, or with another character.
  public init(_ text: String) throws(CoTError) {
    guard Self.isHierarchy(text) else { throw .invalid(.type) }
    description = text
  }

  init(known text: StaticString) { description = "\(text)" }

  public var atoms: [Substring] { description.split(separator: "-") }

  /// Whether this is `branch` or a kind of it: `a-f-G` is within `a-f`, `a-friend` is not.
  public func isWithin(_ branch: CoTType) -> Bool {
    guard description.utf8.starts(with: branch.description.utf8) else { return false }
    let rest = description.utf8.dropFirst(branch.description.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "-")
  }

  static func isHierarchy(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= 128 else { return false }
    var begins = true
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"):
        if begins { return false }
        begins = true
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        begins = false
      default: return false
      }
    }
    return !begins
  }
}
