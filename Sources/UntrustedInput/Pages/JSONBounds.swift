/// Bounds of a JSON document that somebody else wrote: size, depth, count, texts and numbers.
///
/// ``JSONReader`` refuses what breaks the grammar and names that stand twice; this refuses what is too much, in words for
/// people. Source: RFC 8259, section 9; RFC 7493, section 2.2 (numbers beyond 2^53 differ between readers); CWE-400.
public struct JSONBounds: Sendable, Hashable {
  public var maximumBytes: Int
  public var maximumDepth: Int
  /// Values of all kinds, members and elements included.
  public var maximumValues: Int
  /// Bytes of one text or name.
  public var maximumText: Int
  /// Numbers beyond ±this are refused.
  public var maximumNumber: Double
  /// Whether numbers with a fraction or an exponent may stand.
  public var allowsFractions: Bool

  public init(
    maximumBytes: Int = 1 << 16, maximumDepth: Int = 8, maximumValues: Int = 1000, maximumText: Int = 4096,
    maximumNumber: Double = 9_007_199_254_740_991, allowsFractions: Bool = true
  ) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.maximumValues = maximumValues
    self.maximumText = maximumText
    self.maximumNumber = maximumNumber
    self.allowsFractions = allowsFractions
  }

  /// - Throws: `tooLarge`, `tooDeep`, `tooManyValues`, `tooLong`, `notText`, `malformedJSON`, `repeatedMember`,
  ///   `numberOutOfRange`.
  public func read(_ bytes: some Collection<UInt8>) throws(InputRefusal) -> JSONNode {  // O.Source_1#868
    let node: JSONNode
    do throws(InputError) {
      node = try JSONReader(maximumBytes: maximumBytes, maximumDepth: maximumDepth).read(bytes)
    } catch {
      switch error {
      case .tooLarge: throw InputRefusal(.tooLarge, limit: maximumBytes)
      case .tooDeep: throw InputRefusal(.tooDeep, limit: maximumDepth)
      case .notUTF8: throw InputRefusal(.notText)
      case .duplicateName: throw InputRefusal(.repeatedMember)
      default: throw InputRefusal(.malformedJSON)
      }
    }
    var left = maximumValues
    try check(node, &left)
    return node
  }

  /// The reader has bounded the depth.
  private func check(_ node: JSONNode, _ left: inout Int) throws(InputRefusal) {
    left -= 1
    guard left >= 0 else { throw InputRefusal(.tooManyValues, limit: maximumValues) }
    switch node.value {
    case .null, .bool: break
    case .string(let text): try check(text)
    case .number(let digits):
      // A text of many digits is as long to read as it is.
      guard digits.utf8.count <= 64, let number = Double(digits), abs(number) <= maximumNumber,
        allowsFractions || Int64(digits) != nil
      else { throw InputRefusal(.numberOutOfRange) }
    case .array(let nodes): for node in nodes { try check(node, &left) }
    case .object(let members):
      for member in members {
        try check(member.name)
        try check(member.node, &left)
      }
    }
  }

  private func check(_ text: String) throws(InputRefusal) {
    guard text.utf8.count <= maximumText else { throw InputRefusal(.tooLong, limit: maximumText) }
  }
}
