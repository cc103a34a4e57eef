/// Free text of the sender; in a chat, the message.
public struct CoTRemarks: Sendable, Hashable {
  public let text: CoTText?
  /// Who wrote it, in a chat.
  public var source: CoTLine?
  /// The uid of whom it is written to, or a room.
  public var to: CoTLine?
  /// As it stands there: chats repeat the time of the event.
  public var time: CoTLine?
  /// Attributes that this type does not name.
  public private(set) var more: [CoTAttribute] = []

  /// An empty text is none.
  public init(text: CoTText?, source: CoTLine? = nil, to: CoTLine? = nil, time: CoTLine? = nil) {
    self.text = text?.description.isEmpty == true ? nil : text
    self.source = source
    self.to = to
    self.time = time
  }
}

extension CoTRemarks: KnownElement {
  static let name = "remarks"
  static let field = CoTField.remarks

  init(_ element: ScannedElement) throws(CoTError) {
    guard element.elements.isEmpty else { throw .invalid(.remarks) }
    var fields = try ElementFields(element, Self.field, content: true)
    text = element.text
    source = try fields.line("source")
    to = try fields.line("to")
    time = try fields.line("time")
    more = try fields.rest()
  }

  var element: CoTElement {
    CoTElement(
      known: Self.name,
      attributes: ElementFields.attributes([("source", source), ("to", to), ("time", time)], and: more),
      content: text.map { [.text($0)] } ?? [])
  }
}
