/// Where a push service finds this app on this device. It names a device, so it is not printed.
public struct PushToken: Sendable, Hashable {
  /// The longest text that is taken for a token. FCM promises no length; its tokens have some 160 characters.
  public static let limit = 4096
  /// The token as the server wants it. It identifies a device: not for logs.
  public let exposedText: String

  /// The text of Firebase Cloud Messaging, or of a store.
  /// - Throws: `badToken`.
  public init(_ text: String) throws(NotificationRefusal) {
    guard (1...Self.limit).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .badToken
    }
    exposedText = text
  }

  /// The bytes of Apple's push service, written in hexadecimal digits.
  /// - Throws: `badToken`.
  public init(bytes: [UInt8]) throws(NotificationRefusal) {
    guard (1...512).contains(bytes.count) else { throw .badToken }
    let digits = Array("0123456789abcdef".utf8)
    exposedText = String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension PushToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "push token" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
