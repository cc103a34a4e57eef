/// Takes the attributes of a known element apart.
struct ElementFields {
  private let field: CoTField
  private let attributes: [CoTAttribute]
  /// One bit for each attribute that was asked for.
  private var taken: UInt64 = 0

  /// - Throws: ``CoTError/invalid(_:)`` when the element holds anything but attributes and `content` is false.
  init(_ element: CoTElement, _ field: CoTField, content: Bool = false) throws(CoTError) {
    guard content || element.content.allSatisfy({ !$0.isElement && element.text?.isBlank == true }) else {
      throw .invalid(field)
    }
    guard element.attributes.count <= CoTLimits.mostAttributes else {
      throw .tooMany(limit: CoTLimits.mostAttributes)
    }
    self.field = field
    attributes = element.attributes
  }

  mutating func text(_ name: String) -> CoTText? {
    for place in attributes.indices where attributes[place].name == name {
      taken |= 1 << UInt64(place)
      return attributes[place].value
    }
    return nil
  }

  mutating func line(_ name: String) throws(CoTError) -> CoTLine? {
    guard let text = text(name) else { return nil }
    guard let line = CoTLine(text) else { throw .invalid(field) }
    return line
  }

  mutating func number(_ name: String) throws(CoTError) -> Double? {
    guard let text = text(name) else { return nil }
    guard let number = DecimalNumber.value(of: text.description) else { throw .invalid(field) }
    return number
  }

  /// What nobody asked for, with its order. A namespace would change what the known names mean.
  func rest() throws(CoTError) -> [CoTAttribute] {
    if taken.nonzeroBitCount == attributes.count { return [] }
    let left = attributes.indices.filter { taken & (1 << UInt64($0)) == 0 }.map { attributes[$0] }
    guard !left.contains(where: { $0.name == "xmlns" }) else { throw .invalid(field) }
    return left
  }

  /// Attributes of a known element as they are written: those with a value, then the rest.
  static func attributes(_ known: [(String, CoTLine?)], and more: [CoTAttribute]) -> [CoTAttribute] {
    known.compactMap { name, line in line.map { CoTAttribute(known: name, CoTText($0)) } } + more
  }
}
