/// Takes the attributes of a known element apart.
struct ElementFields {
  private let field: CoTField
  private let markup: ScannedMarkup
  private let attributes: Range<Int>
  /// One bit for each attribute that was asked for.
  private var taken: UInt64 = 0

  /// - Throws: ``CoTError/invalid(_:)`` when the element holds anything but attributes and `content` is false.
  init(_ element: ScannedElement, _ field: CoTField, content: Bool = false) throws(CoTError) {
    guard content || element.tag.content.isEmpty || element.elements.isEmpty && element.isWithoutText else {
      throw .invalid(field)
    }
    guard element.tag.attributes.count <= CoTLimits.mostAttributes else {
      throw .tooMany(limit: CoTLimits.mostAttributes)
    }
    self.field = field
    markup = element.markup
    attributes = element.tag.attributes
  }

  /// The value of the first attribute of this name, which counts as asked for.
  mutating func value(_ name: StaticString) -> ScannedMarkup.Text? {
    let count = name.utf8CodeUnitCount
    for place in attributes {
      let attribute = markup.attributes[place]
      if attribute.name.count == count, markup.bytes.says(name, at: attribute.name) {
        return take(place)
      }
    }
    return nil
  }

  mutating func text(_ name: StaticString) -> CoTText? { value(name).map(markup.text) }

  mutating func line(_ name: StaticString) throws(CoTError) -> CoTLine? { try line(name, field) }

  /// - Throws: ``CoTError/invalid(_:)`` with `field` for a value that is no line.
  mutating func line(_ name: StaticString, _ field: CoTField) throws(CoTError) -> CoTLine? {
    guard let value = value(name) else { return nil }
    return try line(of: value, field)
  }

  /// The line of the attribute with this name and number, such as `uid0`.
  mutating func line(_ name: String, number: Int) throws(CoTError) -> CoTLine? {
    let name = name + "\(number)"
    guard let place = attributes.first(where: { markup.bytes.string(markup.attributes[$0].name) == name }) else {
      return nil
    }
    return try line(of: take(place), field)
  }

  mutating func number(_ name: StaticString) throws(CoTError) -> Double? { try number(name, field) }

  /// - Throws: ``CoTError/invalid(_:)`` with `field` for a value that is no number.
  mutating func number(_ name: StaticString, _ field: CoTField) throws(CoTError) -> Double? {
    guard let value = value(name) else { return nil }
    return try number(of: value, field)
  }

  func number(of value: ScannedMarkup.Text, _ field: CoTField) throws(CoTError) -> Double {
    guard let number = markup.withBytes(of: value, { DecimalNumber.value(of: $0) }) else { throw .invalid(field) }
    return number
  }

  /// - Throws: ``CoTError/invalid(_:)`` with `field` for a value that is no moment.
  mutating func time(_ name: StaticString, _ field: CoTField) throws(CoTError) -> CoTTime? {
    guard let value = value(name) else { return nil }
    guard let time = markup.withBytes(of: value, { CoTTime(bytes: $0) }) else { throw .invalid(field) }
    return time
  }

  /// What nobody asked for, with its order. A namespace would change what the known names mean.
  func rest() throws(CoTError) -> [CoTAttribute] {
    if taken.nonzeroBitCount == attributes.count { return [] }
    let left = attributes.filter { taken & bit($0) == 0 }.map(markup.attribute)
    guard !left.contains(where: { $0.name == "xmlns" }) else { throw .invalid(field) }
    return left
  }

  private mutating func take(_ place: Int) -> ScannedMarkup.Text {
    taken |= bit(place)
    return markup.attributes[place].value
  }

  private func bit(_ place: Int) -> UInt64 { 1 << UInt64(place - attributes.lowerBound) }

  private func line(of value: ScannedMarkup.Text, _ field: CoTField) throws(CoTError) -> CoTLine {
    guard let line = markup.line(value) else { throw .invalid(field) }
    return line
  }

  /// Attributes of a known element as they are written: those with a value, then the rest.
  static func attributes(_ known: [(String, CoTLine?)], and more: [CoTAttribute]) -> [CoTAttribute] {
    known.compactMap { name, line in line.map { CoTAttribute(known: name, CoTText($0)) } } + more
  }
}
