/// An event as an element: the one place that knows how its attributes are called.
extension CoTEvent {
  /// - Throws: ``CoTError``: the first part that is missing, out of range or twice.
  init(_ element: CoTElement) throws(CoTError) {
    guard element.name == "event" else { throw .malformed(expected: "an event", offset: 0) }
    var fields = try ElementFields(element, .event, content: true)
    guard let version = fields.text("version") else { throw .missing(.version) }
    guard version.description == "2.0" else { throw .invalid(.version) }
    let uid = try Self.line(fields.text("uid"), .uid)
    let type = try CoTType(Self.line(fields.text("type"), .type).description)
    let how = try CoTHow(Self.line(fields.text("how"), .how).description)
    let time = try Self.time(fields.text("time"), .time)
    let start = try Self.time(fields.text("start"), .start)
    let stale = try Self.time(fields.text("stale"), .stale)
    let access = try fields.line("access")
    let quality = try fields.line("qos")
    let operation = try fields.line("opex")
    let (point, detail) = try Self.parts(of: element)
    try self.init(
      uid: uid, type: type, how: how, time: time, start: start, stale: stale, point: point, detail: detail)
    self.access = access
    qualityOfService = quality
    self.operation = operation
    keep(try fields.rest())
  }

  private static func parts(of element: CoTElement) throws(CoTError) -> (CoTPoint, CoTDetail) {
    var point: CoTPoint?
    var detail: CoTDetail?
    for part in element.content {
      guard case .element(let child) = part else { throw .invalid(.event) }
      switch child.name {
      case "point" where point == nil: point = try Self.point(child)
      case "point": throw .duplicate(.point)
      case "detail" where detail == nil: detail = try Self.detail(child)
      case "detail": throw .duplicate(.detail)
      default: throw .invalid(.event)
      }
    }
    guard let point else { throw .missing(.point) }
    return (point, detail ?? CoTDetail())
  }

  private static func point(_ element: CoTElement) throws(CoTError) -> CoTPoint {
    var fields = try ElementFields(element, .point)
    guard let latitude = fields.text("lat") else { throw .missing(.latitude) }
    guard let longitude = fields.text("lon") else { throw .missing(.longitude) }
    let point = try CoTPoint(
      latitude: number(latitude, .latitude), longitude: number(longitude, .longitude),
      height: fields.text("hae").map { text throws(CoTError) in try number(text, .height) },
      circularError: fields.text("ce").map { text throws(CoTError) in try number(text, .circularError) },
      linearError: fields.text("le").map { text throws(CoTError) in try number(text, .linearError) })
    guard try fields.rest().isEmpty else { throw .invalid(.point) }
    return point
  }

  private static func detail(_ element: CoTElement) throws(CoTError) -> CoTDetail {
    guard element.attributes.isEmpty else { throw .invalid(.detail) }
    var detail = CoTDetail()
    for part in element.content {
      switch part {
      case .element(let child): try detail.add(child)
      case .text(let text): guard text.isBlank else { throw .invalid(.detail) }
      }
    }
    return detail
  }

  private static func number(_ text: CoTText, _ field: CoTField) throws(CoTError) -> Double {
    guard let number = DecimalNumber.value(of: text.description) else { throw .invalid(field) }
    return number
  }

  private static func line(_ text: CoTText?, _ field: CoTField) throws(CoTError) -> CoTLine {
    guard let text else { throw .missing(field) }
    guard let line = CoTLine(text) else { throw .invalid(field) }
    return line
  }

  private static func time(_ text: CoTText?, _ field: CoTField) throws(CoTError) -> CoTTime {
    guard let text else { throw .missing(field) }
    do { return try CoTTime(text.description) } catch { throw .invalid(field) }
  }
}
