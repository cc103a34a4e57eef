/// A value of a property list that remembers where it stood.
public struct PropertyListNode: Sendable, Hashable {
  public let value: PropertyListValue
  /// Of its element; ``TextPosition/none`` for a value that the program made itself.
  public let position: TextPosition

  public init(_ value: PropertyListValue, at position: TextPosition = .none) {
    self.value = value
    self.position = position
  }
}

extension PropertyListNode {
  /// The value of this key, or nil when this is no dictionary or has none.
  public subscript(name: String) -> PropertyListNode? { members?.first { $0.name == name }?.node }

  public var string: String? {
    guard case .string(let text) = value else { return nil }
    return text
  }

  public var bool: Bool? {
    guard case .boolean(let flag) = value else { return nil }
    return flag
  }

  public var integer: Int64? {
    guard case .integer(let number) = value else { return nil }
    return number
  }

  public var array: [PropertyListNode]? {
    guard case .array(let nodes) = value else { return nil }
    return nodes
  }

  public var members: [PropertyListMember]? {
    guard case .dictionary(let members) = value else { return nil }
    return members
  }
}
