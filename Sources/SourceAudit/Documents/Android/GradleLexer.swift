import UntrustedInput

/// Splits build files into tokens: Groovy, Kotlin and version catalogues. Never fails: what it does not know is a sign.
struct GradleLexer {
  enum Style { case script, catalogue }

  private let bytes: [UInt8]
  private let style: Style
  private var index = 0
  private var line = 1
  private var column = 1
  private var tokens: [GradleToken] = []
  /// Where the first text or comment begins that does not end.
  private var brokenLine: Int?

  private init(_ text: String, _ style: Style) {
    bytes = Array(text.utf8)
    self.style = style
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  static func tokens(_ text: String, style: Style = .script) -> (tokens: [GradleToken], brokenLine: Int?) {
    var lexer = GradleLexer(text, style)
    while lexer.index < lexer.bytes.count { lexer.readToken() }
    return (lexer.tokens, lexer.brokenLine)
  }

  private func at(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }

  private mutating func advance() {
    if bytes[index] == 10 {
      line += 1
      column = 1
    } else if index + 1 == bytes.count || bytes[index + 1] & 0xC0 != 0x80 {
      column += 1
    }
    index += 1
  }

  private mutating func pass(_ count: Int) {
    for _ in 0..<count where index < bytes.count { advance() }
  }

  private func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 65...90, 97...122, 48...57, UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
    case UInt8(ascii: "-"), UInt8(ascii: "."): style == .catalogue
    default: false
    }
  }

  private mutating func readToken() {
    let place = TextPosition(line: line, column: column)
    let byte = bytes[index]
    switch byte {
    case 10:
      advance()
      tokens.append(GradleToken(kind: .lineEnd, text: "\n", position: place))
    case 0x20, 9, 13: advance()
    case UInt8(ascii: "#") where style == .catalogue || index == 0: skipLine()
    case UInt8(ascii: "/") where at(1) == UInt8(ascii: "/") && style == .script: skipLine()
    case UInt8(ascii: "/") where at(1) == UInt8(ascii: "*") && style == .script: skipComment()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): readText(byte, place)
    case UInt8(ascii: "`"):
      advance()
    default:
      if isWord(byte) { return readWord(place) }
      advance()
      let pair = byte == UInt8(ascii: "=") && index < bytes.count && bytes[index] == UInt8(ascii: "=")
      if pair { advance() }
      tokens.append(
        GradleToken(kind: .sign, text: pair ? "==" : String(UnicodeScalar(byte)), position: place))
    }
  }

  private mutating func skipLine() { while index < bytes.count, bytes[index] != 10 { advance() } }

  private mutating func skipComment() {
    let first = line
    pass(2)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), at(1) == UInt8(ascii: "/") { return pass(2) }
      advance()
    }
    brokenLine = brokenLine ?? first
  }

  private mutating func readWord(_ place: TextPosition) {
    let first = index
    while index < bytes.count, isWord(bytes[index]) { advance() }
    let isNumber = (48...57).contains(bytes[first])
    tokens.append(
      GradleToken(
        kind: isNumber ? .number : .word, text: String(decoding: bytes[first..<index], as: UTF8.self), position: place))
  }

  private mutating func readText(_ quote: UInt8, _ place: TextPosition) {
    let isLong = at(1) == quote && at(2) == quote
    pass(isLong ? 3 : 1)
    var content: [UInt8] = []
    var hasTemplate = false
    while true {
      guard index < bytes.count, isLong || bytes[index] != 10 else {
        brokenLine = brokenLine ?? place.line
        break
      }
      let byte = bytes[index]
      if byte == quote, !isLong || (at(1) == quote && at(2) == quote) {
        pass(isLong ? 3 : 1)
        break
      }
      if byte == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] != 10 {
        advance()
      } else if byte == UInt8(ascii: "$"), quote == UInt8(ascii: "\"") {
        hasTemplate = true
        if at(1) == UInt8(ascii: "{") {
          skipTemplate()
          continue
        }
      }
      content.append(bytes[index])
      advance()
    }
    tokens.append(
      GradleToken(
        kind: .text, text: String(decoding: content, as: UTF8.self), position: place, hasTemplate: hasTemplate))
  }

  /// `${ … }` with quotes of its own inside.
  private mutating func skipTemplate() {
    var depth = 0
    while index < bytes.count, bytes[index] != 10 {
      if bytes[index] == UInt8(ascii: "\"") {
        advance()
        while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != 10 { advance() }
        guard index < bytes.count, bytes[index] != 10 else { return }
      }
      if bytes[index] == UInt8(ascii: "{") { depth += 1 }
      if bytes[index] == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return advance() }
      }
      advance()
    }
  }
}
