/// Looks at the shape of a text before the parser does, in one pass over its bytes.
///
/// The parser descends by recursion and looks ahead again at every level: unclosed `[` double its work each, other
/// repetitions square it, and a long chain without any bracket exhausts its stack. The limits here refuse the plain
/// forms at once; what gets past them meets ``FileDeadline``. Strings and comments count too, which errs towards
/// refusal.
struct NestingScan {
  /// Deeper brackets than any person writes; also handed to the parser.
  static let deepestBrackets = 64
  /// Levels of the syntax tree. A chain of a thousand calls is two thousand levels.
  static let deepestTree = 4_000
  /// Open `[` on one line; across lines only the deadline counts.
  static let deepestSquares = 12
  /// `#if` inside `#if`.
  static let deepestConditions = 64
  /// The same word, with nothing but blanks between.
  static let longestRepetition = 64
  /// Words and marks in a row that may belong to one construct: each may be a level of recursion, at up to 17 KiB of
  /// stack.
  static let mostTokens = 100_000
  /// Conditional expressions nest to the right and cost the most stack of all chains.
  static let mostQuestionMarks = 10_000

  private var brackets = 0
  private var squares = 0
  private var conditions = 0
  private var tokens = 0
  private var questionMarks = 0
  /// Where the word begins that is being read, and how much of it is looked at: long words are literals and names, never
  /// keywords.
  private var word = (start: 0, count: 0)
  private var lastWord = (start: 0, count: 0)
  private static let longestWord = 32
  private var repetition = 0
  private var afterHash = false
  /// An open `<` since the row began: what follows a comma may nest in it.
  private var holdsAngle = false
  /// Whether the last word or mark can end a construct, and a line has ended since.
  private var mayHaveEnded = false
  private var isAtLineStart = false
  private var isWithinLimits = true

  /// Whether the parser may be asked.
  static func isWithinLimits(_ text: String) -> Bool {
    var scan = NestingScan()
    var text = text
    return text.withUTF8 { bytes in
      for place in bytes.indices {
        scan.take(bytes[place], place, bytes)
        guard scan.isWithinLimits else { return false }
      }
      return true
    }
  }

  private mutating func take(_ byte: UInt8, _ place: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      if word.count == 0 { word.start = place }
      if word.count < Self.longestWord { word.count += 1 }
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): endWord(bytes)
    case UInt8(ascii: "\n"):
      endWord(bytes)
      squares = 0
      isAtLineStart = true
    default:
      endWord(bytes)
      takeMark(byte)
    }
  }

  private mutating func takeMark(_ byte: UInt8) {
    afterHash = byte == UInt8(ascii: "#")
    isAtLineStart = false
    mayHaveEnded = Self.isClosing(byte)
    lastWord.count = 0
    repetition = 0
    tokens += 1
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "{"): brackets += 1
    case UInt8(ascii: "["):
      brackets += 1
      squares += 1
    case UInt8(ascii: ")"), UInt8(ascii: "}"): brackets = max(0, brackets - 1)
    case UInt8(ascii: "]"):
      brackets = max(0, brackets - 1)
      squares = max(0, squares - 1)
    case UInt8(ascii: "?"): questionMarks += 1
    case UInt8(ascii: "<"): holdsAngle = true
    // Elements of a list do not nest in each other.
    case UInt8(ascii: ","): if brackets > 0, !holdsAngle { beginRow() }
    default: break
    }
    isWithinLimits =
      brackets <= Self.deepestBrackets && squares <= Self.deepestSquares && tokens <= Self.mostTokens
      && questionMarks <= Self.mostQuestionMarks
  }

  private static func isClosing(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "\"")
  }

  private static let declaring: [StaticString] = [
    "let", "var", "func", "case", "struct", "class", "enum", "extension",
  ]

  private static func isSame(_ word: Slice<UnsafeBufferPointer<UInt8>>, _ other: StaticString) -> Bool {
    word.count == other.utf8CodeUnitCount
      && word.elementsEqual(UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
  }

  private mutating func beginRow() {
    tokens = 0
    questionMarks = 0
    holdsAngle = false
  }

  private mutating func endWord(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard word.count > 0 else { return }
    let text = bytes[word.start..<(word.start + word.count)]
    // A declaration on a new line, behind something that can end one: it nests in brackets only, and those count.
    if isAtLineStart, mayHaveEnded, Self.declaring.contains(where: { Self.isSame(text, $0) }) { beginRow() }
    isAtLineStart = false
    // A number or the name of a type; words in small letters may be keywords that ask for more.
    mayHaveEnded = bytes[word.start] < UInt8(ascii: "a")
    tokens += 1
    if afterHash {
      if Self.isSame(text, "if") { conditions += 1 }
      if Self.isSame(text, "endif") { conditions = max(0, conditions - 1) }
    }
    afterHash = false
    let last = bytes[lastWord.start..<(lastWord.start + lastWord.count)]
    repetition = text.count == last.count && text.elementsEqual(last) ? repetition + 1 : 1
    lastWord = word
    word.count = 0
    isWithinLimits =
      conditions <= Self.deepestConditions && repetition <= Self.longestRepetition && tokens <= Self.mostTokens
  }
}
