/// Reads CBOR from outside within limits, strictly.
///
/// Protects against deep nesting, oversized input, lengths beyond the input, repeated keys and second spellings of one
/// value: heads must have their shortest form and definite lengths, text must be UTF-8, and tags, floating point
/// numbers and unassigned simple values are refused. It does not ask that the keys of a map are sorted (what Apple sends
/// from iOS 27 need not be) and does not judge what the values mean.
/// Source: RFC 8949, sections 3 and 5.6, and 4.2.1 but for the order of keys.
public struct CBORReader: Sendable {
  /// Most bytes of one input.
  public var maximumBytes: Int
  /// Most levels of arrays and maps.
  public var maximumDepth: Int
  /// Most values of one input, keys included.
  public var maximumValues: Int

  public init(maximumBytes: Int = 1 << 16, maximumDepth: Int = 8, maximumValues: Int = 256) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.maximumValues = maximumValues
  }

  /// The one value that these bytes are.
  ///
  /// - Throws: `tooLarge`, `tooDeepBinary`, `tooManyValues`, `duplicateKey`, `malformedBinary` of ``InputError``.
  public func read(_ bytes: some Collection<UInt8>) throws(InputError) -> CBORNode {
    let (node, count) = try readFirst(bytes)
    guard count == bytes.count else { throw .malformedBinary(expected: "the end of the input", offset: count) }
    return node
  }

  /// The value at the start of these bytes, and how many bytes it takes; what follows is not looked at.
  ///
  /// - Throws: as ``read(_:)``.
  public func readFirst(_ bytes: some Collection<UInt8>) throws(InputError) -> (node: CBORNode, count: Int) {
    guard bytes.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
    var scanner = CBORScanner(bytes: Array(bytes), depthLimit: maximumDepth, valueLimit: maximumValues)
    let node = try scanner.readNode(depth: 0)
    return (node, scanner.index)
  }
}
