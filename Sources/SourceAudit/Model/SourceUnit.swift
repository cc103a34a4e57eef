import Synchronization

/// One file as every front end sees it: declarations, expressions and steps in flat tables, made once by a
/// ``SourceUnitBuilder`` and never changed.
///
/// Rules reach the tables through ``Declaration`` and ``Expression``, and find places by name, without a walk:
/// ``calls(_:)``, ``mentions(_:)``.
package final class SourceUnit: Sendable {
  /// Its row in the project.
  package let number: Int
  package let path: String
  package let language: SourceLanguage
  package let role: SourceRole
  package let text: SourceText
  package var names: [String] { table.texts }
  package let expressions: [ExpressionNode]
  package let lists: [ListEntry]
  package let declarations: [DeclarationRecord]
  package let steps: [BodyStep]
  package let attributes: [AttributeRecord]
  package let typeNames: [NameID]
  package let regions: [SourceRegion]
  /// Modules and names that the file imports, in full.
  package let imports: [String]
  /// The last part and the alias of what the file imports.
  package let importedNames: Set<String>
  private let table: NameTable
  private let lineStarts: [UInt32]
  /// Expressions of kind name and member by their name, calls by the name of what they call: compressed rows.
  private let mentionStarts: [UInt32]
  private let mentionRows: [ExpressionID]
  /// Expressions of the kinds that rules ask for most, in the order of ``listedKinds``: compressed rows.
  private let kindStarts: [UInt32]
  private let kindRows: [ExpressionID]
  private static let listedKinds: [ExpressionNode.Kind] = [.assignment, .call, .string, .forced, .cast, .dictionary]
  /// Declarations by their parent: compressed rows.
  private let childStarts: [UInt32]
  private let childRows: [DeclarationID]
  /// Of each declaration whether a variable or parameter stands directly in it.
  private let haveVariables: [Bool]
  private let valuedRows: [ExpressionID: DeclarationID]
  private let closureRows: [DeclarationID: ExpressionID]
  /// Made for those files that somebody looks into.
  let rowsByOffset = Mutex<RowsByOffset?>(nil)

  init(_ text: SourceText, language: SourceLanguage, number: Int, _ tables: SourceTables, role: SourceRole) {
    self.number = number
    path = text.path
    self.text = text
    self.language = language
    self.role = role
    var table = tables.names
    table.fit()
    self.table = table
    expressions = Self.fitted(tables.expressions)
    lists = Self.fitted(tables.lists)
    declarations = Self.fitted(tables.declarations)
    steps = Self.fitted(tables.steps)
    attributes = tables.attributes
    typeNames = tables.typeNames
    regions = tables.regions
    lineStarts = Self.lineStarts(text.text)
    let imported = declarations.filter { $0.kind == .importing }
    let texts = table.texts
    imports = imported.map { texts[Int($0.type.raw)] }
    importedNames = Set(
      imported.flatMap { record in
        let name = texts[Int(record.name.raw)]
        return name == "*" ? [name] : [name, Declaration.simpleTypeName(texts[Int(record.type.raw)])]
      })
    var valued: [ExpressionID: DeclarationID] = [:]
    for (row, declaration) in declarations.enumerated() where declaration.value.isPresent {
      valued[declaration.value] = DeclarationID(raw: UInt32(row))
    }
    valuedRows = valued
    var haveVariables = [Bool](repeating: false, count: declarations.count)
    for record in declarations where record.kind == .local || record.kind == .parameter {
      haveVariables[Int(record.parent.raw)] = true
    }
    self.haveVariables = haveVariables
    (mentionStarts, mentionRows) = Self.mentions(expressions, names: table.count)
    (kindStarts, kindRows) = Self.kinds(expressions)
    (childStarts, childRows) = Self.children(declarations)
    var closures: [DeclarationID: ExpressionID] = [:]
    for (row, node) in expressions.enumerated() where node.kind == .closure || node.kind == .object {
      closures[DeclarationID(raw: node.first)] = ExpressionID(raw: UInt32(row))
    }
    closureRows = closures
  }

  /// The same file in another role.
  func playing(_ role: SourceRole) -> SourceUnit {
    let tables = SourceTables(
      names: table, expressions: expressions, lists: lists, declarations: declarations,
      steps: steps, attributes: attributes, typeNames: typeNames, regions: regions)
    return SourceUnit(text, language: language, number: number, tables, role: role)
  }

  /// The expression of a closure or an anonymous object, by its declaration.
  func closureExpression(_ id: DeclarationID) -> Expression? {
    closureRows[id].map { Expression(unit: self, id: $0) }
  }

  /// The declaration whose start value the expression is.
  package func declaration(withValue id: ExpressionID) -> Declaration? {
    valuedRows[id].map { Declaration(unit: self, id: $0) }
  }

  func children(of id: DeclarationID) -> ArraySlice<DeclarationID> {
    if id == .file { Trace.note(allOf: self) }
    return scope(id)
  }

  /// The same, for the search for a variable: what is looked at beside variables does not count.
  func scope(_ id: DeclarationID) -> ArraySlice<DeclarationID> {
    childRows[Int(childStarts[Int(id.raw)])..<Int(childStarts[Int(id.raw) + 1])]
  }

  /// Whether a search for a variable finds any in a scope: types and files mostly have none.
  func hasVariables(in scope: DeclarationID) -> Bool { haveVariables[Int(scope.raw)] }

  // MARK: places

  /// The line from 1 and the column from 1 in Unicode scalars.
  package func position(_ offset: UInt32) -> (line: Int, column: Int) {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    let start = Int(lineStarts[low])
    var text = text.text
    let scalars = text.withUTF8 { bytes in
      bytes[min(start, bytes.count)..<max(start, min(Int(offset), bytes.count))].count { $0 & 0xC0 != 0x80 }
    }
    return (low + 1, scalars + 1)
  }

  /// The text of one line, without its end; empty beyond the file.
  package func line(_ line: Int) -> String {
    guard line >= 1, line <= lineStarts.count else { return "" }
    let start = Int(lineStarts[line - 1])
    var text = text.text
    return text.withUTF8 { bytes in
      var end = line < lineStarts.count ? Int(lineStarts[line]) : bytes.count
      while end > start, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      return String(decoding: bytes[min(start, end)..<end], as: UTF8.self)
    }
  }

  package func isInside(_ kind: SourceRegion.Kind, _ offset: UInt32) -> Bool {
    regions.contains { $0.kind == kind && $0.start <= offset && offset < $0.end }
  }

  // MARK: finding by name, as a judgement of another file may rest on it

  package func name(_ name: NameID) -> String { table[name] }

  package func row(of name: String) -> NameID? {
    Trace.note(presenceOf: name, in: self)
    return table.row(of: name)
  }

  /// The same, for a search inside of one declaration.
  func ownRow(of name: String) -> NameID? { table.row(of: name) }

  /// Every name, member and reference with one of these names, in source order per name.
  package func mentions(_ names: String...) -> [Expression] { mentions(names) }

  package func mentions(_ names: [String]) -> [Expression] {
    Trace.note(mentionsOf: names, in: self)
    return names.flatMap { name -> [Expression] in
      guard let row = table.row(of: name) else { return [] }
      return mentionRows[Int(mentionStarts[Int(row.raw)])..<Int(mentionStarts[Int(row.raw) + 1])].map {
        Expression(unit: self, id: $0)
      }
    }
  }

  /// What is assigned to under this name, in source order.
  func targets(_ name: String) -> [Expression] {
    Trace.note(mentionsOf: [name], in: self)
    guard let row = table.row(of: name) else { return [] }
    let rows = Int(mentionStarts[Int(row.raw)])..<Int(mentionStarts[Int(row.raw) + 1])
    return mentionRows[rows].compactMap { id -> Expression? in
      let parent = expressions[Int(expressions[Int(id.raw)].parent.raw)]
      return parent.kind == .assignment && parent.first == id.raw ? Expression(unit: self, id: id) : nil
    }
  }

  func countOfMentions(_ name: String) -> Int {
    Trace.note(mentionsOf: [name], in: self)
    guard let row = table.row(of: name) else { return 0 }
    return Int(mentionStarts[Int(row.raw) + 1] - mentionStarts[Int(row.raw)])
  }

  /// Every call of something with one of these names, whatever it is called on.
  package func calls(_ names: String...) -> [Expression] { calls(names) }

  package func calls(_ names: [String]) -> [Expression] {
    mentions(names).compactMap { mention in
      guard let parent = mention.parent, parent.kind == .call, parent.calleeID == mention.id else { return nil }
      return parent
    }
  }

  package var allExpressions: some Sequence<Expression> {
    Trace.note(allOf: self)
    return (1..<max(1, expressions.count)).lazy.map { Expression(unit: self, id: ExpressionID(raw: UInt32($0))) }
  }

  package var allDeclarations: some Sequence<Declaration> {
    Trace.note(allOf: self)
    return declarations.indices.lazy.map { Declaration(unit: self, id: DeclarationID(raw: UInt32($0))) }
  }

  /// Every assignment, in source order.
  package var assignments: [Expression] { all(.assignment) }

  /// Every expression of one kind, in source order.
  package func all(_ kind: ExpressionNode.Kind) -> [Expression] {
    Trace.note(allOf: self)
    if let place = Self.listedKinds.firstIndex(of: kind) {
      return kindRows[Int(kindStarts[place])..<Int(kindStarts[place + 1])].map { Expression(unit: self, id: $0) }
    }
    var found: [Expression] = []
    for (row, node) in expressions.enumerated() where node.kind == kind {
      found.append(Expression(unit: self, id: ExpressionID(raw: UInt32(row))))
    }
    return found
  }

  /// Without the room to grow that the reader needed: units live as long as the audit.
  private static func fitted<Row>(_ rows: [Row]) -> [Row] {
    rows.capacity > rows.count + rows.count / 8 ? rows.withUnsafeBufferPointer { Array($0) } : rows
  }

  private static func lineStarts(_ text: String) -> [UInt32] {
    var text = text
    return text.withUTF8 { bytes in
      var starts: [UInt32] = [0]
      starts.reserveCapacity(1 + bytes.count { $0 == UInt8(ascii: "\n") })
      for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(UInt32(index + 1)) }
      return starts
    }
  }

  private static func children(_ declarations: [DeclarationRecord]) -> ([UInt32], [DeclarationID]) {
    var starts = [UInt32](repeating: 0, count: declarations.count + 1)
    for declaration in declarations.dropFirst() { starts[Int(declaration.parent.raw) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var rows = [DeclarationID](repeating: .file, count: declarations.count - 1)
    var next = starts
    for (index, declaration) in declarations.enumerated().dropFirst() {
      rows[Int(next[Int(declaration.parent.raw)])] = DeclarationID(raw: UInt32(index))
      next[Int(declaration.parent.raw)] += 1
    }
    return (starts, rows)
  }

  private static func kinds(_ nodes: [ExpressionNode]) -> ([UInt32], [ExpressionID]) {
    // By the raw value of the kind; what is not listed lies behind the rest.
    var places = [Int](repeating: listedKinds.count, count: Int(UInt8.max) + 1)
    for (place, kind) in listedKinds.enumerated() { places[Int(kind.rawValue)] = place }
    var starts = [UInt32](repeating: 0, count: listedKinds.count + 2)
    for node in nodes { starts[places[Int(node.kind.rawValue)] + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var rows = [ExpressionID](repeating: .none, count: Int(starts[listedKinds.count]))
    var next = starts
    for (index, node) in nodes.enumerated() {
      let place = places[Int(node.kind.rawValue)]
      guard place < listedKinds.count else { continue }
      rows[Int(next[place])] = ExpressionID(raw: UInt32(index))
      next[place] += 1
    }
    return (starts, rows)
  }

  private static func mentions(_ nodes: [ExpressionNode], names: Int) -> ([UInt32], [ExpressionID]) {
    var starts = [UInt32](repeating: 0, count: names + 1)
    for node in nodes where node.kind == .name || node.kind == .member || node.kind == .reference {
      starts[Int(node.name.raw) + 1] += 1
    }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var rows = [ExpressionID](repeating: .none, count: Int(starts[names]))
    var next = starts
    for (index, node) in nodes.enumerated() where node.kind == .name || node.kind == .member || node.kind == .reference
    {
      rows[Int(next[Int(node.name.raw)])] = ExpressionID(raw: UInt32(index))
      next[Int(node.name.raw)] += 1
    }
    return (starts, rows)
  }
}
