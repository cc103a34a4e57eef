/// One item of an older library: where it lies and what it is called there. Its value is read through a
/// ``LegacySource``.
///
/// Apps put user names and e-mail addresses into accounts, so the item prints as its library and nothing else.
public struct LegacyItem: Sendable, Hashable {
  public let shape: LegacyShape
  /// `kSecAttrAccount`, or the key of a preference.
  public let account: String

  public init(_ shape: LegacyShape, account: String) {
    self.shape = shape
    self.account = account
  }
}

extension LegacyItem: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "an item of \(shape.library.rawValue)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
