/// Reads a property list in its old text form, `{ key = (a, "b"); }`, within limits, strictly: project files of Xcode,
/// old settings, and `.strings` files, whose outer braces are not written.
///
/// Protects against deep nesting, oversized input, a key that stands twice, text after the list. Every value but lists
/// and data is a text: the form tells no numbers apart.
///
/// Source: `man plist`, "the old NeXTSTEP format"; Apple, Property List Programming Guide, Old-Style ASCII Property Lists.
public struct TextPropertyListReader: Sendable {
  public var maximumBytes: Int
  /// Most levels of dictionaries and arrays.
  public var maximumDepth: Int
  /// Most values of one list.
  public var maximumValues: Int
  /// Whether a key may stand twice, as in files that people merged: the last one counts, as for Apple's own reader.
  public var allowsDuplicates: Bool

  public init(
    maximumBytes: Int = 1 << 20, maximumDepth: Int = 32, maximumValues: Int = 500_000, allowsDuplicates: Bool = false
  ) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.maximumValues = maximumValues
    self.allowsDuplicates = allowsDuplicates
  }

  /// The one value of the list; a dictionary for pairs without braces.
  ///
  /// - Throws: ``InputError`` `tooLarge`, `tooDeep`, `tooManyValues`, `notUTF8`, `malformed`, `duplicateName`.
  public func read(_ bytes: some Collection<UInt8>) throws(InputError) -> PropertyListNode {
    guard bytes.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
    var scanner = TextPropertyListScanner(Array(bytes), limits: self)
    return try scanner.readDocument()
  }
}
