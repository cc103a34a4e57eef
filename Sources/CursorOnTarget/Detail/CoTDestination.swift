/// Somebody to whom a server shall deliver the event alone (`dest`).
public struct CoTDestination: Sendable, Hashable {
  public var callsign: CoTLine?
  public var uid: CoTLine?
  public var mission: CoTLine?
  /// Attributes that this type does not name.
  public private(set) var more: [CoTAttribute] = []

  public init(callsign: CoTLine? = nil, uid: CoTLine? = nil, mission: CoTLine? = nil) {
    self.callsign = callsign
    self.uid = uid
    self.mission = mission
  }
}

extension CoTDestination: KnownElement {
  static let name = "dest"
  static let field = CoTField.marti

  init(_ element: ScannedElement) throws(CoTError) {
    var fields = try ElementFields(element, Self.field)
    callsign = try fields.line("callsign")
    uid = try fields.line("uid")
    mission = try fields.line("mission")
    more = try fields.rest()
  }

  var element: CoTElement {
    CoTElement(
      known: Self.name,
      attributes: ElementFields.attributes([("callsign", callsign), ("uid", uid), ("mission", mission)], and: more))
  }
}
