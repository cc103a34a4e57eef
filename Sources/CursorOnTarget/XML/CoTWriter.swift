/// Writes exactly one event as the XML of CoT 2.0, always in the same way.
///
/// What it writes, ``CoTReader`` with the same limits reads as the same value; whatever stands in a text ends as text.
/// There is no declaration unless asked for, and nothing after the event.
public struct CoTWriter: Sendable {
  public var limits: CoTLimits
  /// Whether `<?xml …?>` and a line break stand before the event, as ATAK sends it.
  public var writesDeclaration: Bool

  public init(limits: CoTLimits = CoTLimits(), writesDeclaration: Bool = false) {
    self.limits = limits
    self.writesDeclaration = writesDeclaration
  }

  /// - Throws: ``CoTError`` `tooLarge`, `tooDeep` or `tooMany` for what ``CoTReader`` would refuse.
  public func bytes(_ event: CoTEvent) throws(CoTError) -> [UInt8] {
    // O.Source_1#901
    var text = MarkupText(limits: limits)
    if writesDeclaration { text.write("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n") }
    text.open("event")
    text.attribute("version", "2.0")
    text.attribute("uid", event.uid.description)
    text.attribute("type", event.type.description)
    text.attribute("how", event.how.description)
    text.attribute("time", event.time.description)
    text.attribute("start", event.start.description)
    text.attribute("stale", event.stale.description)
    var attributes = 7 + event.more.count
    for (name, value) in [("access", event.access), ("qos", event.qualityOfService), ("opex", event.operation)] {
      guard let value else { continue }
      text.attribute(name, value.description)
      attributes += 1
    }
    for attribute in event.more { text.attribute(attribute.name, attribute.value.description) }
    try text.check(attributes: attributes)
    text.write("><point")
    write(event.point, into: &text)
    text.write("/>")
    let elements = event.detail.elements
    text.count(elements.isEmpty ? 2 : 3)
    if !elements.isEmpty {
      text.write("<detail>")
      for element in elements { try text.element(element, depth: 3) }
      text.write("</detail>")
    }
    text.write("</event>")
    return try text.finished()
  }

  private func write(_ point: CoTPoint, into text: inout MarkupText) {
    let unknown = CoTPoint.unknown
    text.attribute("lat", DecimalNumber.text(point.latitude))
    text.attribute("lon", DecimalNumber.text(point.longitude))
    text.attribute("hae", DecimalNumber.text(point.height ?? unknown))
    text.attribute("ce", DecimalNumber.text(point.circularError ?? unknown))
    text.attribute("le", DecimalNumber.text(point.linearError ?? unknown))
  }
}
