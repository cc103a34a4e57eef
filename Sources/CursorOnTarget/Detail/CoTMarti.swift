/// To whom a server shall deliver the event; without it, to all who may see it.
public struct CoTMarti: Sendable, Hashable {
  public var destinations: [CoTDestination]
  /// Attributes that this type does not name.
  public private(set) var more: [CoTAttribute] = []

  public init(destinations: [CoTDestination]) { self.destinations = destinations }
}

extension CoTMarti: KnownElement {
  static let name = "marti"
  static let field = CoTField.marti

  init(_ element: ScannedElement) throws(CoTError) {
    let fields = try ElementFields(element, Self.field, content: true)
    guard element.isWithoutText, element.elements.allSatisfy({ $0.name == CoTDestination.name }) else {
      throw .invalid(.marti)
    }
    destinations = []
    for child in element.elements { destinations.append(try CoTDestination(child)) }
    more = try fields.rest()
  }

  var element: CoTElement {
    CoTElement(known: Self.name, attributes: more, content: destinations.map { .element($0.element) })
  }
}
