/// What a front end fills while it reads a file: expressions from the inside out, declarations opened and closed around
/// them. ``finish()`` makes the unit.
///
/// ```
/// let type = builder.open(.type, name: "Store", keyword: "class", at: 0)
/// builder.open(.function, name: "keep", at: 20)
/// builder.parameter(name: "token", label: "token", type: "String", at: 30)
/// let base = builder.expression(.name, name: "prefs", at: 50)
/// let call = builder.call(builder.expression(.member, name: "set", first: base, at: 56), [(label: "", builder.…)])
/// builder.evaluate(call)
/// builder.close(end: 80)
/// builder.close(end: 82)
/// ```
package struct SourceUnitBuilder {
  package let number: Int
  package let text: SourceText
  package let language: SourceLanguage
  private var table = NameTable()
  private(set) var expressions: [ExpressionNode] = []
  private(set) var lists: [ListEntry] = []
  private(set) var declarations: [DeclarationRecord] = []
  private(set) var steps: [BodyStep] = []
  private(set) var attributes: [AttributeRecord] = []
  private(set) var typeNames: [NameID] = []
  private(set) var regions: [SourceRegion] = []
  private var open: [(id: DeclarationID, steps: [BodyStep])] = []
  /// Blocks that are open in the code at top level.
  private var blocksAtTop = 0

  package init(_ text: SourceText, language: SourceLanguage, number: Int = 0) {
    self.text = text
    self.language = language
    self.number = number
    expressions.append(
      ExpressionNode(
        kind: .absent, flags: [], name: .none, first: 0, listStart: 0, listCount: 0, offset: 0, parent: .none,
        owner: .file))
    declarations.append(
      DeclarationRecord(
        keyword: .none, kind: .file, flags: [], name: .none, type: .none, parent: .file, offset: 0,
        end: UInt32(clamping: text.text.utf8.count), hasBody: true))
    open.append((.file, []))
  }

  // MARK: names

  package mutating func intern(_ text: String) -> NameID {
    table.intern(text)
  }

  /// Those that were interned, by their rows.
  var names: [String] { table.texts }

  func row(of name: String) -> NameID? { table.row(of: name) }

  // MARK: expressions

  /// Adds an expression; the kinds and what their fields mean are listed at ``ExpressionNode``.
  @discardableResult
  package mutating func expression(
    _ kind: ExpressionNode.Kind, name: String = "", first: ExpressionID = .none, list: [ListEntry] = [],
    flags: ExpressionNode.Flags = [], at offset: Int
  ) -> ExpressionID {
    expression(kind, interned: intern(name), first: first, list: list, flags: flags, at: offset)
  }

  package mutating func expression(
    _ kind: ExpressionNode.Kind, interned name: NameID, first: ExpressionID, list: [ListEntry],
    flags: ExpressionNode.Flags, at offset: Int
  ) -> ExpressionID {
    let id = ExpressionID(raw: UInt32(expressions.count))
    if first.isPresent { expressions[Int(first.raw)].parent = id }
    let start = UInt32(lists.count)
    for entry in list {
      if entry.value.isPresent { expressions[Int(entry.value.raw)].parent = id }
      lists.append(entry)
    }
    append(kind, flags, name, first.raw, start, UInt32(list.count), offset)
    return id
  }

  private mutating func append(
    _ kind: ExpressionNode.Kind, _ flags: ExpressionNode.Flags, _ name: NameID, _ first: UInt32, _ start: UInt32,
    _ count: UInt32, _ offset: Int
  ) {
    expressions.append(
      ExpressionNode(
        kind: kind, flags: flags, name: name, first: first, listStart: start, listCount: count,
        offset: UInt32(clamping: offset), parent: .none, owner: open[open.count - 1].id))
  }

  /// A call; the place is that of what is called.
  package mutating func call(
    _ callee: ExpressionID, _ arguments: [(label: String, value: ExpressionID)], flags: ExpressionNode.Flags = [],
    at offset: Int
  ) -> ExpressionID {
    var list: [ListEntry] = []
    list.reserveCapacity(arguments.count)
    for argument in arguments { list.append(ListEntry(intern(argument.label), argument.value)) }
    return expression(.call, interned: .none, first: callee, list: list, flags: flags, at: offset)
  }

  /// Lets a closure stand in a call that was read after it, beside the arguments: ``Expression/arguments`` does not list it.
  mutating func put(_ closure: ExpressionID, inside call: ExpressionID) {
    expressions[Int(closure.raw)].parent = call
  }

  /// The expression that stands for a closure or an anonymous object, after its declaration was closed.
  package mutating func expression(_ kind: ExpressionNode.Kind, of declaration: DeclarationID, at offset: Int)
    -> ExpressionID
  {
    let id = ExpressionID(raw: UInt32(expressions.count))
    append(kind, [], .none, declaration.raw, 0, 0, offset)
    return id
  }

  /// A piece of literal text in the list of a ``ExpressionNode/Kind/string``.
  package mutating func piece(_ text: String) -> ListEntry { ListEntry(intern(text), .none) }

  // MARK: declarations

  /// Opens a declaration inside the one that is open; every expression and step up to its ``close(end:)`` is its own.
  @discardableResult
  package mutating func open(
    _ kind: DeclarationRecord.Kind, name: String = "", keyword: String = "", type: String = "",
    flags: DeclarationRecord.Flags = [], at offset: Int
  ) -> DeclarationID {
    let id = DeclarationID(raw: UInt32(declarations.count))
    declarations.append(
      DeclarationRecord(
        keyword: intern(keyword), kind: kind, flags: flags, name: intern(name), type: intern(type), parent: current,
        offset: UInt32(clamping: offset), end: UInt32(clamping: offset)))
    open.append((id, []))
    return id
  }

  /// Closes the innermost open declaration.
  package mutating func close(end: Int) {
    guard open.count > 1, let closed = open.popLast() else { return }
    declarations[Int(closed.id.raw)].end = UInt32(clamping: end)
    store(closed.steps, of: closed.id)
  }

  private mutating func store(_ body: [BodyStep], of id: DeclarationID) {
    guard !body.isEmpty else { return }
    let start = UInt32(steps.count)
    steps += body
    declarations[Int(id.raw)].steps = start..<UInt32(steps.count)
    declarations[Int(id.raw)].hasBody = true
  }

  /// The innermost open declaration.
  package var current: DeclarationID { open[open.count - 1].id }
  package var depth: Int { open.count }
  /// Whether a variable that is declared here is seen up to the end of a block only.
  package var isInBody: Bool { open.count > 1 || blocksAtTop > 0 }

  /// A declaration without a body of its own: parameter, local, case, import, alias.
  @discardableResult
  package mutating func declare(
    _ kind: DeclarationRecord.Kind, name: String, keyword: String = "", type: String = "", value: ExpressionID = .none,
    flags: DeclarationRecord.Flags = [], at offset: Int, end: Int
  ) -> DeclarationID {
    let id = DeclarationID(raw: UInt32(declarations.count))
    declarations.append(
      DeclarationRecord(
        keyword: intern(keyword), kind: kind, flags: flags, name: intern(name), type: intern(type), parent: current,
        value: value, offset: UInt32(clamping: offset), end: UInt32(clamping: end)))
    return id
  }

  package mutating func setValue(_ value: ExpressionID, of id: DeclarationID) {
    declarations[Int(id.raw)].value = value
  }
  package mutating func setType(_ type: String, of id: DeclarationID) {
    let type = intern(type)
    declarations[Int(id.raw)].type = type
  }
  package mutating func setFlags(_ flags: DeclarationRecord.Flags, of id: DeclarationID) {
    declarations[Int(id.raw)].flags = flags
  }
  /// Says that there is a body although it may have no step.
  package mutating func setHasBody(_ id: DeclarationID) { declarations[Int(id.raw)].hasBody = true }

  package mutating func setSupertypes(_ types: [String], of id: DeclarationID) {
    let start = UInt32(typeNames.count)
    for type in types { typeNames.append(intern(type)) }
    declarations[Int(id.raw)].supertypes = start..<UInt32(typeNames.count)
  }

  /// - Parameter list: each with a call expression, or none when it has no arguments.
  package mutating func setAttributes(_ list: [(name: String, call: ExpressionID, offset: Int)], of id: DeclarationID) {
    guard !list.isEmpty else { return }
    let start = UInt32(attributes.count)
    for entry in list {
      attributes.append(
        AttributeRecord(name: intern(entry.name), call: entry.call, offset: UInt32(clamping: entry.offset)))
    }
    declarations[Int(id.raw)].attributes = start..<UInt32(attributes.count)
  }

  // MARK: steps of the open declaration

  package mutating func evaluate(_ value: ExpressionID) { step(.evaluate, value: value) }
  package mutating func yield(_ value: ExpressionID) { step(.yield, value: value) }
  package mutating func raise(_ value: ExpressionID) { step(.raise, value: value) }
  package mutating func condition(_ value: ExpressionID) { step(.condition, value: value) }
  package mutating func bind(_ declaration: DeclarationID) { step(.bind, declaration: declaration) }
  package mutating func openBlock(_ block: BodyStep.Block = .plain, at offset: Int) {
    if open.count == 1 { blocksAtTop += 1 }
    step(.open, block: block, offset: UInt32(clamping: offset))
  }
  package mutating func closeBlock(at offset: Int) {
    if open.count == 1 { blocksAtTop -= 1 }
    step(.close, offset: UInt32(clamping: offset))
  }

  private mutating func step(
    _ kind: BodyStep.Kind, block: BodyStep.Block = .plain, value: ExpressionID = .none,
    declaration: DeclarationID = .file, offset: UInt32? = nil
  ) {
    let place =
      offset ?? (value.isPresent ? expressions[Int(value.raw)].offset : declarations[Int(declaration.raw)].offset)
    open[open.count - 1].steps.append(
      BodyStep(kind: kind, block: block, value: value, declaration: declaration, offset: place))
  }

  package mutating func region(_ kind: SourceRegion.Kind, _ range: Range<Int>) {
    regions.append(
      SourceRegion(kind: kind, start: UInt32(clamping: range.lowerBound), end: UInt32(clamping: range.upperBound)))
  }

  /// Gives expressions the name behind the alias of an import: `e` for `err` of `import android.util.Log.e as err`.
  /// An alias that the file declares as something else stays.
  package mutating func resolveImportAliases() {
    var known: [NameID: NameID] = [:]
    for record in declarations
    where record.kind == .importing && record.name.raw > 0 && names[Int(record.name.raw)] != "*" {
      guard let last = names[Int(record.type.raw)].split(separator: ".").last.map(String.init) else { continue }
      let name = intern(last)
      if name != record.name { known[record.name] = name }
    }
    guard !known.isEmpty else { return }
    for record in declarations where record.kind != .importing { known[record.name] = nil }
    for row in expressions.indices {
      let node = expressions[row]
      guard node.kind == .name || node.kind == .reference && node.first == 0, let name = known[node.name] else {
        continue
      }
      expressions[row].name = name
    }
  }

  /// Closes what is still open and makes the unit.
  package consuming func finish() -> SourceUnit {
    while open.count > 1 { close(end: text.text.utf8.count) }
    store(open[0].steps, of: .file)
    let tables = SourceTables(
      names: table, expressions: expressions, lists: lists, declarations: declarations,
      steps: steps, attributes: attributes, typeNames: typeNames, regions: regions)
    return SourceUnit(text, language: language, number: number, tables, role: tables.role(of: text))
  }
}
