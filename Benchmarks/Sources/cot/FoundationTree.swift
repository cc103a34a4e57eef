import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The least that a program keeps of an event read by Foundation: elements, their attributes and texts. Numbers and times stay
/// text here, and nothing is checked, which is less than our reader does.
final class FoundationTree: NSObject, XMLParserDelegate {
  final class Element {
    let name: String
    let attributes: [String: String]
    var text = ""
    var children: [Element] = []

    init(_ name: String, _ attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }
  }

  private(set) var root: Element?
  private var open: [Element] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    let element = Element(name, attributes)
    if let parent = open.last { parent.children.append(element) } else { root = element }
    open.append(element)
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }

  static func read(_ data: Data) -> Element? {
    let parser = XMLParser(data: data)
    let tree = FoundationTree()
    parser.delegate = tree
    return parser.parse() ? tree.root : nil
  }

  /// Without keeping anything.
  static func walk(_ data: Data) -> Int {
    let parser = XMLParser(data: data)
    let counter = Counter()
    parser.delegate = counter
    return parser.parse() ? counter.attributes : 0
  }

  private final class Counter: NSObject, XMLParserDelegate {
    var attributes = 0

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) { self.attributes += attributes.count }
  }
}
