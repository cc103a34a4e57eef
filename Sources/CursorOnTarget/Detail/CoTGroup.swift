/// The team of the sender and the part played in it: a claim, and no access control.
public struct CoTGroup: Sendable, Hashable {
  /// Of the team, mostly one of ``CoTTeam``.
  public var name: CoTLine?
  /// Such as `Team Member`, `Team Lead`, `HQ`, `Medic`, `RTO`.
  public var role: CoTLine?
  /// Attributes that this type does not name.
  public private(set) var more: [CoTAttribute] = []

  public init(name: CoTLine? = nil, role: CoTLine? = nil) {
    self.name = name
    self.role = role
  }

  /// The team, where it is one of the known colours.
  public var team: CoTTeam? { name.flatMap { CoTTeam(rawValue: $0.description) } }
}

extension CoTGroup: KnownElement {
  static let name = "__group"
  static let field = CoTField.group

  init(_ element: ScannedElement) throws(CoTError) {
    var fields = try ElementFields(element, Self.field)
    name = try fields.line("name")
    role = try fields.line("role")
    more = try fields.rest()
  }

  var element: CoTElement {
    CoTElement(known: Self.name, attributes: ElementFields.attributes([("name", name), ("role", role)], and: more))
  }
}
