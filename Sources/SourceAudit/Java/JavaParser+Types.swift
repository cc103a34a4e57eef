extension JavaParser {
  private static let longestTypeArguments = 128

  /// The row behind the type that begins at a row; nil when none does. Looks along the tokens, without recursion.
  func behindType(_ start: Int) -> Int? {
    var row = start
    while true {
      while row < limit, table.tokens[row].kind == .at { row = behindAnnotation(row) }
      guard isName(row) || word(row).isPrimitive else { return nil }
      row += 1
      if row < limit, table.tokens[row].kind == .less {
        guard let next = behindTypeArguments(row) else { return nil }
        row = next
      }
      guard row + 1 < limit, table.tokens[row].kind == .dot, isName(row + 1) else { break }
      row += 1
    }
    return behindDimensions(row)
  }

  func behindDimensions(_ start: Int) -> Int {
    var row = start
    while row + 1 < limit, table.tokens[row].kind == .leftBracket, table.tokens[row + 1].kind == .rightBracket {
      row += 2
    }
    if row < limit, table.tokens[row].kind == .ellipsis { row += 1 }
    return row
  }

  /// The row behind `<…>`; nil when the sign means less-than.
  func behindTypeArguments(_ start: Int) -> Int? {
    var row = start
    var open = 0
    let end = min(limit, start + Self.longestTypeArguments)
    while row < end {
      switch table.tokens[row].kind {
      case .less: open += 1
      case .greater:
        open -= 1
        if open == 0 { return row + 1 }
      case .word where word(row).isHard && !word(row).isPrimitive && word(row) != .extends && word(row) != .super:
        return nil
      case .word, .comma, .dot, .question, .bitAnd, .at, .leftBracket, .rightBracket: break
      default: return nil
      }
      row += 1
    }
    return nil
  }

  func behindAnnotation(_ start: Int) -> Int {
    var row = start + 1
    while isName(row) {
      row += 1
      guard row < limit, table.tokens[row].kind == .dot else { break }
      row += 1
    }
    if row < limit, table.tokens[row].kind == .leftParen { row = behindGroup(row) ?? row }
    return max(row, start + 1)
  }

  /// Takes a type as it is written, without blanks and annotations; empty when there is none.
  mutating func takeType() -> String {
    guard let end = behindType(index) else { return "" }
    while kind == .at { index = behindAnnotation(index) }
    let start = index
    index = end
    return start < end ? joined(start..<end) : ""
  }

  mutating func takeTypeParameters() {
    if kind == .less, let end = behindTypeArguments(index) { index = end }
  }

  mutating func takeTypes() -> [String] {
    var types: [String] = []
    repeat {
      let type = takeType()
      if type.isEmpty { break }
      types.append(type)
    } while take(.comma)
    return types
  }

  /// Whether `(type)` stands here and what follows can be cast.
  var isAtCast: Bool {
    guard kind == .leftParen, let end = behindGroup(index), var row = behindType(index + 1) else { return false }
    while row < end - 1, table.tokens[row].kind == .bitAnd, let next = behindType(row + 1) { row = next }
    guard row == end - 1, end < limit else { return false }
    let isPrimitive = word(index + 1).isPrimitive && row == index + 2
    switch table.tokens[end].kind {
    case .word: return word(end) != .instanceof
    case .number, .character, .text, .leftParen, .not, .bitNot: return true
    case .plus, .minus, .increment, .decrement: return isPrimitive
    default: return false
    }
  }

  /// Whether a local variable is declared here: a type, then a name.
  var isAtLocal: Bool {
    guard isAtName || word.isPrimitive, let row = behindType(index), isName(row) else { return false }
    guard row + 1 < limit else { return true }
    switch table.tokens[row + 1].kind {
    case .assign, .semicolon, .comma, .colon, .leftBracket: return true
    default: return table.tokens[row + 1].flags.contains(.startsLine)
    }
  }
}
