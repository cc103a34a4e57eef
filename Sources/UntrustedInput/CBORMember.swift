/// One member of a CBOR map, in the order in which it stood.
public struct CBORMember: Sendable, Hashable {
  public let key: CBORNode
  public let node: CBORNode

  public init(_ key: CBORNode, _ node: CBORNode) {
    self.key = key
    self.node = node
  }
}
