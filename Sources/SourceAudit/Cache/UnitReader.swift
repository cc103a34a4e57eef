/// Reads what ``UnitWriter`` wrote. The bytes are not trusted: every count is held against the bytes that are there,
/// every row against its table, and trees must be trees; whatever does not fit is no unit.
package struct UnitReader: ~Copyable {
  private struct Unfit: Error {}

  private let bytes: UnsafeRawBufferPointer
  private var place = 0
  private let length: UInt32
  private var names = 0
  private var expressions = 0
  private var lists = 0
  private var declarations = 0

  private init(_ bytes: UnsafeRawBufferPointer, length: Int) {
    self.bytes = bytes
    self.length = UInt32(clamping: length)
  }

  /// Nil when the bytes are no unit of this text.
  static func tables(_ bytes: UnsafeRawBufferPointer, of text: SourceText) -> SourceTables? {
    tables(bytes, length: text.text.utf8.count)
  }

  /// Nil when the bytes are no unit of a text of that length.
  static func tables(_ bytes: UnsafeRawBufferPointer, length: Int) -> SourceTables? {
    var reader = UnitReader(bytes, length: length)
    return try? reader.read()
  }

  /// Nil when the bytes are no unit of this text.
  package static func unit(_ bytes: [UInt8], of text: SourceText, _ language: SourceLanguage, number: Int)
    -> SourceUnit?
  {
    bytes.withUnsafeBytes { tables($0, of: text) }.map {
      SourceUnit(text, language: language, number: number, $0, role: $0.role(of: text))
    }
  }

  private mutating func word() -> UInt32 {
    defer { place += 4 }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
  }

  /// From here on so many words may be read.
  private func need(words: Int) throws(Unfit) {
    guard words >= 0, words <= (bytes.count - place) / 4 else { throw Unfit() }
  }

  private func check(_ isFit: Bool) throws(Unfit) { if !isFit { throw Unfit() } }

  private mutating func name() throws(Unfit) -> NameID {
    let raw = word()
    try check(raw < names)
    return NameID(raw: raw)
  }

  private mutating func expression() throws(Unfit) -> ExpressionID {
    let raw = word()
    try check(raw < expressions)
    return ExpressionID(raw: raw)
  }

  private mutating func range(_ rows: Int) throws(Unfit) -> Range<UInt32> {
    let lower = word()
    let upper = word()
    try check(lower <= upper && upper <= rows)
    return lower..<upper
  }

  private mutating func read() throws(Unfit) -> SourceTables {
    try check(
      bytes.count >= UnitWriter.mark.count && bytes.prefix(UnitWriter.mark.count).elementsEqual(UnitWriter.mark))
    place = UnitWriter.mark.count
    try need(words: 9)
    names = Int(word())
    let textBytes = Int(word())
    expressions = Int(word())
    lists = Int(word())
    declarations = Int(word())
    let steps = Int(word())
    let attributes = Int(word())
    let typeNames = Int(word())
    let regions = Int(word())
    try check(names > 0 && expressions > 0 && declarations > 0)
    var tables = SourceTables()
    try readNames(textBytes, &tables)
    try need(words: expressions * 8 + lists * 2)
    try readExpressions(&tables)
    try need(words: declarations * 14)
    try readDeclarations(steps: steps, attributes: attributes, typeNames: typeNames, &tables)
    try need(words: steps * 4 + attributes * 3 + typeNames + regions * 3)
    try readRest(steps: steps, attributes: attributes, typeNames: typeNames, regions: regions, &tables)
    try check(place == bytes.count)
    return tables
  }

  private mutating func readNames(_ textBytes: Int, _ tables: inout SourceTables) throws(Unfit) {
    try need(words: names)
    try check(textBytes <= bytes.count - place - names * 4)
    var start = place + names * 4
    let end = start + textBytes
    tables.names = NameTable(capacity: names)
    for row in 0..<names {
      let count = Int(word())
      try check(count <= end - start)
      let part = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)]).bindMemory(to: UInt8.self)
      guard let text = String(validating: part, as: UTF8.self) else { throw Unfit() }
      // Each once, the empty text first.
      try check(tables.names.intern(text).raw == UInt32(row))
      start += count
    }
    try check(start == end)
    place = end
  }

  private mutating func readExpressions(_ tables: inout SourceTables) throws(Unfit) {
    tables.expressions.reserveCapacity(expressions)
    for row in 0..<UInt32(expressions) {
      let head = word()
      guard head < 1 << 16, let kind = ExpressionNode.Kind(rawValue: UInt8(head & 0xFF)) else { throw Unfit() }
      let name = try name()
      let first = word()
      let listStart = word()
      let listCount = word()
      let offset = word()
      let parent = try expression()
      let owner = word()
      // What is inside was read before, what is around behind.
      try check(first < (kind == .closure || kind == .object ? UInt32(declarations) : max(1, row)))
      try check(UInt64(listStart) + UInt64(listCount) <= UInt64(lists) && offset <= length)
      try check((parent.raw == 0 || parent.raw > row) && owner < declarations && (kind == .absent) == (row == 0))
      tables.expressions.append(
        ExpressionNode(
          kind: kind, flags: .init(rawValue: UInt8(head >> 8)), name: name, first: first, listStart: listStart,
          listCount: listCount, offset: offset, parent: parent, owner: DeclarationID(raw: owner)))
    }
    tables.lists.reserveCapacity(lists)
    for _ in 0..<lists { tables.lists.append(ListEntry(try name(), try expression())) }
    for (row, node) in tables.expressions.enumerated() where node.listCount > 0 {
      for entry in tables.lists[Int(node.listStart)..<Int(node.listStart + node.listCount)] {
        try check(entry.value.raw < row)
      }
    }
  }

  private mutating func readDeclarations(
    steps: Int, attributes: Int, typeNames: Int, _ tables: inout SourceTables
  ) throws(Unfit) {
    tables.declarations.reserveCapacity(declarations)
    for row in 0..<UInt32(declarations) {
      let head = word()
      guard head < 1 << 25, let kind = DeclarationRecord.Kind(rawValue: UInt8(head & 0xFF)) else { throw Unfit() }
      try check((kind == .file) == (row == 0))
      let keyword = try name()
      let name = try name()
      let type = try self.name()
      let parent = word()
      try check(row == 0 ? parent == 0 : parent < row)
      let value = try expression()
      let offset = word()
      let end = word()
      try check(offset <= length && end <= length)
      var record = DeclarationRecord(
        keyword: keyword, kind: kind, flags: .init(rawValue: UInt16(head >> 8 & 0xFFFF)), name: name, type: type,
        parent: DeclarationID(raw: parent), value: value, offset: offset, end: end)
      record.supertypes = try range(typeNames)
      record.attributes = try range(attributes)
      record.steps = try range(steps)
      record.hasBody = head >> 24 == 1
      tables.declarations.append(record)
    }
  }

  private mutating func readRest(
    steps: Int, attributes: Int, typeNames: Int, regions: Int, _ tables: inout SourceTables
  ) throws(Unfit) {
    tables.steps.reserveCapacity(steps)
    for _ in 0..<steps {
      let head = word()
      guard head < 1 << 16, let kind = BodyStep.Kind(rawValue: UInt8(head & 0xFF)),
        let block = BodyStep.Block(rawValue: UInt8(head >> 8))
      else { throw Unfit() }
      let value = try expression()
      let declaration = word()
      try check(declaration < declarations)
      tables.steps.append(
        BodyStep(
          kind: kind, block: block, value: value, declaration: DeclarationID(raw: declaration), offset: word()))
    }
    for _ in 0..<attributes {
      tables.attributes.append(AttributeRecord(name: try name(), call: try expression(), offset: word()))
    }
    for _ in 0..<typeNames { tables.typeNames.append(try name()) }
    for _ in 0..<regions {
      guard let kind = SourceRegion.Kind(rawValue: UInt8(clamping: word())) else { throw Unfit() }
      tables.regions.append(SourceRegion(kind: kind, start: word(), end: word()))
    }
  }
}
