/// A CBOR value that remembers the offset of its first byte, so that a refusal can name it.
/// Source: RFC 8949.
public struct CBORNode: Sendable, Hashable {
  public let value: CBORValue
  /// Counted from 0, from the start of the bytes that were read.
  public let offset: Int

  public init(_ value: CBORValue, at offset: Int = 0) {
    self.value = value
    self.offset = offset
  }
}

extension CBORNode {
  /// The member of a map with this text as its key, or nil when this is no map or has none.
  public subscript(name: String) -> CBORNode? {
    members?.first { $0.key.value == .text(name) }?.node
  }

  /// The member of a map with this number as its key, or nil when this is no map or has none.
  public subscript(label: Int64) -> CBORNode? {
    members?.first { $0.key.integer == label }?.node
  }

  public var members: [CBORMember]? {
    guard case .map(let members) = value else { return nil }
    return members
  }

  public var array: [CBORNode]? {
    guard case .array(let nodes) = value else { return nil }
    return nodes
  }

  public var bytes: [UInt8]? {
    guard case .bytes(let bytes) = value else { return nil }
    return bytes
  }

  public var text: String? {
    guard case .text(let text) = value else { return nil }
    return text
  }

  /// The number; nil beyond 64 bits with sign.
  public var integer: Int64? {
    switch value {
    case .unsigned(let number): Int64(exactly: number)
    case .negative(let number): Int64(exactly: number).map { -1 - $0 }
    default: nil
    }
  }
}
