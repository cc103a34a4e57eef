/// Reads tokens of Java into a unit: recursive descent that never gives up a file.
struct JavaParser: TokenParser {
  let table: TokenTable
  var builder: SourceUnitBuilder
  var index = 0
  var limit: Int
  var depth = 0
  var ignoresLines = true
  var isUnclosed = false
  var unread: Range<Int>?
  /// What the branches of the `switch` around the current place yield.
  var yielded: [ExpressionID] = []

  init(_ text: SourceText, number: Int) {
    table = JavaLexer.table(text.text)
    limit = table.tokens.count - 1
    builder = SourceUnitBuilder(text, language: .java, number: number)
  }

  // MARK: words

  func word(_ row: Int) -> JavaWord { row < limit ? JavaWord(rawValue: table.tokens[row].word) ?? .none : .none }
  var word: JavaWord { word(index) }
  func isName(_ row: Int) -> Bool { row < limit && table.tokens[row].kind == .word && !word(row).isHard }
  var isAtName: Bool { isName(index) }

  mutating func take(_ wanted: JavaWord) -> Bool {
    guard word == wanted else { return false }
    index += 1
    return true
  }

  /// The name at a row, with its escapes resolved.
  func name(_ row: Int) -> String {
    row < limit ? TextEscapes.resolved(table.bytes[table.tokens[row].range]) : ""
  }

  mutating func takeName() -> String {
    guard isAtName else { return "" }
    index += 1
    return name(index - 1)
  }

  // MARK: the file

  mutating func readFile() {
    while !isAtEnd {
      let before = index
      if take(.semicolon) { continue }
      switch word {
      case .package:
        index += 1
        _ = dottedName()
      case .import: readImport()
      case .none where isAtAnnotatedPackage: _ = readModifiers()
      default: readMember(of: "")
      }
      if index == before { skipOne() }
    }
  }

  /// `@NonNullApi package a.b;`
  private var isAtAnnotatedPackage: Bool {
    var row = index
    while row + 1 < limit, table.tokens[row].kind == .at, isName(row + 1) {
      row += 2
      while row + 1 < limit, table.tokens[row].kind == .dot { row += 2 }
      if row < limit, table.tokens[row].kind == .leftParen, let next = behindGroup(row) { row = next }
    }
    return row > index && word(row) == .package
  }

  mutating func dottedName() -> [String] {
    guard kind == .word else { return [] }
    var parts = [name(index)]
    index += 1
    while kind == .dot, kind(ahead: 1) == .word {
      parts.append(name(index + 1))
      index += 2
    }
    return parts
  }

  private mutating func readImport() {
    let start = offset
    index += 1
    _ = take(.static)
    let parts = dottedName()
    var alias = parts.last ?? ""
    if kind == .dot, kind(ahead: 1) == .star {
      index += 2
      alias = "*"
    }
    builder.declare(.importing, name: alias, type: parts.joined(separator: "."), at: start, end: previousEnd)
  }
}
