/// One message that a page may send, with all that it may say: anything else is refused.
public struct PageMessageShape: Sendable, Hashable {
  /// One member of the message.
  public struct Member: Sendable, Hashable {
    public let name: String
    public let kind: PageValueKind
    public let isRequired: Bool

    public init(_ name: String, _ kind: PageValueKind, isRequired: Bool = true) {
      self.name = name
      self.kind = kind
      self.isRequired = isRequired
    }
  }

  public let name: String
  public let members: [Member]

  public init(_ name: String, _ members: [Member] = []) {
    self.name = name
    self.members = members
  }

  /// The values of a message of this shape, by their names.
  /// - Throws: `unknownMember`, `missingMember`, `memberValue`.
  package func values(of found: [JSONMember]) throws(InputRefusal) -> [String: PageValue] {
    var values: [String: PageValue] = [:]
    for member in found {
      // Byte by byte: two names that Swift calls equal may be different ones.
      guard let rule = members.first(where: { $0.name.utf8.elementsEqual(member.name.utf8) }) else {
        throw InputRefusal(.unknownMember)
      }
      guard let value = rule.kind.read(member.node) else { throw InputRefusal(.memberValue) }
      values[rule.name] = value
    }
    guard members.allSatisfy({ !$0.isRequired || values[$0.name] != nil }) else { throw InputRefusal(.missingMember) }
    return values
  }
}
