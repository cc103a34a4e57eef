/// The grammar of one event's XML: a small part of XML 1.0, read forwards over bytes.
///
/// Source: XML 1.0 (fifth edition), sections 2.2 to 2.4, 2.11, 3.1, 3.3.3, 4.1.
struct EventScanner {
  let bytes: [UInt8]
  private let limits: CoTLimits
  private var index = 0
  private var elements = 0

  init(_ bytes: [UInt8], limits: CoTLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// The one element of a document, after at most one declaration.
  mutating func document() throws(CoTError) -> CoTElement {
    skipBlanks()
    if isAt("<?xml"), index + 5 < bytes.count, Self.isBlank(bytes[index + 5]) {
      try declaration()
      skipBlanks()
    }
    let root = try element(depth: 1)
    skipBlanks()
    guard index == bytes.count else {
      try refuseMarkup()
      throw .malformed(expected: "one event and nothing after it", offset: index)
    }
    return root
  }

  /// The elements of a text that has no root, as the detail in TAK's binary form; blanks may stand between them.
  mutating func fragment(depth: Int) throws(CoTError) -> [CoTElement] {
    var found: [CoTElement] = []
    skipBlanks()
    while index < bytes.count {
      found.append(try element(depth: depth))
      skipBlanks()
    }
    return found
  }

  private mutating func element(depth: Int) throws(CoTError) -> CoTElement {
    try refuseMarkup()
    guard depth <= limits.maximumDepth else { throw .tooDeep(limit: limits.maximumDepth) }
    elements += 1
    guard elements <= limits.maximumElements else { throw .tooMany(limit: limits.maximumElements) }
    try expect(UInt8(ascii: "<"), "a tag")
    let nameStart = index
    let name = try name()
    let nameEnd = index
    let attributes = try attributes()
    if index < bytes.count, bytes[index] == UInt8(ascii: "/") {
      index += 1
      try expect(UInt8(ascii: ">"), "'>'")
      return CoTElement(known: name, attributes: attributes)
    }
    try expect(UInt8(ascii: ">"), "the end of this tag")
    var content: [CoTContent] = []
    content.reserveCapacity(depth == 2 ? 8 : 1)
    while true {
      guard index < bytes.count else { throw .malformed(expected: "the end tag of an element", offset: index) }
      if bytes[index] != UInt8(ascii: "<") {
        content.append(.text(try text()))
      } else if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/") {
        index += 2
        for place in nameStart..<nameEnd {
          guard index < bytes.count, bytes[index] == bytes[place] else {
            throw .malformed(expected: "the end tag of this element", offset: index)
          }
          index += 1
        }
        skipBlanks()
        try expect(UInt8(ascii: ">"), "'>'")
        return CoTElement(known: name, attributes: attributes, content: content)
      } else {
        content.append(.element(try element(depth: depth + 1)))
      }
    }
  }

  /// Up to the end of the tag, which stays.
  private mutating func attributes() throws(CoTError) -> [CoTAttribute] {
    var found: [CoTAttribute] = []
    while true {
      let blank = skipBlanks()
      guard index < bytes.count else { throw .malformed(expected: "the end of a tag", offset: index) }
      if bytes[index] == UInt8(ascii: ">") || bytes[index] == UInt8(ascii: "/") { return found }
      guard blank else { throw .malformed(expected: "a blank", offset: index) }
      if found.isEmpty { found.reserveCapacity(8) }
      guard found.count < limits.maximumAttributes else { throw .tooMany(limit: limits.maximumAttributes) }
      let start = index
      let name = try name()
      if index < bytes.count, bytes[index] == UInt8(ascii: ":") { throw .forbidden(.namespace, offset: index) }
      guard !found.contains(where: { $0.name == name }) else { throw .duplicateAttribute(offset: start) }
      skipBlanks()
      try expect(UInt8(ascii: "="), "'='")
      skipBlanks()
      found.append(CoTAttribute(known: name, try value()))
    }
  }

  private mutating func value() throws(CoTError) -> CoTText {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
      throw .malformed(expected: "a value in quotes", offset: index)
    }
    let quote = bytes[index]
    index += 1
    let start = index
    // Most values are plain: no reference, no blank but the space, all ASCII.
    index = plainEnd(from: start, before: quote)
    if index < bytes.count, bytes[index] == quote {
      defer { index += 1 }
      return try plain(from: start)
    }
    var written = Array(bytes[start..<index])
    while index < bytes.count, bytes[index] != quote {
      switch bytes[index] {
      case UInt8(ascii: "<"): throw .malformed(expected: "&lt; inside a value", offset: index)
      case UInt8(ascii: "&"): try reference(into: &written)
      case 13:
        index += index + 1 < bytes.count && bytes[index + 1] == 10 ? 2 : 1
        written.append(0x20)
      case 9, 10:
        index += 1
        written.append(0x20)
      default:
        written.append(bytes[index])
        index += 1
      }
    }
    guard index < bytes.count else { throw .malformed(expected: "the end of a value", offset: start) }
    index += 1
    return try judged(written, from: start)
  }

  /// Up to the next `<`.
  private mutating func text() throws(CoTError) -> CoTText {
    let start = index
    index = plainEnd(from: start, before: UInt8(ascii: "]"))
    if index < bytes.count, bytes[index] == UInt8(ascii: "<") {
      return try plain(from: start)
    }
    var written = Array(bytes[start..<index])
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
      switch bytes[index] {
      case UInt8(ascii: "&"): try reference(into: &written)
      case UInt8(ascii: "]") where isAt("]]>"): throw .malformed(expected: "]]&gt; in text", offset: index)
      case 13:
        index += index + 1 < bytes.count && bytes[index + 1] == 10 ? 2 : 1
        written.append(10)
      default:
        written.append(bytes[index])
        index += 1
      }
    }
    return try judged(written, from: start)
  }

  private func plain(from start: Int) throws(CoTError) -> CoTText {
    guard index - start <= CoTText.maximumBytes else { throw .tooLarge(limit: CoTText.maximumBytes) }
    return CoTText(judged: string(start..<index))
  }

  /// Where the printable ASCII without `<`, `&` and that mark ends.
  private func plainEnd(from start: Int, before mark: UInt8) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var place = start
      while place < bytes.count, Self.isPlain(bytes[place]), bytes[place] != mark { place += 1 }
      return place
    }
  }

  /// A part that was scanned: a slice of the array would count its references.
  private func string(_ part: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer { bytes in
      String(decoding: UnsafeBufferPointer(rebasing: bytes[part]), as: UTF8.self)
    }
  }

  private func judged(_ written: [UInt8], from start: Int) throws(CoTError) -> CoTText {
    guard let text = String(validating: written, as: UTF8.self) else { throw .notUTF8 }
    guard CoTText.isSafe(text) else { throw .unsafeCharacter(offset: start) }
    guard written.count <= CoTText.maximumBytes else { throw .tooLarge(limit: CoTText.maximumBytes) }
    return CoTText(judged: text)
  }

  /// One of the five entities or a character reference.
  private mutating func reference(into written: inout [UInt8]) throws(CoTError) {
    let start = index
    guard let end = bytes[start...].prefix(11).firstIndex(of: UInt8(ascii: ";")) else {
      throw .malformed(expected: "a reference that ends with ';'", offset: start)
    }
    let name = bytes[start + 1..<end]
    index = end + 1
    guard name.first == UInt8(ascii: "#") else {
      switch String(decoding: name, as: UTF8.self) {
      case "lt": written.append(UInt8(ascii: "<"))
      case "gt": written.append(UInt8(ascii: ">"))
      case "amp": written.append(UInt8(ascii: "&"))
      case "apos": written.append(UInt8(ascii: "'"))
      case "quot": written.append(UInt8(ascii: "\""))
      default: throw .forbidden(.entity, offset: start)
      }
      return
    }
    let isHexadecimal = name.dropFirst().first == UInt8(ascii: "x")
    let digits = String(decoding: name.dropFirst(isHexadecimal ? 2 : 1), as: UTF8.self)
    guard digits.utf8.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) == true,
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(number)
    else { throw .malformed(expected: "a character reference", offset: start) }
    guard CoTText.isSafe(scalar) else { throw .unsafeCharacter(offset: start) }
    written += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
  }

  private mutating func name() throws(CoTError) -> String {
    let start = index
    guard index < bytes.count, CoTElement.isNameStart(bytes[index]) else {
      throw .malformed(expected: "a name", offset: index)
    }
    index = bytes.withUnsafeBufferPointer { bytes in
      var place = start + 1
      while place < bytes.count, CoTElement.isNamePart(bytes[place]) { place += 1 }
      return place
    }
    guard index - start <= 64 else { throw .malformed(expected: "a shorter name", offset: start) }
    if index < bytes.count, bytes[index] == UInt8(ascii: ":") { throw .forbidden(.namespace, offset: index) }
    return string(start..<index)
  }

  private mutating func declaration() throws(CoTError) {
    let start = index
    index += 5
    let found = try attributes(ofDeclaration: start)
    guard isAt("?>") else { throw .malformed(expected: "the end of the declaration", offset: index) }
    index += 2
    let allowed = ["version": ["1.0"], "encoding": ["utf-8", "us-ascii", "ascii"], "standalone": ["yes", "no"]]
    let order = ["version", "encoding", "standalone"].filter { name in found.contains { $0.name == name } }
    guard found.first?.name == "version", found.map(\.name) == order,
      found.allSatisfy({ allowed[$0.name]?.contains($0.value.description.lowercased()) == true })
    else { throw .malformed(expected: "a declaration of XML 1.0 in UTF-8", offset: start) }
  }

  private mutating func attributes(ofDeclaration start: Int) throws(CoTError) -> [CoTAttribute] {
    var found: [CoTAttribute] = []
    while skipBlanks(), index < bytes.count, bytes[index] != UInt8(ascii: "?") {
      guard found.count < 3 else { throw .malformed(expected: "a declaration of XML 1.0 in UTF-8", offset: start) }
      let name = try name()
      skipBlanks()
      try expect(UInt8(ascii: "="), "'='")
      skipBlanks()
      found.append(CoTAttribute(known: name, try value()))
    }
    return found
  }

  /// Names what XML would allow here, so that the refusal says more than "a name".
  private func refuseMarkup() throws(CoTError) {
    guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "!") || bytes[index + 1] == UInt8(ascii: "?") else {
      return
    }
    if isAt("<!--") { throw .forbidden(.comment, offset: index) }
    if isAt("<![CDATA[") { throw .forbidden(.characterData, offset: index) }
    if isAt("<!") { throw .forbidden(.documentType, offset: index) }
    if isAt("<?") { throw .forbidden(.processingInstruction, offset: index) }
  }

  private func isAt(_ text: StaticString) -> Bool {
    guard bytes.count - index >= text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount where bytes[index + offset] != text.utf8Start[offset] { return false }
    return true
  }

  @discardableResult @inline(__always)
  private mutating func skipBlanks() -> Bool {
    let start = index
    while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    return index > start
  }

  @inline(__always)
  private mutating func expect(_ byte: UInt8, _ expected: StaticString) throws(CoTError) {
    guard index < bytes.count, bytes[index] == byte else {
      throw .malformed(expected: "\(expected)", offset: index)
    }
    index += 1
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 10 || byte == 13 || byte == 9 }

  /// Printable ASCII without `<` and `&`.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte &- 0x20 < 0x5F && byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&")
  }
}
