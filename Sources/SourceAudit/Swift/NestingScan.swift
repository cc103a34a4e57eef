/// Looks at the shape of a text before the parser does, in one pass over its bytes, and blanks what the parser must not
/// be asked about: lines and offsets stay.
///
/// The parser descends by recursion and looks ahead again at every level: unclosed `[` double its work each, other
/// repetitions square it, and a long chain without any bracket exhausts its stack. The limits here take out the plain
/// forms at once; what gets past them meets ``FileDeadline``. Brackets in comments and texts do not count. Words and
/// marks do, wherever they stand: what is taken for a text may be none, and the stack must hold in any case.
struct NestingScan {
  /// A text that the parser may be asked about, and what of it was blanked.
  struct Answer {
    let text: String
    let blanked: [Range<Int>]
  }

  /// Deeper brackets than any person writes; also handed to the parser.
  static let deepestBrackets = 64
  /// Levels of the syntax tree. A chain of a thousand calls is two thousand levels.
  static let deepestTree = 4_000
  /// `[` inside `[`, also across lines.
  static let deepestSquares = 12
  /// What the parser may do for `[` inside at least ``freeSquares`` others, all over the file: each doubles it.
  static let mostSquareWork = 1 << 16
  static let freeSquares = 6
  /// `#if` inside `#if`.
  static let deepestConditions = 64
  /// The same word, with nothing but blanks between.
  static let longestRepetition = 64
  /// Words and marks in a row that may belong to one construct: each may be a level of recursion, at up to 17 KiB of
  /// stack.
  static let mostTokens = 100_000
  /// Conditional expressions nest to the right and cost the most stack of all chains.
  static let mostQuestionMarks = 10_000

  /// Why bytes are being blanked, and until when.
  enum Blanking {
    /// Until this depth of brackets is reached again.
    case group(depth: Int)
    /// Until a row begins at this depth; what closes brackets above it stays.
    case row(depth: Int)
    /// Until so many `#endif` have come.
    case condition(open: Int)
  }

  /// A string literal that is being read, or that waits for the end of an insertion.
  struct OpenText {
    let start: Int
    let hashes: Int
    let isLong: Bool
    /// The depth of brackets around the insertion.
    var depth = 0
  }

  /// What was counted when a bracket opened: what stands in it nests in all of that, and behind it the count goes on
  /// from there.
  private struct Level {
    let tokens: Int
    let questionMarks: Int
    let row: (start: Int, brackets: Int)
    let holdsAngle: Bool
    /// Whether statements stand in it.
    let isBrace: Bool
  }

  var brackets = 0
  var squares = 0
  private var squareWork = 0
  private var conditions = 0
  private var tokens = 0
  private var questionMarks = 0
  /// One for each open bracket, up to ``deepestBrackets``.
  private var levels: [Level] = []
  /// What was counted at each `{` that a word in the first column took for closed: the parser may still be in it.
  private var floors: [(tokens: Int, questionMarks: Int)] = []
  /// Where what is counted began, or the last bracket closed that was open there.
  private var row = (start: 0, brackets: 0)
  private var blanked: [Range<Int>] = []
  /// Places in what is blanked where the parser is stopped.
  private var stops: [Int] = []
  private static let longestBlank = 1_024
  var blanking: (from: Int, until: Blanking)?
  /// Counts at the beginning of what is blanked as a whole.
  private var before = (brackets: 0, squares: 0, tokens: 0, questionMarks: 0, levels: [Level]())
  var text: OpenText?
  var waiting: [OpenText] = []
  /// Where the word begins that is being read, and how much of it is looked at: long words are literals and names, never
  /// keywords.
  private var word = (start: 0, count: 0)
  private var lastWord = (start: 0, count: 0)
  private static let longestWord = 32
  private var repetition = 0
  /// How many `#` stand directly before this place, and where the last of them stands.
  var hashes = 0
  private var lastHash = 0
  private var afterHash = false
  /// An open `<` since the row began: what follows a comma may nest in it.
  private var holdsAngle = false
  /// Whether the last word or mark can end a construct, and a line has ended since.
  private var mayHaveEnded = false
  private var isAtLineStart = false
  private var lineStart = 0

  /// The text for the parser.
  static func readable(_ text: String) -> Answer {
    var text = text
    var scan = NestingScan()
    text.withUTF8 { scan.read($0) }
    guard !scan.blanked.isEmpty else { return Answer(text: text, blanked: []) }
    var bytes = Array(text.utf8)
    for range in scan.blanked {
      for place in range where bytes[place] != UInt8(ascii: "\n") && bytes[place] != UInt8(ascii: "\r") {
        bytes[place] = UInt8(ascii: " ")
      }
    }
    // What looks ahead would pass the blanks again at every level.
    for place in scan.stops { bytes[place] = UInt8(ascii: ";") }
    while let last = bytes.last, last == 0x20 || last == 0x0A || last == 0x0D { bytes.removeLast() }
    return Answer(text: String(decoding: bytes, as: UTF8.self), blanked: scan.blanked)
  }

  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    var place = 0
    while place < bytes.count {
      if let text { place = readText(text, bytes, place) } else { place = readCode(bytes, place) }
    }
    endWord(bytes, at: bytes.count)
    finish(at: bytes.count)
  }

  private mutating func readCode(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
    let byte = bytes[place]
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      if word.count == 0 { word.start = place }
      if word.count < Self.longestWord { word.count += 1 }
      hashes = 0
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
      endWord(bytes, at: place)
      hashes = 0
    case UInt8(ascii: "\n"):
      endWord(bytes, at: place)
      hashes = 0
      isAtLineStart = true
      lineStart = place + 1
    default:
      endWord(bytes, at: place)
      if let end = passOver(byte, bytes, place) { return end }
      takeMark(byte, place)
    }
    return place + 1
  }

  // MARK: words and marks

  private mutating func takeMark(_ byte: UInt8, _ place: Int) {
    hashes = byte == UInt8(ascii: "#") ? hashes + 1 : 0
    afterHash = byte == UInt8(ascii: "#")
    if afterHash { lastHash = place }
    if byte == UInt8(ascii: "@"), isAtLineStart, mayHaveEnded { beginRow(at: place) }
    isAtLineStart = false
    mayHaveEnded = Self.isClosing(byte)
    lastWord.count = 0
    repetition = 0
    if byte == UInt8(ascii: "?") { questionMarks += 1 }
    count()
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "{"): open(at: place, isBrace: byte == UInt8(ascii: "{"))
    case UInt8(ascii: "["):
      if blanking == nil, squares >= Self.freeSquares {
        squareWork += 1 << min(squares, Self.deepestSquares)
        if squares >= Self.deepestSquares || squareWork > Self.mostSquareWork {
          begin(.group(depth: brackets), at: place)
        }
      }
      squares += 1
      open(at: place)
    case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"): close(byte, place)
    case UInt8(ascii: "<"): holdsAngle = true
    // Elements of a list do not nest in each other.
    case UInt8(ascii: ","): if brackets > 0, !holdsAngle { beginRow(at: place) }
    default: break
    }
  }

  /// One more bracket, from this place on.
  mutating func open(at place: Int, isBrace: Bool = false) {
    if blanking == nil, brackets >= Self.deepestBrackets { begin(.group(depth: brackets), at: place) }
    if brackets < Self.deepestBrackets {
      levels.append(
        Level(
          tokens: tokens, questionMarks: questionMarks, row: row, holdsAngle: holdsAngle, isBrace: isBrace))
    }
    brackets += 1
  }

  private mutating func close(_ byte: UInt8, _ place: Int) {
    brackets -= 1
    if brackets >= 0, brackets < levels.count {
      let level = levels.removeLast()
      (tokens, questionMarks) = (level.tokens + 1, level.questionMarks)
      (row, holdsAngle) = (level.row, level.holdsAngle)
    } else if brackets < 0, byte == UInt8(ascii: "}") {
      _ = floors.popLast()
    }
    if byte == UInt8(ascii: "]") { squares = max(0, squares - 1) }
    if byte == UInt8(ascii: ")"), let last = waiting.last, last.depth == brackets {
      text = last
      waiting.removeLast()
    }
    switch blanking?.until {
    case .group(let depth) where brackets <= depth: finish(at: place + 1)
    case .row(let depth) where brackets < depth: keep(place..<(place + 1))
    default: break
    }
    if brackets < row.brackets || brackets < 0 { row = (place + 1, max(0, brackets)) }
    brackets = max(0, brackets)
  }

  private static func isClosing(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "\"")
  }

  private static let declaring: [StaticString] = [
    "let", "var", "func", "case", "struct", "class", "enum", "extension",
  ]
  /// What stands before such a word, and like it begins a line.
  private static let modifying: [StaticString] = [
    "public", "private", "fileprivate", "internal", "final", "open", "static", "override",
  ]
  /// What stands in the first column outside of all brackets.
  private static let outermost: [StaticString] = [
    "import", "public", "private", "fileprivate", "internal", "final", "protocol", "actor", "typealias",
  ]

  /// Words that go on with what the line before began, or with a type: `(A)` and then `throws -> B`.
  private static let continuing: [StaticString] = [
    "else", "is", "as", "in", "where", "catch", "while", "async", "reasync", "throws", "rethrows",
  ]
  /// What the parser takes for such a word when an arrow follows.
  private static let almostContinuing: [StaticString] = ["try", "await", "throw"]

  static func isInWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == 0x5F || byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
  }

  private static func isSame(_ word: Slice<UnsafeBufferPointer<UInt8>>, _ other: StaticString) -> Bool {
    word.count == other.utf8CodeUnitCount
      && word.elementsEqual(UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
  }

  private mutating func beginRow(at place: Int) {
    if case .row(let depth)? = blanking?.until {
      guard brackets <= depth else { return }
      finish(at: place)
    }
    let outer = levels.last.map { ($0.tokens, $0.questionMarks) } ?? floors.last ?? (0, 0)
    (tokens, questionMarks) = outer
    row = (place, brackets)
    holdsAngle = false
  }

  private mutating func endWord(_ bytes: UnsafeBufferPointer<UInt8>, at end: Int) {
    guard word.count > 0 else { return }
    let text = bytes[word.start..<(word.start + word.count)]
    if isAtLineStart {
      let declares = Self.declaring.contains { Self.isSame(text, $0) }
      // Whatever a literal or a mistake left open, it ends here.
      if word.start == lineStart, waiting.isEmpty, declares || Self.outermost.contains(where: { Self.isSame(text, $0) })
      {
        if case .group? = blanking?.until { finish(at: word.start) }
        var open = levels[...]
        if case .row(let depth)? = blanking?.until {
          // What is blanked opens nothing.
          open = open.prefix(depth)
          blanking?.until = .row(depth: 0)
        }
        floors += open.lazy.filter(\.isBrace).map { ($0.tokens, $0.questionMarks) }
        brackets = 0
        squares = 0
        levels.removeAll(keepingCapacity: true)
      }
      // A declaration on a new line, behind something that can end one: it nests in brackets only, and those count.
      if mayHaveEnded,
        declares || Self.modifying.contains(where: { Self.isSame(text, $0) }) || beginsStatement(text, bytes, end)
      {
        beginRow(at: word.start)
      }
    }
    isAtLineStart = false
    // A number or the name of a type; words in small letters may be keywords that ask for more.
    mayHaveEnded = bytes[word.start] < UInt8(ascii: "a")
    count()
    if afterHash { takeCondition(text, at: end) }
    afterHash = false
    let last = bytes[lastWord.start..<(lastWord.start + lastWord.count)]
    repetition = text.count == last.count && text.elementsEqual(last) ? repetition + 1 : 1
    if repetition > Self.longestRepetition, blanking == nil {
      if repetition == Self.longestRepetition + 1 { stops.append(word.start) }
      blanked.append(word.start..<end)
    }
    lastWord = word
    word.count = 0
  }

  /// Whether a word on a new line, behind something that can end a statement, begins the next one. No label of another
  /// closure, no part of a type, nothing inside `(` and `[`.
  private func beginsStatement(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, _ bytes: UnsafeBufferPointer<UInt8>, _ end: Int
  ) -> Bool {
    guard levels.last?.isBrace ?? true else { return false }
    var text = text
    var place = end
    for _ in 0..<4 {
      guard !Self.continuing.contains(where: { Self.isSame(text, $0) }) else { return false }
      while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
      guard place < bytes.count else { return true }
      let next = bytes[place]
      // Behind a comment a colon may stand, too.
      guard next != UInt8(ascii: ":"), next != UInt8(ascii: "/") else { return false }
      let isAlmost = Self.almostContinuing.contains { Self.isSame(text, $0) }
      if !isAlmost || next == UInt8(ascii: "?") || next == UInt8(ascii: "!") { return true }
      let start = place
      while place < bytes.count, Self.isInWord(bytes[place]) { place += 1 }
      guard place > start else { return false }
      text = bytes[start..<min(place, start + Self.longestWord)]
    }
    return false
  }

  private mutating func takeCondition(_ word: Slice<UnsafeBufferPointer<UInt8>>, at end: Int) {
    let step = Self.isSame(word, "if") ? 1 : Self.isSame(word, "endif") ? -1 : 0
    guard step != 0 else { return }
    switch blanking?.until {
    case .condition(let open):
      blanking?.until = .condition(open: open + step)
      if open + step == 0 { finish(at: end) }
    case nil:
      if step == 1, conditions >= Self.deepestConditions { return begin(.condition(open: 1), at: lastHash) }
      conditions = max(0, conditions + step)
    default: break
    }
  }

  /// A text or a pattern ends here, and may end a construct.
  mutating func endLiteral() {
    hashes = 0
    afterHash = false
    isAtLineStart = false
    mayHaveEnded = true
    lastWord.count = 0
    repetition = 0
  }

  // MARK: what is taken out

  /// One more word or mark; too many, and all of the row goes.
  private mutating func count() {
    tokens += 1
    guard tokens > Self.mostTokens || questionMarks > Self.mostQuestionMarks, blanking == nil else { return }
    begin(.row(depth: row.brackets), at: row.start)
  }

  /// What is no code counts, too.
  mutating func hide(_ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) {
    var isInWord = false
    for place in range {
      let byte = bytes[place]
      let isBlank = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
      let isWord = Self.isInWord(byte)
      if !isBlank, !isWord || !isInWord {
        if byte == UInt8(ascii: "?") { questionMarks += 1 }
        count()
      }
      isInWord = isWord
    }
  }

  private mutating func begin(_ until: Blanking, at place: Int) {
    blanking = (place, until)
    before = (brackets, squares, tokens, questionMarks, levels)
  }

  /// Nothing is blanked from here on.
  private mutating func finish(at end: Int) {
    guard let (start, until) = blanking else { return }
    if start < end { blanked.append(start..<end) }
    if end - start > Self.longestBlank { stops.append(start) }
    blanking = nil
    if case .row = until { return }
    (brackets, squares, tokens, questionMarks, levels) = before
  }

  /// Leaves these bytes, and goes on behind them.
  mutating func keep(_ range: Range<Int>) {
    guard let (start, until) = blanking else { return }
    if start < range.lowerBound { blanked.append(start..<range.lowerBound) }
    blanking = (range.upperBound, until)
    if case .row(let depth) = until { blanking?.until = .row(depth: min(depth, max(0, brackets))) }
  }
}
