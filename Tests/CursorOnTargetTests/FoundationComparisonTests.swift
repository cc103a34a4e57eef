import CursorOnTarget
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What Foundation's reader makes of the same bytes: our reader refuses where that one loses or changes something.
@Suite("Beside Foundation's XML reader")
struct FoundationComparisonTests {
  private final class Collector: NSObject, XMLParserDelegate {
    var elements: [(String, [String: String])] = []
    var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) { elements.append((name, attributes)) }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
  }

  private func foundation(_ bytes: [UInt8]) -> (isRead: Bool, seen: Collector) {
    let parser = XMLParser(data: Data(bytes))
    let collector = Collector()
    parser.delegate = collector
    return (parser.parse(), collector)
  }

  @Test("Both read the same attributes and texts of the same events", arguments: EventFiles.names)
  func agree(name: String) throws {
    let event = try EventFiles.event(name)
    let written = try CoTWriter().bytes(event)
    let (isRead, original) = try foundation(EventFiles.bytes(name))
    let (isReadAgain, canonical) = foundation(written)
    #expect(isRead && isReadAgain)
    #expect(original.elements[0].1["uid"] == event.uid.description)
    #expect(canonical.elements[0].1["uid"] == event.uid.description)
    #expect(Set(original.elements.map(\.0)) == Set(canonical.elements.map(\.0)))
    for (element, attributes) in canonical.elements where element != "event" && element != "point" {
      #expect(original.elements.contains { $0.0 == element && $0.1 == attributes || element == "track" })
    }
    if let text = event.detail.remarks?.text { #expect(canonical.text == text.description) }
  }

  #if os(Linux)
    @Test("A second event, which Foundation loses without a word, is refused")
    func secondEvent() throws {
      let bytes = Array((EventFiles.text() + EventFiles.text(uid: "uid=\"SECOND\"")).utf8)
      let (_, seen) = foundation(bytes)
      #expect(!seen.elements.contains { $0.1["uid"] == "SECOND" })
      #expect(throws: CoTError.self) { try CoTReader().read(bytes) }
    }

    @Test("An entity, which Foundation drops from the text, is refused")
    func entity() throws {
      let text =
        "<!DOCTYPE event [<!ENTITY a \"A\">]>" + EventFiles.text(detail: "<detail><remarks>x&a;y</remarks></detail>")
      let (isRead, seen) = foundation(Array(text.utf8))
      #expect(isRead && seen.text == "xy")
      #expect(throws: CoTError.self) { try EventFiles.read(text) }
    }

    @Test("Ten thousand levels, which Foundation follows, are refused")
    func depth() throws {
      let tags = String(repeating: "<a>", count: 9_000) + String(repeating: "</a>", count: 9_000)
      let text = EventFiles.text(detail: "<detail>\(tags)</detail>")
      #expect(foundation(Array(text.utf8)).isRead)
      #expect(throws: CoTError.tooDeep(limit: 16)) { try EventFiles.read(text) }
    }
  #endif
}
