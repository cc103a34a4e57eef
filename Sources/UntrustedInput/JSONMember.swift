/// One member of a JSON object, with the place of its name.
public struct JSONMember: Sendable, Hashable {
  public let name: String
  public let position: TextPosition
  public let node: JSONNode

  public init(_ name: String, _ node: JSONNode, at position: TextPosition = .none) {
    self.name = name
    self.node = node
    self.position = position
  }
}
