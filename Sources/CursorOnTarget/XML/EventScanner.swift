/// The grammar of one event's XML: a small part of XML 1.0, read forwards over bytes.
///
/// Source: XML 1.0 (fifth edition), sections 2.2 to 2.4, 2.11, 3.1, 3.3.3, 4.1.
struct EventScanner {
  let bytes: [UInt8]
  private let limits: CoTLimits
  var index = 0
  private var elements = 0
  private var nodes: [ScannedMarkup.Node] = []
  private var attributes: [ScannedMarkup.Attribute] = []
  var written: [CoTText] = []

  init(_ bytes: [UInt8], limits: CoTLimits) {
    self.bytes = bytes
    self.limits = limits
    nodes.reserveCapacity(16)
    attributes.reserveCapacity(32)
  }

  /// What was scanned so far.
  var markup: ScannedMarkup {
    ScannedMarkup(bytes: bytes, nodes: nodes, attributes: attributes, written: written)
  }

  /// The one element of a document, after at most one declaration.
  mutating func document() throws(CoTError) -> ScannedMarkup.Tag {
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
  mutating func fragment(depth: Int) throws(CoTError) -> [ScannedElement] {
    var found: [ScannedMarkup.Tag] = []
    skipBlanks()
    while index < bytes.count {
      found.append(try element(depth: depth))
      skipBlanks()
    }
    let markup = markup
    return found.map { ScannedElement(tag: $0, markup: markup) }
  }

  private mutating func element(depth: Int) throws(CoTError) -> ScannedMarkup.Tag {
    try refuseMarkup()
    guard depth <= limits.maximumDepth else { throw .tooDeep(limit: limits.maximumDepth) }
    elements += 1
    guard elements <= limits.maximumElements else { throw .tooMany(limit: limits.maximumElements) }
    try expect(UInt8(ascii: "<"), "a tag")
    let name = try name()
    let own = try scanAttributes()
    let place = nodes.count
    let start = ScannedMarkup.Tag(name: name, attributes: own, content: place + 1..<place + 1)
    nodes.append(.element(start))
    if index < bytes.count, bytes[index] == UInt8(ascii: "/") {
      index += 1
      try expect(UInt8(ascii: ">"), "'>'")
      return start
    }
    try expect(UInt8(ascii: ">"), "the end of this tag")
    while true {
      guard index < bytes.count else { throw .malformed(expected: "the end tag of an element", offset: index) }
      if bytes[index] != UInt8(ascii: "<") {
        nodes.append(.text(try text()))
      } else if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/") {
        index += 2
        try endTag(of: name)
        let tag = ScannedMarkup.Tag(name: name, attributes: own, content: place + 1..<nodes.count)
        nodes[place] = .element(tag)
        return tag
      } else {
        _ = try element(depth: depth + 1)
      }
    }
  }

  private mutating func endTag(of name: Range<Int>) throws(CoTError) {
    for place in name {
      guard index < bytes.count, bytes[index] == bytes[place] else {
        throw .malformed(expected: "the end tag of this element", offset: index)
      }
      index += 1
    }
    skipBlanks()
    try expect(UInt8(ascii: ">"), "'>'")
  }

  /// Up to the end of the tag, which stays.
  private mutating func scanAttributes() throws(CoTError) -> Range<Int> {
    let first = attributes.count
    while true {
      let blank = skipBlanks()
      guard index < bytes.count else { throw .malformed(expected: "the end of a tag", offset: index) }
      if bytes[index] == UInt8(ascii: ">") || bytes[index] == UInt8(ascii: "/") { return first..<attributes.count }
      guard blank else { throw .malformed(expected: "a blank", offset: index) }
      guard attributes.count - first < limits.maximumAttributes else { throw .tooMany(limit: limits.maximumAttributes) }
      let name = try name()
      for other in first..<attributes.count where bytes.isSame(attributes[other].name, name) {
        throw .duplicateAttribute(offset: name.lowerBound)
      }
      try scanValue(of: name)
    }
  }

  private mutating func scanValue(of name: Range<Int>) throws(CoTError) {
    skipBlanks()
    try expect(UInt8(ascii: "="), "'='")
    skipBlanks()
    attributes.append(ScannedMarkup.Attribute(name: name, value: try value()))
  }

  private mutating func name() throws(CoTError) -> Range<Int> {
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
    return start..<index
  }

  private mutating func declaration() throws(CoTError) {
    let start = index
    index += 5
    let refusal = CoTError.malformed(expected: "a declaration of XML 1.0 in UTF-8", offset: start)
    while skipBlanks(), index < bytes.count, bytes[index] != UInt8(ascii: "?") {
      guard attributes.count < 3 else { throw refusal }
      try scanValue(of: name())
    }
    guard isAt("?>") else { throw .malformed(expected: "the end of the declaration", offset: index) }
    index += 2
    guard isDeclaration() else { throw refusal }
    attributes.removeAll(keepingCapacity: true)
  }

  /// Whether these are the attributes of a declaration, in their order.
  private func isDeclaration() -> Bool {
    var last = -1
    for attribute in attributes {
      let value = text(attribute.value).lowercased()
      let place =
        if bytes.says("version", at: attribute.name), value == "1.0" {
          0
        } else if bytes.says("encoding", at: attribute.name), ["utf-8", "us-ascii", "ascii"].contains(value) {
          1
        } else if bytes.says("standalone", at: attribute.name), value == "yes" || value == "no" {
          2
        } else {
          -1
        }
      guard place > last, last >= 0 || place == 0 else { return false }
      last = place
    }
    return last >= 0
  }

  private func text(_ text: ScannedMarkup.Text) -> String {
    switch text {
    case .plain(let part): bytes.string(part)
    case .written(let place): written[place].description
    }
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

  func isAt(_ text: StaticString) -> Bool {
    let end = index + text.utf8CodeUnitCount
    return end <= bytes.count && bytes.says(text, at: index..<end)
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
}
