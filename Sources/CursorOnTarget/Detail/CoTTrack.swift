/// Where the sender is heading, and how fast.
public struct CoTTrack: Sendable, Hashable {
  /// Degrees from true north, 0 to 360; nil when unknown. Some devices write -1 for that.
  public let course: Double?
  /// Metres per second, 0 to 100,000; nil when unknown.
  public let speed: Double?
  /// Attributes that this type does not name.
  public private(set) var more: [CoTAttribute] = []

  /// - Throws: ``CoTError/invalid(_:)`` `track` for a number that is not finite or out of range.
  public init(course: Double?, speed: Double?) throws(CoTError) {
    self.course = try Self.known(course, 0...360)
    self.speed = try Self.known(speed, 0...100_000)
  }

  private static func known(_ number: Double?, _ range: ClosedRange<Double>) throws(CoTError) -> Double? {
    guard let number, number != -1 else { return nil }
    guard range.contains(number) else { throw .invalid(.track) }
    return number.magnitude < 1e-9 ? 0 : number
  }
}

extension CoTTrack: KnownElement {
  static let name = "track"
  static let field = CoTField.track

  init(_ element: ScannedElement) throws(CoTError) {
    var fields = try ElementFields(element, Self.field)
    try self.init(course: fields.number("course"), speed: fields.number("speed"))
    more = try fields.rest()
  }

  var element: CoTElement {
    let own = [("course", course), ("speed", speed)].compactMap { name, number in
      number.map { CoTAttribute(known: name, CoTText(judged: DecimalNumber.text($0))) }
    }
    return CoTElement(known: Self.name, attributes: own + more)
  }
}
