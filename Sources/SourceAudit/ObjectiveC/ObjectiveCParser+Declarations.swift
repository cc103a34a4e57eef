extension ObjectiveCParser {
  /// `@interface A : B <C> … @end`, `@implementation A … @end`, `@protocol A … @end`
  mutating func readType() {
    let start = offset
    let keyword = directive
    index += 2
    let name = word
    guard !name.isEmpty else { return }
    index += 1
    if keyword == "protocol", kind == .semicolon || kind == .comma { return passStatement() }
    let isCategory = kind == .leftParen
    let id = builder.open(
      keyword == "implementation" || isCategory ? .typeExtension : .type, name: ObjectiveCNames.type(name),
      keyword: keyword == "protocol" ? "protocol" : "class", at: start)
    builder.setHasBody(id)
    if isCategory { index = behindGroup(index) ?? index + 1 }
    var types: [String] = []
    if take(.colon), kind == .word {
      types.append(ObjectiveCNames.type(word))
      index += 1
    }
    if take(.less) {
      while !isAtEnd, !take(.greater) {
        if kind == .word { types.append(word) }
        index += 1
      }
    }
    builder.setSupertypes(types, of: id)
    if kind == .leftBrace { group(ignoringLines: true) { $0.readFields() } }
    readMembers(hasBodies: keyword == "implementation")
    builder.close(end: previousEnd)
  }

  private mutating func readFields() {
    while !isAtEnd {
      let before = index
      if kind == .at { index += 2 }
      readDeclaration(kind: .property)
      if index == before { index += 1 }
    }
  }

  private mutating func readMembers(hasBodies: Bool) {
    while !isAtEnd {
      let before = index
      switch directive {
      case "end":
        index += 2
        return
      case "interface", "implementation": return
      case "property": readProperty()
      case "":
        if kind == .minus || kind == .plus {
          readMethod(hasBody: hasBodies)
        } else if !take(.semicolon) {
          readDeclaration(kind: .property)
        }
      case "optional", "required", "public", "private", "protected", "package": index += 2
      default: passStatement()
      }
      if index == before { index += 1 }
    }
  }

  private mutating func readProperty() {
    let start = offset
    index += 2
    var flags: DeclarationRecord.Flags = []
    if kind == .leftParen {
      let end = behindGroup(index) ?? index + 1
      let words = (index..<end).map { word($0) }
      if words.contains("class") { flags.insert(.isStatic) }
      if words.contains("weak") { flags.insert(.isWeak) }
      if words.contains("readonly") { flags.insert(.isConstant) }
      index = end
    }
    let first = index
    while !isAtEnd, kind != .semicolon, kind != .at { index = behindGroup(index) ?? index + 1 }
    let last = index
    _ = take(.semicolon)
    guard let row = (first..<last).last(where: { table.tokens[$0].kind == .word }) else { return }
    builder.declare(
      .property, name: word(row), type: typeText(first..<row), flags: flags, at: start, end: previousEnd)
  }

  /// `- (Type)first:(Type)a second:(Type)b { … }`
  private mutating func readMethod(hasBody: Bool) {
    let start = offset
    let isStatic = kind == .plus
    index += 1
    var type = ""
    if kind == .leftParen { type = takeTypeGroup() }
    var parts: [String] = []
    var parameters: [(name: String, type: String, place: Int)] = []
    while kind == .word || kind == .colon {
      let part = kind == .word ? word : ""
      if kind == .word { index += 1 }
      guard take(.colon) else {
        if parts.isEmpty { parts = [part] }
        break
      }
      parts.append(part)
      let written = kind == .leftParen ? takeTypeGroup() : ""
      while kind == .word, kind(ahead: 1) == .word, kind(ahead: 2) != .colon { index += 1 }
      parameters.append((word, written, offset))
      if kind == .word { index += 1 }
    }
    while !isAtEnd, kind != .leftBrace, kind != .semicolon, kind != .at { index = behindGroup(index) ?? index + 1 }
    guard hasBody, kind == .leftBrace || (kind == .semicolon && kind(ahead: 1) == .leftBrace) else {
      _ = take(.semicolon)
      return
    }
    _ = take(.semicolon)
    let (name, labels) = parameters.isEmpty ? (parts.first ?? "", []) : ObjectiveCNames.method(parts)
    let isInitializer = name.hasPrefix("init") && !isStatic
    let id = builder.open(
      isInitializer ? .initializer : .function, name: isInitializer ? "init" : name, type: type,
      flags: isStatic ? .isStatic : [], at: start)
    for (row, parameter) in parameters.enumerated() {
      builder.declare(
        .parameter, name: parameter.name, keyword: row < labels.count ? labels[row] : "", type: parameter.type,
        at: parameter.place, end: previousEnd)
    }
    readBody(of: id)
    builder.close(end: previousEnd)
  }

  private mutating func takeTypeGroup() -> String {
    let end = behindGroup(index) ?? index + 1
    let type = typeText(index + 1..<max(index + 1, end - 1))
    index = end
    return type
  }

  private static let marks: Set<String> = [
    "const", "static", "extern", "nullable", "nonnull", "_Nullable", "_Nonnull", "__strong", "__weak", "__block",
    "__autoreleasing", "__unsafe_unretained", "__nullable", "__nonnull", "__kindof", "inline", "volatile", "register",
    "IBOutlet", "IBAction", "UNUSED", "in", "out", "inout", "struct", "enum", "unsigned", "signed", "long", "constexpr",
    "FOUNDATION_EXPORT", "OBJC_EXPORT", "auto",
  ]

  func isMark(_ word: String) -> Bool { Self.marks.contains(word) }

  /// The name of a type without its marks, stars and generic arguments.
  func typeText(_ rows: Range<Int>) -> String {
    var depth = 0
    for row in rows {
      switch table.tokens[row].kind {
      case .less: depth += 1
      case .greater: depth -= 1
      case .word where depth == 0 && !isMark(word(row)): return ObjectiveCNames.type(word(row))
      default: continue
      }
    }
    return ""
  }

  /// A function, a variable or what is neither, at the level of a file or type.
  mutating func readDeclaration(kind wanted: DeclarationRecord.Kind) {
    let first = index
    var row = index
    var parens: Int?
    scan: while row < limit {
      switch table.tokens[row].kind {
      case .semicolon, .assign, .comma: break scan
      case .leftBrace: break scan
      case .at, .minus, .plus:
        if row > first { break scan }
      case .leftParen: parens = row
      default: break
      }
      row = behindGroup(row) ?? row + 1
    }
    guard row < limit else {
      index = limit
      return
    }
    switch table.tokens[row].kind {
    case .leftBrace:
      index = row
      if let parens, parens > first, self.table.tokens[parens - 1].kind == .word, word(first) != "typedef" {
        return readFunction(first, parens, at: row)
      }
      let head = (first..<row).map { word($0) }
      if head.contains("extern") || head.contains("namespace") {
        group(ignoringLines: true) { parser in
          while !parser.isAtEnd {
            let before = parser.index
            if !parser.take(.semicolon) { parser.readDeclaration(kind: wanted) }
            if parser.index == before { parser.index += 1 }
          }
        }
      } else {
        index = behindGroup(row) ?? limit
      }
    case .assign:
      index = first
      readVariables(kind: wanted, upTo: row)
    default:
      if wanted == .property, parens == nil, word(first) != "typedef", table.tokens[row].kind == .semicolon,
        let name = (first..<row).last(where: { table.tokens[$0].kind == .word }), name > first
      {
        builder.declare(
          .property, name: word(name), type: typeText(first..<name), at: Int(table.tokens[first].start),
          end: Int(table.tokens[row].end))
      }
      index = table.tokens[row].kind == .semicolon || table.tokens[row].kind == .comma ? row + 1 : max(row, first + 1)
    }
  }

  private mutating func readFunction(_ first: Int, _ parens: Int, at row: Int) {
    let id = builder.open(
      .function, name: word(parens - 1), type: typeText(first..<parens - 1), at: Int(table.tokens[first].start))
    index = parens
    declareParameters()
    index = row
    readBody(of: id)
    builder.close(end: previousEnd)
  }

  /// The parameters of a C function or a block, in the parentheses here.
  mutating func declareParameters() {
    guard kind == .leftParen, let end = behindGroup(index) else { return }
    var start = index + 1
    var row = start
    while row < end {
      let isLast = row == end - 1
      if isLast || table.tokens[row].kind == .comma {
        if let name = (start..<row).last(where: { table.tokens[$0].kind == .word }), name > start {
          builder.declare(
            .parameter, name: word(name), type: typeText(start..<name), at: Int(table.tokens[name].start),
            end: Int(table.tokens[name].end))
        }
        start = row + 1
      }
      row = isLast ? end : behindGroup(row) ?? row + 1
    }
    index = end
  }

  /// `static NSString *const kKey = @"k", *other = …;`
  mutating func readVariables(kind wanted: DeclarationRecord.Kind, upTo sign: Int) {
    let first = index
    guard let row = name(before: sign, from: first) else { return passStatement() }
    let type = typeText(first..<row)
    let isStatic = (first..<row).contains { word($0) == "static" || word($0) == "const" }
    declare(wanted, row, sign, type, isStatic ? [.isConstant] : [])
    while take(.comma) {
      let start = index
      while !isAtEnd, kind != .assign, kind != .comma, kind != .semicolon { index = behindGroup(index) ?? index + 1 }
      if let row = name(before: index, from: start) { declare(wanted, row, index, type, []) }
    }
    if !take(.semicolon), !isAtEnd { passStatement() }
  }

  /// The name that is declared: the last word, or the one inside `(^name)`.
  private func name(before sign: Int, from first: Int) -> Int? {
    var row = first
    while row < sign {
      if table.tokens[row].kind == .leftParen, token(row + 1).kind == .bitXor, token(row + 2).kind == .word {
        return row + 2
      }
      row += 1
    }
    var last: Int?
    row = first
    while row < sign {
      if table.tokens[row].kind == .word { last = row }
      row = behindGroup(row) ?? row + 1
    }
    return last
  }

  private mutating func declare(
    _ wanted: DeclarationRecord.Kind, _ row: Int, _ sign: Int, _ type: String, _ flags: DeclarationRecord.Flags
  ) {
    let start = Int(table.tokens[row].start)
    index = sign
    if wanted == .local {
      let value = take(.assign) ? readValue() : .none
      let id = builder.declare(
        .local, name: word(row), type: type, value: value, flags: flags, at: start, end: max(start, previousEnd))
      return builder.bind(id)
    }
    let id = builder.open(.property, name: word(row), type: type, flags: flags, at: start)
    if take(.assign) { builder.setValue(readValue(), of: id) }
    builder.close(end: max(start, previousEnd))
  }

  /// An expression, or the elements of a C array between braces.
  mutating func readValue() -> ExpressionID {
    guard kind == .leftBrace else { return readExpression() }
    let start = offset
    let list = readArguments().map { ListEntry(.none, $0.value) }
    return builder.expression(.array, list: list, at: start)
  }
}
