/// Reads an Apple property list in its binary form (`bplist00`) within limits, strictly.
///
/// Protects against offsets and counts that point out of the file, objects that hold themselves, deep nesting, keys that
/// stand twice, and few bytes that unfold into many values. It does not judge what the values mean. Every place is
/// line 1, column 1: the form has no lines.
///
/// Source: Apple, CFBinaryPList.c (swift-corelibs-foundation), the comment on the format; CWE-125, CWE-674.
public struct BinaryPropertyListReader: Sendable {
  public var maximumBytes: Int
  /// Most levels of dictionaries and arrays.
  public var maximumDepth: Int
  /// Most values of one list, each counted as often as it is referred to.
  public var maximumValues: Int

  public init(maximumBytes: Int = 1 << 20, maximumDepth: Int = 32, maximumValues: Int = 50_000) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.maximumValues = maximumValues
  }

  /// Whether the bytes begin as this form does.
  public static func begins(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: "bplist".utf8) }

  /// The one value of the list.
  ///
  /// - Throws: ``InputError`` `tooLarge`, `malformedBinary`, `tooDeepBinary` (also for an object that holds itself),
  ///   `tooManyValues`, `duplicateKey`.
  public func read(_ bytes: some Collection<UInt8>) throws(InputError) -> PropertyListNode {
    guard bytes.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
    var scanner = try BinaryPropertyListScanner(Array(bytes), limits: self)
    return try scanner.readTop()
  }
}
