/// What both parsers do with tokens: look, take, stay inside brackets, report what they cannot read and go on.
///
/// ``limit`` is the row of the bracket that closes what is being read: no construct reads beyond it, so a mistake
/// spoils at most the brackets around it.
protocol TokenParser {
  var table: TokenTable { get }
  var builder: SourceUnitBuilder { get set }
  var index: Int { get set }
  var limit: Int { get set }
  var depth: Int { get set }
  /// Inside parentheses the end of a line means nothing.
  var ignoresLines: Bool { get set }
  /// Whether the bracket around the current place is never closed.
  var isUnclosed: Bool { get set }
  /// The last stretch that could not be read, not yet in the builder: neighbours are joined.
  var unread: Range<Int>? { get set }
}

extension TokenParser {
  /// Brackets, blocks and operands inside each other that are followed; deeper ones are reported and skipped. The
  /// stack of an ordinary thread holds this many with room to spare.
  static var deepest: Int { 120 }

  typealias Kind = SourceToken.Kind

  func token(_ row: Int) -> SourceToken { row < limit ? table.tokens[row] : table.tokens[table.tokens.count - 1] }
  func kind(ahead count: Int) -> Kind { index + count < limit ? table.tokens[index + count].kind : .end }
  var kind: Kind { index < limit ? table.tokens[index].kind : .end }
  var isAtEnd: Bool { index >= limit }
  /// Where the current token begins; behind the last one, where that ends.
  var offset: Int { Int(table.tokens[min(index, table.tokens.count - 1)].start) }
  var previousEnd: Int { index > 0 ? Int(table.tokens[index - 1].end) : 0 }
  /// Whether a line ended before the current token, where that counts.
  var startsLine: Bool { !ignoresLines && index < limit && table.tokens[index].flags.contains(.startsLine) }
  var followsBlank: Bool { index < limit && table.tokens[index].flags.contains(.followsBlank) }

  func text(_ token: SourceToken) -> String { String(decoding: table.bytes[token.range], as: UTF8.self) }

  /// The tokens as one text without blanks.
  func joined(_ rows: Range<Int>) -> String {
    var bytes: [UInt8] = []
    for row in rows { bytes += table.bytes[table.tokens[row].range] }
    return String(decoding: bytes, as: UTF8.self)
  }

  mutating func take(_ wanted: Kind) -> Bool {
    guard kind == wanted else { return false }
    index += 1
    return true
  }

  /// The row behind the bracket that opens at a row; nil when it is never closed here.
  func behindGroup(_ row: Int) -> Int? {
    let partner = Int(table.partners[row])
    return partner > row && partner < limit ? partner + 1 : nil
  }

  /// Reads what the bracket at the current token holds. Afterwards the current token is the one behind it.
  mutating func group(ignoringLines: Bool, _ body: (inout Self) -> Void) {
    let open = index
    let outer = limit
    let outerIgnoresLines = ignoresLines
    let outerIsUnclosed = isUnclosed
    let close = behindGroup(open).map { $0 - 1 }
    index += 1
    limit = close ?? outer
    ignoresLines = ignoringLines
    isUnclosed = close == nil
    if isUnclosed { cannotRead(table.tokens[open].range) }
    if depth < Self.deepest {
      depth += 1
      body(&self)
      depth -= 1
    } else if index < limit {
      skip(to: limit)
    }
    if let close {
      if index < close { skip(to: close) }
      index = close + 1
    }
    limit = outer
    ignoresLines = outerIgnoresLines
    isUnclosed = outerIsUnclosed
  }

  /// Reports the tokens from the current one to the row as unreadable and goes there.
  mutating func skip(to row: Int) {
    guard row > index else { return }
    cannotRead(offset..<Int(table.tokens[row - 1].end))
    index = row
  }

  mutating func skipOne() { skip(to: index + 1) }

  /// Gives up an expression that is nested too deeply: on to what ends it.
  mutating func skipExpression() {
    var row = index
    while row < limit {
      switch table.tokens[row].kind {
      case .comma, .semicolon: return skip(to: row)
      default: break
      }
      if row > index, !ignoresLines, table.tokens[row].flags.contains(.startsLine) { break }
      row = behindGroup(row) ?? row + 1
    }
    skip(to: min(row, limit))
  }

  mutating func cannotRead(_ range: Range<Int>) {
    if let last = unread, range.lowerBound >= last.lowerBound, range.lowerBound <= last.upperBound + 2 {
      unread = last.lowerBound..<max(last.upperBound, range.upperBound)
      return
    }
    if let unread { builder.region(.unreadable, unread) }
    unread = range
  }

  /// Hands what could not be read to the builder. To be called once, at the end.
  mutating func reportUnread() {
    if let unread { builder.region(.unreadable, unread) }
    unread = nil
    for range in table.unreadable { builder.region(.unreadable, range) }
  }

  /// Whether a condition asks for a debug build: true for `BuildConfig.DEBUG`, `config.isDebug` and
  /// `flags and FLAG_DEBUGGABLE != 0`, false for their opposites.
  func asksForDebugBuild(_ condition: ExpressionID, steps: Int = 0) -> Bool? {
    guard condition.isPresent, steps < 16 else { return nil }
    let node = builder.expressions[Int(condition.raw)]
    let first = ExpressionID(raw: node.first)
    switch node.kind {
    case .call where node.listCount == 0: return asksForDebugBuild(first, steps: steps + 1)
    case .tuple where node.listCount == 1:
      return asksForDebugBuild(builder.lists[Int(node.listStart)].value, steps: steps + 1)
    case .name, .member:
      let name = builder.names[Int(node.name.raw)]
      if ["isDebug", "isDebugBuild", "isDebuggable"].contains(name) { return true }
      guard name == "DEBUG", node.kind == .member, first.isPresent else { return nil }
      return builder.names[Int(builder.expressions[Int(first.raw)].name.raw)] == "BuildConfig" ? true : nil
    case .unary where builder.names[Int(node.name.raw)] == "!":
      return asksForDebugBuild(first, steps: steps + 1).map { !$0 }
    case .binary:
      let sides = [first, builder.lists[Int(node.listStart)].value].map { asksForDebugBuild($0, steps: steps + 1) }
      switch builder.names[Int(node.name.raw)] {
      case "&&": return sides.contains(true) ? true : nil
      case "||": return sides.contains(false) ? false : nil
      case "!=", "==":
        let operands = [first, builder.lists[Int(node.listStart)].value]
        guard operands.contains(where: { isZero($0) }), operands.contains(where: { masksDebugFlag($0) }) else {
          return nil
        }
        return builder.names[Int(node.name.raw)] == "!="
      default: return nil
      }
    default: return nil
    }
  }

  private func isZero(_ value: ExpressionID) -> Bool {
    guard value.isPresent else { return false }
    let node = builder.expressions[Int(value.raw)]
    return node.kind == .number && builder.names[Int(node.name.raw)] == "0"
  }

  /// `flags and FLAG_DEBUGGABLE`, `flags & FLAG_DEBUGGABLE`
  private func masksDebugFlag(_ value: ExpressionID, steps: Int = 0) -> Bool {
    guard value.isPresent, steps < 6 else { return false }
    let node = builder.expressions[Int(value.raw)]
    let values = (0..<Int(node.listCount)).map { builder.lists[Int(node.listStart) + $0].value }
    switch node.kind {
    case .name, .member: return builder.names[Int(node.name.raw)] == "FLAG_DEBUGGABLE"
    case .tuple, .binary:
      return (node.kind == .tuple ? [] : [ExpressionID(raw: node.first)]).contains {
        masksDebugFlag($0, steps: steps + 1)
      } || values.contains { masksDebugFlag($0, steps: steps + 1) }
    case .call: return values.contains { masksDebugFlag($0, steps: steps + 1) }
    default: return false
    }
  }
}
