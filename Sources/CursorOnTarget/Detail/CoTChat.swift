/// A chat message's room and people (`__chat`); its text stands in ``CoTRemarks``. All of it are claims of the sender.
public struct CoTChat: Sendable, Hashable {
  /// The name of the room, or the callsign of whom it is for.
  public var room: CoTLine?
  /// The uid of whom it is for, or the room again.
  public var id: CoTLine?
  public var messageID: CoTLine?
  public var senderCallsign: CoTLine?
  /// Sender first, then the receivers.
  public var group: CoTChatGroup?
  /// Elements that this type does not name, such as `hierarchy`.
  public private(set) var others: [CoTElement] = []
  /// Attributes that this type does not name.
  public private(set) var more: [CoTAttribute] = []

  public init(
    room: CoTLine?, id: CoTLine? = nil, messageID: CoTLine? = nil, senderCallsign: CoTLine? = nil,
    group: CoTChatGroup? = nil
  ) {
    self.room = room
    self.id = id
    self.messageID = messageID
    self.senderCallsign = senderCallsign
    self.group = group
  }
}

extension CoTChat: KnownElement {
  static let name = "__chat"
  static let field = CoTField.chat

  init(_ element: ScannedElement) throws(CoTError) {
    guard element.isWithoutText else { throw .invalid(.chat) }
    var fields = try ElementFields(element, Self.field, content: true)
    room = try fields.line("chatroom")
    id = try fields.line("id")
    messageID = try fields.line("messageId")
    senderCallsign = try fields.line("senderCallsign")
    more = try fields.rest()
    for child in element.elements {
      if child.name != CoTChatGroup.name {
        others.append(child.kept)
      } else if group == nil {
        group = try CoTChatGroup(child)
      } else {
        throw .duplicate(.chat)
      }
    }
  }

  var element: CoTElement {
    let known = [("chatroom", room), ("id", id), ("messageId", messageID), ("senderCallsign", senderCallsign)]
    let children = (group.map { [$0.element] } ?? []) + others
    return CoTElement(
      known: Self.name, attributes: ElementFields.attributes(known, and: more), content: children.map { .element($0) })
  }
}
