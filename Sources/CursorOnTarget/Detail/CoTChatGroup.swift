/// The people of a chat (`chatgrp`), by uid: the sender first.
public struct CoTChatGroup: Sendable, Hashable {
  public var id: CoTLine?
  /// `uid0`, `uid1` and so on, without gaps.
  public var members: [CoTLine]
  /// Attributes that this type does not name.
  public private(set) var more: [CoTAttribute] = []

  public init(id: CoTLine?, members: [CoTLine]) {
    self.id = id
    self.members = members
  }
}

extension CoTChatGroup: KnownElement {
  static let name = "chatgrp"
  static let field = CoTField.chat

  init(_ element: ScannedElement) throws(CoTError) {
    var fields = try ElementFields(element, Self.field)
    id = try fields.line("id")
    members = []
    while let member = try fields.line("uid", number: members.count) { members.append(member) }
    more = try fields.rest()
    // A member after a gap would be a member to others only.
    guard !more.contains(where: { $0.name.hasPrefix("uid") }) else { throw .invalid(.chat) }
  }

  var element: CoTElement {
    let numbered = members.enumerated().map { ("uid\($0.offset)", Optional($0.element)) }
    return CoTElement(
      known: Self.name, attributes: ElementFields.attributes([("id", id)] + numbered, and: more))
  }
}
