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
    guard holdsMark(file.text) else { return [] }
    let openers = openers(in: file.path)
    let lines = file.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // From the end, so that a long row of comments is passed once.
    var comments: [SuppressionComment] = []
    var target = lines.count
    for index in lines.indices.reversed() {
      if let comment = comment(lines, index, next: target, openers) { comments.append(comment) }
      if !isPassed(lines[index], openers) { target = index }
    }
    return comments.reversed()
  }

  private static func holdsMark(_ text: String) -> Bool {
    var text = text
    let mark = Array(mark.utf8)
    return text.withUTF8 { bytes in
      guard bytes.count >= mark.count else { return false }
      // Most files hold few colons with an `a` behind them: they are passed with one comparison a byte.
      var place = 7
      let last = bytes.count - mark.count + 7
      while place <= last {
        if bytes[place] == UInt8(ascii: ":"), bytes[place + 1] == UInt8(ascii: "a"),
          bytes[(place - 7)..<(place - 7 + mark.count)].elementsEqual(mark)
        {
          return true
        }
        place += 1
      }
      return false
    }
  }

  /// `#` begins a line of code in the languages of the C family: `#if`, `#define`, `#Preview`.
  private static func openers(in path: String) -> [String] {
    let ending = path.split(separator: ".").last?.lowercased() ?? ""
    let isCode = SourceLanguage(path: path) != nil || ["c", "cpp", "cc", "hpp", "gradle", "pch"].contains(ending)
    return ["//", "/*", "<!--"] + (isCode ? [] : ["#"])
  }

  /// - Parameter next: the row of the next line that is no comment.
  private static func comment(
    _ lines: [Substring], _ index: Int, next: Int, _ openers: [String]
  ) -> SuppressionComment? {
    let line = lines[index]
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
