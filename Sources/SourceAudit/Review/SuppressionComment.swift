import SecurityPolicy

/// One `mantlet:allow` comment as it was read, usable or not.
struct SuppressionComment: Sendable, Hashable {
  static let mark = "mantlet:allow"

  let rules: [String]
  let suppression: Suppression
  /// From 1, in Unicode scalars.
  let column: Int
  /// The line that it is about: its own when code stands before it, otherwise the next one that is no comment.
  let target: Int
  /// It says `until` and no day.
  let hasBrokenDate: Bool

  /// Every comment of a file with the mark. A text without the mark costs one search.
  static func all(in file: SourceText) -> [SuppressionComment] {
    var text = file.text
    let marks = text.withUTF8 { Self.marks(in: $0) }
    guard !marks.isEmpty else { return [] }
    let spans = text.withUTF8 { Self.lines(of: $0) }
    let openers = openers(in: file.path)
    func line(_ row: Int) -> Substring {
      let start = text.utf8.index(text.startIndex, offsetBy: spans[row].lowerBound)
      return text[start..<text.utf8.index(start, offsetBy: spans[row].count)]
    }
    // From the end, so that a long row of comments is passed once.
    var comments: [SuppressionComment] = []
    var (target, reached) = (spans.count, spans.count)
    for row in rows(of: marks, in: spans).reversed() {
      target = (row + 1..<reached).first { !isPassed(line($0), openers) } ?? target
      let here = line(row)
      if let comment = comment(here, row, next: target, openers) { comments.append(comment) }
      if !isPassed(here, openers) { target = row }
      reached = row
    }
    return comments.reversed()
  }

  /// Where the mark stands.
  private static func marks(in bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    let mark = Array(mark.utf8)
    guard bytes.count >= mark.count else { return [] }
    var places: [Int] = []
    // Most files hold few colons with an `a` behind them: they are passed with one comparison a byte.
    for place in 7...(bytes.count - mark.count + 7) where bytes[place] == UInt8(ascii: ":") {
      guard bytes[place + 1] == UInt8(ascii: "a"),
        bytes[(place - 7)..<(place - 7 + mark.count)].elementsEqual(mark)
      else { continue }
      places.append(place - 7)
    }
    return places
  }

  /// The bytes of each line without its end, as `Character.isNewline` tells lines apart.
  private static func lines(of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var (start, place) = (0, 0)
    while place < bytes.count {
      let width = lineEnd(at: place, bytes)
      if width > 0 {
        lines.append(start..<place)
        start = place + width
      }
      place += max(1, width)
    }
    return lines + [start..<bytes.count]
  }

  /// How many bytes the end of a line takes; none where there is none.
  private static func lineEnd(at place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    func next(_ distance: Int) -> UInt8 { place + distance < bytes.count ? bytes[place + distance] : 0 }
    switch bytes[place] {
    case 0x0A...0x0C: return 1
    case 0x0D: return next(1) == 0x0A ? 2 : 1
    case 0xC2: return next(1) == 0x85 ? 2 : 0
    case 0xE2: return next(1) == 0x80 && next(2) | 1 == 0xA9 ? 3 : 0
    default: return 0
    }
  }

  /// The lines in which marks stand.
  private static func rows(of marks: [Int], in lines: [Range<Int>]) -> [Int] {
    var rows: [Int] = []
    var row = 0
    for mark in marks {
      while lines[row].upperBound <= mark { row += 1 }
      if rows.last != row { rows.append(row) }
    }
    return rows
  }

  /// `#` begins a line of code in the languages of the C family: `#if`, `#define`, `#Preview`.
  private static func openers(in path: String) -> [String] {
    let ending = path.split(separator: ".").last?.lowercased() ?? ""
    let isCode = SourceLanguage(path: path) != nil || ["c", "cpp", "cc", "hpp", "gradle", "pch"].contains(ending)
    return ["//", "/*", "<!--"] + (isCode ? [] : ["#"])
  }

  /// - Parameter next: the row of the next line that is no comment.
  private static func comment(
    _ line: Substring, _ index: Int, next: Int, _ openers: [String]
  ) -> SuppressionComment? {
    guard let found = line.firstPlace(of: mark) else { return nil }
    let before = line[..<found.lowerBound]
    // In backticks it is spoken about.
    let isQuoted = before.reversed().drop { "/*#<!- ".contains($0) }.first == "`"
    guard !isQuoted, let opener = opening(before, openers) else { return nil }
    let code = before[..<opener]
    var words = line[found.upperBound...]
    guard words.first?.isWhitespace == true else { return nil }
    for end in ["-->", "*/"] { if let cut = words.firstPlace(of: end) { words = words[..<cut.lowerBound] } }
    let head = words.prefix { $0 != ":" }
    let reason = words.dropFirst(head.count + 1).trimmed
    var names = head.split { $0.isWhitespace || $0 == "," }.map(String.init)
    var until: PolicyDay?
    var hasBrokenDate = false
    if let word = names.firstIndex(of: "until") {
      until = word + 1 < names.count ? PolicyDay(names[word + 1]) : nil
      hasBrokenDate = until == nil || word + 2 < names.count
      names = Array(names[..<word])
    }
    let standsAlone = code.allSatisfy { $0.isWhitespace || $0 == "*" }
    return SuppressionComment(
      rules: names, suppression: Suppression(reason: reason, until: until, line: index + 1),
      column: line[..<found.lowerBound].unicodeScalars.count + 1,
      target: standsAlone ? next + 1 : index + 1, hasBrokenDate: hasBrokenDate)
  }

  /// Where the comment begins that the mark stands in; nil when it stands in a string or in code.
  private static func opening(_ before: Substring, _ openers: [String]) -> Substring.Index? {
    let starts = openers.compactMap { before.firstPlace(of: $0)?.lowerBound }
    // A line of a block comment that began above.
    if starts.isEmpty { return before.allSatisfy { $0.isWhitespace || $0 == "*" } ? before.startIndex : nil }
    return starts.sorted().first { start in
      var quotes = 0
      var isEscaped = false
      for character in before[..<start] {
        if character == "\"", !isEscaped { quotes += 1 }
        isEscaped = character == "\\" && !isEscaped
      }
      return quotes % 2 == 0
    }
  }

  private static func isPassed(_ line: Substring, _ openers: [String]) -> Bool {
    let text = line.drop { $0.isWhitespace }
    guard let first = text.utf8.first else { return true }
    // Nearly every line is code: told by one byte.
    guard "/<#*-".utf8.contains(first) else { return false }
    return openers.contains { text.hasPrefix($0) } || first == UInt8(ascii: "*") || text.trimmed == "-->"
  }
}

extension StringProtocol {
  /// Without blanks at both ends.
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// The first place of a text; by bytes, so that it does not need Foundation.
  func firstPlace(of wanted: String) -> Range<Index>? {
    guard let first = wanted.utf8.first else { return nil }
    var start = startIndex
    while let candidate = utf8[start...].firstIndex(of: first) {
      if utf8[candidate...].starts(with: wanted.utf8) {
        return candidate..<utf8.index(candidate, offsetBy: wanted.utf8.count)
      }
      start = utf8.index(after: candidate)
    }
    return nil
  }
}
