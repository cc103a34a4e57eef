/// An event as an element: the one place that knows how its attributes are called.
extension CoTEvent {
  /// - Throws: ``CoTError``: the first part that is missing, out of range or twice.
  init(_ element: ScannedElement) throws(CoTError) {
    guard element.isNamed("event") else { throw .malformed(expected: "an event", offset: 0) }
    var fields = try ElementFields(element, .event, content: true)
    guard let version = fields.text("version") else { throw .missing(.version) }
    guard version.description == "2.0" else { throw .invalid(.version) }
    uid = try Self.required(fields.line("uid", .uid), .uid)
    type = try CoTType(Self.required(fields.line("type", .type), .type).description)
    how = try CoTHow(Self.required(fields.line("how", .how), .how).description)
    time = try Self.required(fields.time("time", .time), .time)
    start = try Self.required(fields.time("start", .start), .start)
    stale = try Self.required(fields.time("stale", .stale), .stale)
    access = try fields.line("access")
    qualityOfService = try fields.line("qos")
    operation = try fields.line("opex")
    detail = CoTDetail()
    var point: CoTPoint?
    try Self.read(element, &point, &detail)
    self.point = try Self.required(point, .point)
    try Self.check(uid: uid, start: start, stale: stale)
    keep(try fields.rest())
  }

  private static func read(
    _ event: ScannedElement, _ point: inout CoTPoint?, _ detail: inout CoTDetail
  ) throws(CoTError) {
    var hasDetail = false
    for part in event.content {
      switch part {
      case .element(let child) where child.isNamed("point"):
        guard point == nil else { throw .duplicate(.point) }
        point = try Self.point(child)
      case .element(let child) where child.isNamed("detail"):
        guard !hasDetail else { throw .duplicate(.detail) }
        hasDetail = true
        try read(child, into: &detail)
      case .element: throw .invalid(.event)
      case .text(let text):
        // Blanks may divide elements; alone they are a text.
        guard event.tag.content.count > 1, event.markup.isBlank(text) else { throw .invalid(.event) }
      }
    }
  }

  private static func point(_ element: ScannedElement) throws(CoTError) -> CoTPoint {
    var fields = try ElementFields(element, .point)
    guard let latitude = fields.value("lat") else { throw .missing(.latitude) }
    guard let longitude = fields.value("lon") else { throw .missing(.longitude) }
    let point = try CoTPoint(
      latitude: fields.number(of: latitude, .latitude), longitude: fields.number(of: longitude, .longitude),
      height: fields.number("hae", .height), circularError: fields.number("ce", .circularError),
      linearError: fields.number("le", .linearError))
    guard try fields.rest().isEmpty else { throw .invalid(.point) }
    return point
  }

  private static func read(_ element: ScannedElement, into detail: inout CoTDetail) throws(CoTError) {
    guard element.tag.attributes.isEmpty else { throw .invalid(.detail) }
    for part in element.content {
      switch part {
      case .element(let child): try detail.add(child)
      case .text(let text): guard element.markup.isBlank(text) else { throw .invalid(.detail) }
      }
    }
  }

  private static func required<Value>(_ value: Value?, _ field: CoTField) throws(CoTError) -> Value {
    guard let value else { throw .missing(field) }
    return value
  }
}
