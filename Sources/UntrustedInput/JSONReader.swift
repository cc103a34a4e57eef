/// Reads JSON from outside within limits, strictly.
///
/// Protects against deep nesting, oversized input, duplicate names and lenient parsing; it does not judge what
/// the values mean. Comments (`//` and `/* */`) are accepted only where a person writes the file.
/// Source: RFC 8259; duplicate names refused as RFC 7493 (I-JSON), section 2.3 asks.
public struct JSONReader: Sendable {
  public var maximumBytes: Int
  public var maximumDepth: Int
  public var allowsComments: Bool

  public init(maximumBytes: Int = 1 << 20, maximumDepth: Int = 32, allowsComments: Bool = false) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.allowsComments = allowsComments
  }

  /// - Throws: every case of ``InputError`` but `notBase64URL`.
  public func read(_ bytes: some Collection<UInt8>) throws(InputError) -> JSONNode {
    guard bytes.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
    var scanner = JSONScanner(bytes: Array(bytes), depthLimit: maximumDepth, allowsComments: allowsComments)
    try scanner.skipBlanks()
    let node = try scanner.readNode(depth: 0)
    try scanner.skipBlanks()
    guard scanner.atEnd else { throw .malformed(expected: "the end of the document", at: scanner.position) }
    return node
  }
}
