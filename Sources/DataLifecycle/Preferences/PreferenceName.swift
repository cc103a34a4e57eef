/// What a preference is called: 1 to 64 of letters, digits, `.`, `-` and `_`. Not secret.
public struct PreferenceName: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let text: String

  /// Nil for anything but 1 to 64 of `[A-Za-z0-9._-]`.
  public init?(_ text: String) {
    let bytes = text.utf8
    guard (1...64).contains(bytes.count) else { return nil }
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): continue
      default: return nil
      }
    }
    self.text = text
  }

  /// A name that stands in the source code. Text that is no name stops the program at its first use, in every build.
  public init(constant text: StaticString) {
    // A slip in our caller's source, which its first test shows; no input from outside comes here.
    guard let name = PreferenceName("\(text)") else { preconditionFailure("\(text) is no preference name") }
    self = name
  }

  public var description: String { text }

  public static func < (left: PreferenceName, right: PreferenceName) -> Bool { left.text < right.text }
}
