/// Where position and height came from.
public struct CoTPrecisionLocation: Sendable, Hashable {
  public var pointSource: CoTLine?
  public var heightSource: CoTLine?
  /// Attributes that this type does not name.
  public private(set) var more: [CoTAttribute] = []

  public init(pointSource: CoTLine? = nil, heightSource: CoTLine? = nil) {
    self.pointSource = pointSource
    self.heightSource = heightSource
  }
}

extension CoTPrecisionLocation: KnownElement {
  static let name = "precisionlocation"
  static let field = CoTField.precisionLocation

  init(_ element: ScannedElement) throws(CoTError) {
    var fields = try ElementFields(element, Self.field)
    pointSource = try fields.line("geopointsrc")
    heightSource = try fields.line("altsrc")
    more = try fields.rest()
  }

  var element: CoTElement {
    CoTElement(
      known: Self.name,
      attributes: ElementFields.attributes([("geopointsrc", pointSource), ("altsrc", heightSource)], and: more))
  }
}
