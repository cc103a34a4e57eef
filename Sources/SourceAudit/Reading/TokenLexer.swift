/// What both lexers share: blanks, comments, numbers, characters and signs.
protocol TokenLexer {
  var bytes: [UInt8] { get }
  var position: Int { get set }
  var tokens: [SourceToken] { get set }
  var unreadable: [Range<Int>] { get set }
  /// What is true of the next token.
  var flags: SourceToken.Flags { get set }
}

extension TokenLexer {
  func byte(_ ahead: Int = 0) -> UInt8 { position + ahead < bytes.count ? bytes[position + ahead] : 0 }

  mutating func add(_ kind: SourceToken.Kind, from start: Int, word: UInt8 = 0) {
    tokens.append(
      SourceToken(
        kind: kind, word: word, flags: flags, start: UInt32(clamping: start), end: UInt32(clamping: position)))
    flags = []
  }

  mutating func skipLine() {
    while position < bytes.count, bytes[position] != 10 { position += 1 }
  }

  /// Blanks, ends of lines and comments; false when a token begins here.
  mutating func skipBlank(nestedComments: Bool) -> Bool {
    switch bytes[position] {
    case 10, 13:
      position += 1
      flags.insert([.startsLine, .followsBlank])
    case 32, 9, 12:
      position += 1
      flags.insert(.followsBlank)
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
      skipLine()
      flags.insert(.followsBlank)
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment(nested: nestedComments)
    case UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "|"):
      guard ConflictMarker.begins(bytes, at: position) else { return false }
      let start = position
      skipLine()
      unreadable.append(start..<position)
    default: return false
    }
    return true
  }

  private mutating func skipComment(nested: Bool) {
    let start = position
    var depth = 1
    position += 2
    while position < bytes.count, depth > 0 {
      if nested, bytes[position] == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if bytes[position] == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
      } else {
        if bytes[position] == 10 { flags.insert(.startsLine) }
        position += 1
      }
    }
    position = min(position, bytes.count)
    flags.insert(.followsBlank)
    if depth > 0 { unreadable.append(start..<bytes.count) }
  }

  mutating func readNumber() {
    let start = position
    let isHex = bytes[start] == UInt8(ascii: "0") && (byte(1) | 0x20) == UInt8(ascii: "x")
    while position < bytes.count {
      let current = bytes[position]
      if current.isWordPart {
        position += 1
        let isExponent = !isHex && (current | 0x20) == UInt8(ascii: "e")
        if isExponent, byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-"), byte(1).isDigit { position += 1 }
      } else if current == UInt8(ascii: "."), !isHex, byte(1).isDigit {
        position += 1
      } else {
        break
      }
    }
    add(.number, from: start)
  }

  mutating func readCharacter() {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "'"), bytes[position] != 10 {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position, bytes.count)
    if byte() == UInt8(ascii: "'") { position += 1 } else { unreadable.append(start..<position) }
    add(.character, from: start)
  }

  mutating func readSign(_ signs: SignTable) {
    let start = position
    if let (kind, width) = signs.first(in: bytes, at: start) {
      position += width
      return add(kind, from: start)
    }
    position += 1
    add(.unknown, from: start)
  }
}
