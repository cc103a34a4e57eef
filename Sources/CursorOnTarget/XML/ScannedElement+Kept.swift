extension ScannedElement {
  /// An element as if it had been scanned.
  init(_ element: CoTElement) {
    var builder = Builder()
    tag = builder.add(element)
    markup = ScannedMarkup(
      bytes: builder.bytes, nodes: builder.nodes, attributes: builder.attributes, written: builder.written)
  }

  private struct Builder {
    var bytes: [UInt8] = []
    var nodes: [ScannedMarkup.Node] = []
    var attributes: [ScannedMarkup.Attribute] = []
    var written: [CoTText] = []

    mutating func add(_ element: CoTElement) -> ScannedMarkup.Tag {
      let name = part(element.name)
      let first = attributes.count
      for attribute in element.attributes {
        attributes.append(ScannedMarkup.Attribute(name: part(attribute.name), value: text(attribute.value)))
      }
      let own = first..<attributes.count
      let place = nodes.count
      nodes.append(.element(ScannedMarkup.Tag(name: name, attributes: own, content: place + 1..<place + 1)))
      for content in element.content {
        switch content {
        case .element(let child): _ = add(child)
        case .text(let text): nodes.append(.text(self.text(text)))
        }
      }
      let tag = ScannedMarkup.Tag(name: name, attributes: own, content: place + 1..<nodes.count)
      nodes[place] = .element(tag)
      return tag
    }

    private mutating func part(_ text: String) -> Range<Int> {
      let start = bytes.count
      bytes.append(contentsOf: text.utf8)
      return start..<bytes.count
    }

    private mutating func text(_ text: CoTText) -> ScannedMarkup.Text {
      written.append(text)
      return .written(written.count - 1)
    }
  }
}
