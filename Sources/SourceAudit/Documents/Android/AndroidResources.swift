import UntrustedInput

/// Strings, switches and numbers that resources name.
struct AndroidResources: Sendable {
  struct Entry: Sendable {
    let name: String
    let kind: String
    let value: String
    let file: SourceText
    let position: TextPosition
  }

  let entries: [Entry]
  private let byName: [String: [Int]]

  init(_ files: [AndroidXML]) {
    var entries: [Entry] = []
    for xml in files {
      for element in xml.root.elements {
        guard let name = element.attribute("name")?.value else { continue }
        let kind = element.localName == "item" ? element.attribute("type")?.value ?? "item" : element.localName
        guard ["string", "bool", "integer", "item"].contains(kind) else { continue }
        entries.append(
          Entry(name: name, kind: kind, value: element.text, file: xml.file, position: element.position))
      }
    }
    self.entries = entries
    byName = Dictionary(grouping: entries.indices) { entries[$0].kind + "/" + entries[$0].name }
  }

  /// What a value may be: itself, or what the resource that it names says in any source set.
  func values(of text: String) -> [String] {
    var waiting = [text]
    var found: [String] = []
    var looked = 0
    while let next = waiting.popLast(), looked < 32 {
      looked += 1
      guard next.hasPrefix("@"), let rows = byName[String(next.dropFirst())] else {
        found.append(next)
        continue
      }
      waiting += rows.prefix(8).map { entries[$0].value }
    }
    return found
  }
}
