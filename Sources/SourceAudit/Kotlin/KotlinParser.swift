/// Reads tokens of Kotlin into a unit: recursive descent that never gives up a file.
struct KotlinParser: TokenParser {
  let table: TokenTable
  var builder: SourceUnitBuilder
  var index = 0
  var limit: Int
  var depth = 0
  var ignoresLines = false
  var isUnclosed = false
  var unread: Range<Int>?
  /// Off while the head of a class is read: there a brace opens the class.
  var allowsTrailingLambda = true

  init(_ text: SourceText, number: Int) {
    table = KotlinLexer.table(text.text)
    limit = table.tokens.count - 1
    builder = SourceUnitBuilder(text, language: .kotlin, number: number)
  }

  // MARK: words

  func word(_ row: Int) -> KotlinWord {
    row < limit ? KotlinWord(rawValue: table.tokens[row].word) ?? .none : .none
  }
  var word: KotlinWord { word(index) }

  func isName(_ row: Int) -> Bool {
    guard row < limit else { return false }
    let token = table.tokens[row]
    return token.kind == .quotedName || (token.kind == .word && !word(row).isHard)
  }
  var isAtName: Bool { isName(index) }

  mutating func take(_ wanted: KotlinWord) -> Bool {
    guard word == wanted else { return false }
    index += 1
    return true
  }

  /// The name at a row, without backticks.
  func name(_ row: Int) -> String {
    guard row < limit else { return "" }
    let token = table.tokens[row]
    guard token.kind == .quotedName || table.bytes[Int(token.start)] == UInt8(ascii: "`") else { return text(token) }
    return text(token).filter { $0 != "`" }
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
      case .package where isName(index + 1):
        index += 1
        _ = dottedName()
      case .import where isName(index + 1) && !followsStatement: readImport()
      default:
        if isAtFileAnnotation { _ = readAnnotations() } else { readStatement(.file) }
      }
      if index == before { skipOne() }
    }
  }

  /// `import` is a plain name elsewhere.
  private var followsStatement: Bool {
    index > 0 && !table.tokens[index].flags.contains(.startsLine) && table.tokens[index - 1].kind != .semicolon
  }

  private var isAtFileAnnotation: Bool {
    kind == .at && index + 2 < limit && kind(ahead: 2) == .colon && name(index + 1) == "file"
  }

  /// `a.b.c` as its parts.
  mutating func dottedName() -> [String] {
    var parts = [name(index)]
    index += 1
    while kind == .dot, index + 1 < limit, [.word, .quotedName].contains(kind(ahead: 1)) {
      parts.append(name(index + 1))
      index += 2
    }
    return parts
  }

  private mutating func readImport() {
    let start = offset
    index += 1
    let parts = dottedName()
    var alias = parts.last ?? ""
    if kind == .dot, kind(ahead: 1) == .star {
      index += 2
      alias = "*"
    }
    if take(.as) { alias = takeName() }
    builder.declare(.importing, name: alias, type: parts.joined(separator: "."), at: start, end: previousEnd)
  }
}
