/// An alarm, or its end.
public struct CoTEmergency: Sendable, Hashable {
  /// Such as `911 Alert`; nil where the alarm ends.
  public var kind: CoTLine?
  public var isCancelled: Bool
  /// The callsign, as a rule.
  public let text: CoTText?
  /// Attributes that this type does not name.
  public private(set) var more: [CoTAttribute] = []

  /// An empty text is none.
  public init(kind: CoTLine?, isCancelled: Bool = false, text: CoTText? = nil) {
    self.kind = kind
    self.isCancelled = isCancelled
    self.text = text?.description.isEmpty == true ? nil : text
  }
}

extension CoTEmergency: KnownElement {
  static let name = "emergency"
  static let field = CoTField.emergency

  init(_ element: ScannedElement) throws(CoTError) {
    guard element.elements.isEmpty else { throw .invalid(.emergency) }
    var fields = try ElementFields(element, Self.field, content: true)
    kind = try fields.line("type")
    switch fields.text("cancel")?.description {
    case nil, "false": isCancelled = false
    case "true": isCancelled = true
    default: throw .invalid(.emergency)
    }
    text = element.text
    more = try fields.rest()
  }

  var element: CoTElement {
    let cancel = isCancelled ? [CoTAttribute(known: "cancel", CoTText(judged: "true"))] : []
    return CoTElement(
      known: Self.name, attributes: ElementFields.attributes([("type", kind)], and: cancel + more),
      content: text.map { [.text($0)] } ?? [])
  }
}
