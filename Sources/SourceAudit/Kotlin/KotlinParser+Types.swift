extension KotlinParser {
  /// Types are read by looking along the tokens, not by recursion. More tokens than this are no type arguments.
  private static let longestTypeArguments = 128

  /// The row behind the type that begins at a row; nil when none does.
  func behindType(_ start: Int) -> Int? {
    var row = start
    while true {
      var isFunction = false
      row = behindTypeMarks(row)
      guard row < limit else { return nil }
      if table.tokens[row].kind == .leftParen {
        guard let next = behindGroup(row) else { return nil }
        row = next
        isFunction = true
      } else if isName(row) {
        row += 1
        if row < limit, table.tokens[row].kind == .less {
          guard let next = behindTypeArguments(row) else { return nil }
          row = next
        }
      } else {
        return nil
      }
      while row < limit, table.tokens[row].kind == .question || isQuestionAndDot(row) {
        if isQuestionAndDot(row) { break }
        row += 1
      }
      guard row < limit else { return row }
      switch table.tokens[row].kind {
      case .arrow:
        // `is Foo ->` in `when` is no function type.
        guard isFunction else { return row }
        row += 1
      case .bitAnd: row += 1
      case .dot, .safeDot:
        // A further part of the name, or the parameters of a function with a receiver.
        guard isName(row + 1) || (row + 1 < limit && table.tokens[row + 1].kind == .leftParen) else { return row }
        row += 1
      default: return row
      }
    }
  }

  private func isQuestionAndDot(_ row: Int) -> Bool { table.tokens[row].kind == .safeDot }

  /// Annotations and words such as `suspend` before a type.
  private func behindTypeMarks(_ start: Int) -> Int {
    var row = start
    while row < limit {
      if table.tokens[row].kind == .at {
        row = behindAnnotation(row)
      } else if [.suspend, .vararg, .noinline, .crossinline, .out].contains(word(row)), startsType(row + 1) {
        row += 1
      } else if word(row) == .in {
        row += 1
      } else {
        break
      }
    }
    return row
  }

  private func startsType(_ row: Int) -> Bool {
    row < limit && (isName(row) || table.tokens[row].kind == .leftParen || table.tokens[row].kind == .at)
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
      case .leftParen:
        guard let next = behindGroup(row) else { return nil }
        row = next - 1
      case .word where word(row).isHard && word(row) != .in: return nil
      case .word, .quotedName, .comma, .dot, .safeDot, .question, .star, .colon, .bitAnd, .arrow, .at: break
      default: return nil
      }
      row += 1
    }
    return nil
  }

  /// Takes a type as it is written, without blanks, annotations and marks of variance; empty when there is none.
  mutating func takeType() -> String {
    guard let end = behindType(index) else { return "" }
    let start = behindTypeMarks(index)
    index = end
    return start < end ? joined(start..<end) : ""
  }

  mutating func takeTypeParameters() {
    if kind == .less, let end = behindTypeArguments(index) { index = end }
  }

  /// `where T : A, T : B`
  mutating func takeConstraints() {
    guard word == .where else { return }
    index += 1
    repeat {
      while kind == .at { index = behindAnnotation(index) }
      guard isAtName else { return }
      index += 1
      if take(.colon) { _ = takeType() }
    } while take(.comma)
  }
}
