/// An element to take apart, as it was scanned.
struct ScannedElement {
  let tag: ScannedMarkup.Tag
  let markup: ScannedMarkup

  var name: String { markup.bytes.string(tag.name) }

  func isNamed(_ name: StaticString) -> Bool { markup.bytes.says(name, at: tag.name) }

  /// What stands directly between its tags.
  var content: Content { Content(markup: markup, place: tag.content.lowerBound, end: tag.content.upperBound) }

  enum Part {
    case element(ScannedElement)
    case text(ScannedMarkup.Text)
  }

  struct Content: Sequence, IteratorProtocol {
    let markup: ScannedMarkup
    var place: Int
    let end: Int

    mutating func next() -> Part? {
      guard place < end else { return nil }
      switch markup.nodes[place] {
      case .text(let text):
        place += 1
        return .text(text)
      case .element(let tag):
        place = tag.content.upperBound
        return .element(ScannedElement(tag: tag, markup: markup))
      }
    }
  }

  /// The elements directly below.
  var elements: [ScannedElement] {
    content.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The first text directly below; nil without any. There is no other where no element stands between.
  var text: CoTText? {
    for case .text(let text) in content { return markup.text(text) }
    return nil
  }

  /// Whether no text but blanks stands directly below.
  var isWithoutText: Bool {
    content.allSatisfy { if case .text(let text) = $0 { markup.isBlank(text) } else { true } }
  }

  /// The element with everything below, as it is kept.
  var kept: CoTElement {
    CoTElement(
      known: name, attributes: tag.attributes.map(markup.attribute),
      content: content.map { part in
        switch part {
        case .element(let element): .element(element.kept)
        case .text(let text): .text(markup.text(text))
        }
      })
  }
}
