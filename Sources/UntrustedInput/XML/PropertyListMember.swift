/// One key of a dictionary in a property list, with the place of the key.
public struct PropertyListMember: Sendable, Hashable {
  public let name: String
  public let position: TextPosition
  public let node: PropertyListNode

  public init(_ name: String, _ node: PropertyListNode, at position: TextPosition = .none) {
    self.name = name
    self.node = node
    self.position = position
  }
}
