extension KotlinLexer {
  /// `$$"…"`: as many `$` as stand before the quote begin an insertion. Any other `$` in code is unknown.
  mutating func readDollar() {
    var count = 0
    while byte(count) == UInt8(ascii: "$"), count < 64 { count += 1 }
    guard byte(count) == UInt8(ascii: "\"") else {
      position += 1
      return add(.unknown, from: position - 1)
    }
    position += count
    openText(dollars: count)
  }

  mutating func openText(dollars: Int) {
    let start = position
    let isRaw = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
    position += isRaw ? 3 : 1
    add(.textOpen, from: start)
    texts.append(OpenText(isRaw: isRaw, dollars: dollars, braces: nil))
  }

  /// Reads one piece, one insertion mark or the end of the text.
  mutating func readText(_ text: OpenText) {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\\") where !text.isRaw: position = min(position + 2, bytes.count)
      case UInt8(ascii: "\""):
        if let width = closing(text) {
          addPiece(from: start, text)
          position += width
          add(.textClose, from: position - width)
          texts.removeLast()
          return
        }
        position += 1
      case 10 where !text.isRaw:
        // The text never ended; the line does.
        addPiece(from: start, text)
        add(.textClose, from: position)
        unreadable.append(start..<position)
        texts.removeLast()
        return
      case UInt8(ascii: "$"):
        if insertion(text, pieceFrom: start) { return }
        position += 1
      default: position += 1
      }
    }
    addPiece(from: start, text)
  }

  /// The length of the closing quotes, or nil when the quote belongs to the text: a raw text ends with the last three
  /// of a run.
  private func closing(_ text: OpenText) -> Int? {
    guard text.isRaw else { return 1 }
    let isThree = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
    return isThree && byte(3) != UInt8(ascii: "\"") ? 3 : nil
  }

  private mutating func addPiece(from start: Int, _ text: OpenText) {
    guard position > start else { return }
    if text.isRaw { flags.insert(.isRaw) }
    add(.textPiece, from: start)
  }

  /// At a `$`: whether an insertion begins here; then its mark is a token, and for `$name` the name, too.
  private mutating func insertion(_ text: OpenText, pieceFrom start: Int) -> Bool {
    for index in 0..<text.dollars where byte(index) != UInt8(ascii: "$") { return false }
    let next = byte(text.dollars)
    if next == UInt8(ascii: "{") {
      addPiece(from: start, text)
      position += text.dollars + 1
      add(.insertOpen, from: position - text.dollars - 1)
      texts[texts.count - 1].braces = 0
      return true
    }
    guard next.isWordStart || next == UInt8(ascii: "`") else { return false }
    addPiece(from: start, text)
    position += text.dollars
    let name = position
    if next == UInt8(ascii: "`") {
      repeat { position += 1 } while position < bytes.count && byte() != UInt8(ascii: "`") && byte() != 10
      if byte() == UInt8(ascii: "`") { position += 1 }
    } else {
      repeat { position += 1 } while position < bytes.count && bytes[position].isWordPart
    }
    add(.textName, from: name)
    return true
  }
}
