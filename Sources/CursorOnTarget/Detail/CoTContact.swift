/// How somebody is called, and where their messages go. Both are claims of the sender.
public struct CoTContact: Sendable, Hashable {
  public var callsign: CoTLine?
  /// Address, port and protocol; `*:-1:stcp` for who is behind a server.
  public var endpoint: CoTLine?
  /// Attributes that this type does not name.
  public private(set) var more: [CoTAttribute] = []

  public init(callsign: CoTLine? = nil, endpoint: CoTLine? = nil) {
    self.callsign = callsign
    self.endpoint = endpoint
  }
}

extension CoTContact: KnownElement {
  static let name = "contact"
  static let field = CoTField.contact

  init(_ element: ScannedElement) throws(CoTError) {
    var fields = try ElementFields(element, Self.field)
    callsign = try fields.line("callsign")
    endpoint = try fields.line("endpoint")
    more = try fields.rest()
  }

  var element: CoTElement {
    CoTElement(
      known: Self.name,
      attributes: ElementFields.attributes([("callsign", callsign), ("endpoint", endpoint)], and: more))
  }
}
