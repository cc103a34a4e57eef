/// A JSON value that remembers where it stood, so that a refusal can name line and column.
///
/// Numbers keep their digits as text: nothing is rounded before the caller says which type it wants.
/// Object members keep their order; a repeated name never gets this far (``JSONReader`` refuses it).
/// Source: RFC 8259.
public struct JSONNode: Sendable, Hashable {
  public let value: JSONValue
  /// Where the value starts; ``TextPosition/none`` for a value that the program made itself.
  public let position: TextPosition

  public init(_ value: JSONValue, at position: TextPosition = .none) {
    self.value = value
    self.position = position
  }
}

extension JSONNode {
  /// The member called `name`, or nil when this is no object or has none.
  public subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name == name }?.node
  }

  public var string: String? {
    guard case .string(let text) = value else { return nil }
    return text
  }

  public var bool: Bool? {
    guard case .bool(let flag) = value else { return nil }
    return flag
  }

  /// The number as an integer; nil for a fraction, an exponent or anything beyond 64 bits.
  public var integer: Int64? {
    guard case .number(let digits) = value else { return nil }
    return Int64(digits)
  }

  public var array: [JSONNode]? {
    guard case .array(let nodes) = value else { return nil }
    return nodes
  }

  public var members: [JSONMember]? {
    guard case .object(let members) = value else { return nil }
    return members
  }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self.init(.string(value)) }
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
  public init(integerLiteral value: Int64) { self.init(.number(String(value))) }
  public init(arrayLiteral elements: JSONNode...) { self.init(.array(elements)) }
  public init(dictionaryLiteral elements: (String, JSONNode)...) {
    self.init(.object(elements.map { JSONMember($0.0, $0.1) }))
  }

  /// A string value made by the program.
  public static func string(_ text: String) -> JSONNode { JSONNode(.string(text)) }
  /// An integer value made by the program.
  public static func integer(_ number: Int64) -> JSONNode { JSONNode(.number(String(number))) }
  /// An array of strings made by the program.
  public static func strings(_ texts: [String]) -> JSONNode { JSONNode(.array(texts.map { .string($0) })) }
}
