/// What a secret is called: 1 to 64 of `a`–`z`, `0`–`9`, `.` and `-`.
///
/// The name is not secret: it appears in file names, in the Keychain's attributes and in error messages.
/// The alphabet leaves no room for a path separator, so a name can never leave the store's folder.
public struct SecretName: Sendable, Hashable, Comparable, CustomStringConvertible {
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

  /// A name that stands in the source code. Text that is no name stops the program at its first use, in every build:
  /// `SecretName(constant: "session")`.
  public init(constant text: StaticString) {
    // A slip in our caller's source, which its first test shows; no input from outside comes here.
    guard let name = SecretName("\(text)") else { preconditionFailure("\(text) is no secret name") }
    self = name
  }

  public var description: String { text }

  public static func < (left: SecretName, right: SecretName) -> Bool { left.text < right.text }
}
