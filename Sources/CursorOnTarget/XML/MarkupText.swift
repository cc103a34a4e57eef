/// XML as it is written, within limits.
struct MarkupText {
  private let limits: CoTLimits
  private var bytes: [UInt8] = []
  private var elements = 0

  init(limits: CoTLimits) {
    self.limits = limits
    bytes.reserveCapacity(1024)
  }

  mutating func write(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func open(_ name: String) {
    bytes.append(UInt8(ascii: "<"))
    bytes.append(contentsOf: name.utf8)
  }

  mutating func attribute(_ name: String, _ value: String) {
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: name.utf8)
    write("=\"")
    escape(value, isAttribute: true)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func count(_ more: Int) { elements += more }

  func check(attributes: Int) throws(CoTError) {
    guard attributes <= limits.maximumAttributes else { throw .tooMany(limit: limits.maximumAttributes) }
  }

  mutating func element(_ element: CoTElement, depth: Int) throws(CoTError) {
    guard depth <= limits.maximumDepth else { throw .tooDeep(limit: limits.maximumDepth) }
    try check(attributes: element.attributes.count)
    count(1)
    guard bytes.count <= limits.maximumBytes else { throw .tooLarge(limit: limits.maximumBytes) }
    open(element.name)
    for attribute in element.attributes { self.attribute(attribute.name, attribute.value.description) }
    guard !element.content.isEmpty else { return write("/>") }
    bytes.append(UInt8(ascii: ">"))
    for part in element.content {
      switch part {
      case .text(let text): escape(text.description, isAttribute: false)
      case .element(let child): try self.element(child, depth: depth + 1)
      }
    }
    write("</")
    bytes.append(contentsOf: element.name.utf8)
    bytes.append(UInt8(ascii: ">"))
  }

  func finished() throws(CoTError) -> [UInt8] {
    guard bytes.count <= limits.maximumBytes else { throw .tooLarge(limit: limits.maximumBytes) }
    guard elements <= limits.maximumElements else { throw .tooMany(limit: limits.maximumElements) }
    return bytes
  }

  private mutating func escape(_ text: String, isAttribute: Bool) {
    var text = text
    text.withUTF8 { characters in
      var start = 0
      for place in characters.indices where Self.mayNeedEscape[Int(characters[place])] {
        guard let reference = Self.reference(characters[place], isAttribute) else { continue }
        bytes.append(contentsOf: characters[start..<place])
        write(reference)
        start = place + 1
      }
      bytes.append(contentsOf: characters[start...])
    }
  }

  private static let mayNeedEscape = (0...255).map { reference(UInt8($0), true) != nil }

  private static func reference(_ byte: UInt8, _ isAttribute: Bool) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case 13: "&#13;"
    case UInt8(ascii: "\"") where isAttribute: "&quot;"
    case 9 where isAttribute: "&#9;"
    case 10 where isAttribute: "&#10;"
    default: nil
    }
  }
}
