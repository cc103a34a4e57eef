/// The recursive descent below ``XMLReader``, over bytes that are known to be UTF-8.
struct MarkupScanner {
  var cursor: MarkupCursor
  private let limits: XMLReader
  private var elements = 0

  init(bytes: [UInt8], limits: XMLReader) {
    cursor = MarkupCursor(bytes)
    self.limits = limits
  }

  mutating func readDocument() throws(InputError) -> MarkupElement {
    cursor.skipMark()
    if cursor.isAt("<?xml"), cursor.isBlank(after: 5) { try readDeclaration() }
    try skipAround()
    if cursor.isAt("<!DOCTYPE") {
      try readDoctype()
      try skipAround()
    }
    let root = try readElement(depth: 0, scope: MarkupScope())
    try skipAround()
    guard cursor.atEnd else { throw .malformed(expected: "the end of the document", at: cursor.position) }
    return root
  }

  /// Blanks and comments around the root.
  private mutating func skipAround() throws(InputError) {
    while true {
      cursor.skipBlanks()
      guard cursor.isAt("<!--") else { return }
      try skipComment()
    }
  }

  /// `<?xml version="1.0" encoding="utf-8" standalone="no"?>`; any other version or encoding is refused.
  private mutating func readDeclaration() throws(InputError) {
    let start = cursor.position
    cursor.pass(5)
    var seen: [String] = []
    while true {
      cursor.skipBlanks()
      if cursor.isAt("?>") { break }
      let name = try cursor.readName()
      try cursor.expectEqualSign()
      let value = try cursor.readQuoted(maximum: 40)
      switch (name, value.lowercased()) {
      case ("version", "1.0"), ("encoding", "utf-8"), ("standalone", "yes"), ("standalone", "no"): seen.append(name)
      default: throw .malformed(expected: "version 1.0 and encoding UTF-8", at: start)
      }
    }
    cursor.pass(2)
    let order = ["version", "encoding", "standalone"]
    guard seen.first == "version", seen == order.filter(seen.contains) else {
      throw .malformed(expected: "version, then encoding, then standalone", at: start)
    }
  }

  private mutating func readDoctype() throws(InputError) {
    let start = cursor.position
    guard limits.allowsExternalDoctype else { throw .malformed(expected: "no document type", at: start) }
    cursor.pass(9)
    try cursor.expectBlank()
    _ = try cursor.readName()
    cursor.skipBlanks()
    for (word, count) in [("PUBLIC", 2), ("SYSTEM", 1)] where cursor.isAt(word) {
      cursor.pass(word.utf8.count)
      for number in 1...count {
        let hadBlank = cursor.skipBlanks()
        if number == 2, limits.allowsDeclarations, cursor.isAt(">") || cursor.isAt("[") { break }
        guard hadBlank else { throw .malformed(expected: "a blank", at: cursor.position) }
        _ = try cursor.readQuoted(maximum: 1024)
      }
      break
    }
    cursor.skipBlanks()
    if limits.allowsDeclarations, cursor.isAt("[") { try skipDeclarations() }
    guard cursor.isAt(">") else {
      throw .malformed(expected: "a document type without declarations of its own", at: start)
    }
    cursor.pass(1)
  }

  /// `[ … ]` up to the `>` behind it.
  private mutating func skipDeclarations() throws(InputError) {
    let start = cursor.position
    cursor.pass(1)
    while !cursor.atEnd {
      cursor.skipBlanks()
      if cursor.isAt("]") {
        cursor.pass(1)
        cursor.skipBlanks()
        return
      }
      if cursor.isAt("<!--") {
        try skipComment()
      } else if cursor.isAt("<!ELEMENT") || cursor.isAt("<!ATTLIST") || cursor.isAt("<!NOTATION") {
        try skipDeclaration()
      } else if !cursor.atEnd {
        throw .malformed(expected: "a document type without entities of its own", at: cursor.position)
      }
    }
    throw .malformed(expected: "the end of this document type", at: start)
  }

  /// Up to and including its `>`; one that stands in quotes ends nothing.
  private mutating func skipDeclaration() throws(InputError) {
    let start = cursor.position
    cursor.pass(2)
    while !cursor.atEnd {
      if cursor.isAt(">") {
        cursor.pass(1)
        return
      }
      guard !cursor.isAt("<"), !cursor.isAt("%") else {
        throw .malformed(expected: "a declaration without entities", at: cursor.position)
      }
      if cursor.isAt("\"") || cursor.isAt("'") {
        _ = try cursor.readQuoted(maximum: 1024)
      } else {
        try cursor.passCharacter()
      }
    }
    throw .malformed(expected: "the end of this declaration", at: start)
  }

  private mutating func skipComment() throws(InputError) {
    let start = cursor.position
    cursor.pass(4)
    while !cursor.atEnd {
      if cursor.isAt("--") {
        guard cursor.isAt("-->") else { throw .malformed(expected: "no -- inside a comment", at: cursor.position) }
        cursor.pass(3)
        return
      }
      try cursor.passCharacter()
    }
    throw .malformed(expected: "the end of this comment", at: start)
  }

  private mutating func readElement(depth: Int, scope: MarkupScope) throws(InputError) -> MarkupElement {
    let start = cursor.position
    guard depth < limits.maximumDepth else { throw .tooDeep(limit: limits.maximumDepth, at: start) }
    guard cursor.isAt("<") else { throw .malformed(expected: "an element", at: start) }
    cursor.pass(1)
    elements += 1
    guard elements <= limits.maximumElements else { throw .tooManyValues(limit: limits.maximumElements) }
    let name = try cursor.readName()
    let (written, isEmpty) = try readAttributes()
    var scope = scope
    try scope.declare(written)
    let namespace = try scope.address(ofElement: name, at: start)
    let attributes = try scope.resolve(written)
    var content: [MarkupContent] = []
    if !isEmpty {
      content = try readContent(depth: depth, scope: scope, opened: start)
      let end = cursor.position
      cursor.pass(2)
      guard try cursor.readName() == name else {
        throw .malformed(expected: "the end tag of the element that is open", at: end)
      }
      cursor.skipBlanks()
      try cursor.expect(">")
    }
    return MarkupElement(
      name: name, namespace: namespace, position: start, attributes: attributes, content: content)
  }

  /// Up to and including `>` or `/>`.
  private mutating func readAttributes() throws(InputError) -> (attributes: [MarkupAttribute], isEmpty: Bool) {
    var attributes: [MarkupAttribute] = []
    var names: Set<String> = []
    while true {
      let hadBlank = cursor.skipBlanks()
      if cursor.isAt(">") {
        cursor.pass(1)
        return (attributes, false)
      }
      if cursor.isAt("/>") {
        cursor.pass(2)
        return (attributes, true)
      }
      let place = cursor.position
      guard hadBlank else { throw .malformed(expected: "a blank, '>' or '/>'", at: place) }
      guard attributes.count < limits.maximumAttributes else { throw .tooManyValues(limit: limits.maximumAttributes) }
      let name = try cursor.readName()
      guard names.insert(name).inserted else { throw .duplicateName(at: place) }
      try cursor.expectEqualSign()
      attributes.append(MarkupAttribute(name: name, value: try cursor.readAttributeValue(), position: place))
    }
  }

  /// Up to the `</` that follows.
  private mutating func readContent(
    depth: Int, scope: MarkupScope, opened: TextPosition
  ) throws(InputError) -> [MarkupContent] {
    var content: [MarkupContent] = []
    var text: [UInt8] = []
    func flush() {
      if !text.isEmpty { content.append(.text(String(decoding: text, as: UTF8.self))) }
      text = []
    }
    while true {
      guard !cursor.atEnd else { throw .malformed(expected: "the end tag of this element", at: opened) }
      if cursor.isAt("</") {
        flush()
        return content
      } else if cursor.isAt("<!--") {
        try skipComment()
      } else if cursor.isAt("<![CDATA[") {
        guard limits.allowsCDATA else { throw .malformed(expected: "no CDATA section", at: cursor.position) }
        try cursor.readCDATA(into: &text)
      } else if cursor.isAt("<?") {
        throw .malformed(expected: "no processing instruction", at: cursor.position)
      } else if cursor.isAt("<") {
        flush()
        content.append(.element(try readElement(depth: depth + 1, scope: scope)))
      } else {
        try cursor.readText(into: &text)
      }
    }
  }
}
