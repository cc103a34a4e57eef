/// The callsign as ATAK repeats it (`uid`).
public struct CoTDroid: Sendable, Hashable {
  public var droid: CoTLine?
  /// Attributes that this type does not name.
  public private(set) var more: [CoTAttribute] = []

  public init(droid: CoTLine? = nil) {
    self.droid = droid
  }
}

extension CoTDroid: KnownElement {
  static let name = "uid"
  static let field = CoTField.droid

  init(_ element: ScannedElement) throws(CoTError) {
    var fields = try ElementFields(element, Self.field)
    droid = try fields.line("Droid")
    more = try fields.rest()
  }

  var element: CoTElement {
    CoTElement(known: Self.name, attributes: ElementFields.attributes([("Droid", droid)], and: more))
  }
}
