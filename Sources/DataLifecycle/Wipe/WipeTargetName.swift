/// What a wipe target is called in the journal and in reports: 1 to 64 of `a`–`z`, `0`–`9`, `.` and `-`. Not secret.
public struct WipeTargetName: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let text: String

  /// Nil for anything but 1 to 64 of `[a-z0-9.-]`.
  public init?(_ text: String) {
    let bytes = text.utf8
    guard (1...64).contains(bytes.count) else { return nil }
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): continue
      case UInt8(ascii: "."), UInt8(ascii: "-"): continue
      default: return nil
      }
    }
    self.text = text
  }

  /// A name that stands in the source code. Text that is no name stops the program at its first use, in every build.
  public init(constant text: StaticString) {
    // A slip in our caller's source, which its first test shows; no input from outside comes here.
    guard let name = WipeTargetName("\(text)") else { preconditionFailure("\(text) is no target name") }
    self = name
  }

  public var description: String { text }

  public static func < (left: WipeTargetName, right: WipeTargetName) -> Bool { left.text < right.text }
}
