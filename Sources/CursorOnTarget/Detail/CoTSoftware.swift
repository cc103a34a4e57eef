/// What the sender says it runs on (`takv`).
public struct CoTSoftware: Sendable, Hashable {
  public var device: CoTLine?
  public var platform: CoTLine?
  public var system: CoTLine?
  public var version: CoTLine?
  /// Attributes that this type does not name.
  public private(set) var more: [CoTAttribute] = []

  public init(device: CoTLine? = nil, platform: CoTLine? = nil, system: CoTLine? = nil, version: CoTLine? = nil) {
    self.device = device
    self.platform = platform
    self.system = system
    self.version = version
  }
}

extension CoTSoftware: KnownElement {
  static let name = "takv"
  static let field = CoTField.takv

  init(_ element: ScannedElement) throws(CoTError) {
    var fields = try ElementFields(element, Self.field)
    device = try fields.line("device")
    platform = try fields.line("platform")
    system = try fields.line("os")
    version = try fields.line("version")
    more = try fields.rest()
  }

  var element: CoTElement {
    CoTElement(
      known: Self.name,
      attributes: ElementFields.attributes(
        [("device", device), ("platform", platform), ("os", system), ("version", version)], and: more))
  }
}
