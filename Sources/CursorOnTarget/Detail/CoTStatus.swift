/// The state of the sender's device.
public struct CoTStatus: Sendable, Hashable {
  /// Percent, 0 to 100.
  public let battery: Int?
  /// Attributes that this type does not name.
  public private(set) var more: [CoTAttribute] = []

  /// - Throws: ``CoTError/invalid(_:)`` `status` outside 0 to 100.
  public init(battery: Int?) throws(CoTError) {
    guard battery.map({ (0...100).contains($0) }) ?? true else { throw .invalid(.status) }
    self.battery = battery
  }
}

extension CoTStatus: KnownElement {
  static let name = "status"
  static let field = CoTField.status

  init(_ element: ScannedElement) throws(CoTError) {
    var fields = try ElementFields(element, Self.field)
    let percent = try fields.number("battery")
    guard percent.map({ $0 == $0.rounded() && (0...100).contains($0) }) ?? true else { throw .invalid(.status) }
    try self.init(battery: percent.map { Int($0) })
    more = try fields.rest()
  }

  var element: CoTElement {
    let own = battery.map { [CoTAttribute(known: "battery", CoTText(judged: "\($0)"))] } ?? []
    return CoTElement(known: Self.name, attributes: own + more)
  }
}
