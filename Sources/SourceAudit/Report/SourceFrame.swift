import SecurityPolicy

/// The line of a finding as it may be shown: cut to a width, without control characters, and with secrets masked.
///
/// - Protects against: a report that copies the password which it warns about; a source line that moves a cursor.
/// - Does not protect against: secrets in a form that no rule knows, outside of text literals.
public struct SourceFrame: Sendable, Hashable {
  /// The line; blanks at its beginning are kept as they are, tabs become two.
  public let text: String
  /// From 0, in characters of ``text``: where the caret belongs; nil when the place was cut away.
  public let caret: Int?

  /// Rules about secrets in the source; for them every literal of the line is masked.
  private static let secretWeaknesses: Set<String> = ["CWE-798", "CWE-259", "CWE-321", "CWE-547"]
  /// Longer lines are machine-made.
  private static let mostScalars = 4_096

  /// - Parameters:
  ///   - width: the most characters of ``text``.
  public init(_ finding: Finding, line: some StringProtocol, width: Int = 160) {
    self.init(line: line, column: finding.column, mask: Mask(finding), width: width)
  }

  /// A step of the way of the finding's value.
  init(_ finding: Finding, step: FindingStep, line: some StringProtocol, width: Int) {
    self.init(line: line, column: step.column, mask: Mask(finding), width: width)
  }

  /// How much of a line is hidden.
  private enum Mask {
    /// Literals that look like secrets.
    case known
    /// Every literal.
    case literals
    /// Every literal, or all of a setting's value.
    case values

    init(_ finding: Finding) {
      if !finding.weaknesses.contains(where: { SourceFrame.secretWeaknesses.contains($0.id) }) {
        self = .known
      } else {
        self = SourceLanguage(path: finding.file) == nil ? .values : .literals
      }
    }
  }

  private init(line: some StringProtocol, column: Int, mask: Mask, width: Int) {
    let scalars = line.unicodeScalars.prefix(Self.mostScalars)
    let (masked, places) = Self.masked(Array(scalars), mask: mask)
    var shown = ""
    var caret: Int?
    for (index, scalar) in masked.enumerated() {
      if caret == nil, places[index] >= column - 1 { caret = shown.count }
      switch scalar {
      case "\t": shown += "  "
      case "[" where shown.hasSuffix("##"): shown += "\\u{5b}"
      default: shown += AuditText.escaped(String(Character(scalar)))
      }
    }
    (text, self.caret) = Self.cut(shown, caret: caret ?? shown.count, width: max(20, width))
  }

  /// Keeps the place of the caret in sight.
  private static func cut(_ text: String, caret: Int, width: Int) -> (String, Int?) {
    guard text.count > width else { return (text, caret) }
    let start = max(0, min(caret - width / 3, text.count - width + 1))
    let isCutBefore = start > 0
    let isCutBehind = start + width < text.count + (isCutBefore ? 1 : 0)
    var shown = String(text.dropFirst(start).prefix(width - (isCutBefore ? 1 : 0) - (isCutBehind ? 1 : 0)))
    if isCutBefore { shown = "…" + shown }
    if isCutBehind { shown += "…" }
    let place = caret - start + (isCutBefore ? 1 : 0)
    return (shown, place < shown.count ? place : nil)
  }

  /// The scalars to show, and for each where it stood in the line.
  private static func masked(_ line: [Unicode.Scalar], mask: Mask) -> ([Unicode.Scalar], [Int]) {
    var shown: [Unicode.Scalar] = []
    var places: [Int] = []
    var index = 0
    var hidden: [Range<Int>] = []
    for range in literals(line, mask: mask) where isSecret(line[range], mask: mask) {
      hidden.append(range)  // O.Source_3#720
    }
    while index < line.count {
      if let range = hidden.first(where: { $0.lowerBound == index }) {
        for _ in 0..<6 {
          shown.append("•")
          places.append(index)
        }
        index = range.upperBound
      } else {
        shown.append(line[index])
        places.append(index)
        index += 1
      }
    }
    return (shown, places)
  }

  private static func isSecret(_ scalars: ArraySlice<Unicode.Scalar>, mask: Mask) -> Bool {
    if mask != .known { return scalars.count >= 3 }
    let text = String(String.UnicodeScalarView(scalars))
    return HardcodedSecret.hasKnownForm(text) || HardcodedSecret.isRandom(text)
  }

  /// What stands between quotes, between tags, and behind the sign of a setting, without overlaps.
  private static func literals(_ line: [Unicode.Scalar], mask: Mask) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = 0
    let hasTags = zip(line, line.dropFirst()).contains { $0 == "<" && $1 == "/" }
    while index < line.count {
      let open = line[index]
      // Bytes of a key.
      if mask != .known, open == "[" || open == "{",
        let end = line[index...].firstIndex(where: { $0 == "]" || $0 == "}" }),
        line[(index + 1)..<end].first(where: { $0 != " " })?.properties.numericType != nil
      {
        ranges.append(index + 1..<end)
        index = end + 1
        continue
      }
      guard open == "\"" || open == "'" || open == ">" && hasTags || open == "`" else {
        index += 1
        continue
      }
      let close: Unicode.Scalar = open == ">" ? "<" : open
      var end = index + 1
      while end < line.count, line[end] != close { end += line[end] == "\\" && open != ">" ? 2 : 1 }
      end = min(end, line.count)
      // An arrow or a comparison is no tag, and what has no end may begin a literal of several lines.
      if open == ">", end == line.count {
        index += 1
        continue
      }
      ranges.append(index + 1..<end)
      index = open == ">" ? end : end + 1
    }
    guard ranges.isEmpty, mask == .values else { return ranges.filter { !$0.isEmpty } }
    // A setting without quotes, or bytes as numbers.
    guard let sign = line.firstIndex(where: { $0 == "=" || $0 == ":" || $0 == "[" }) else {
      return line.isEmpty ? [] : [0..<line.count]
    }
    let start = line[(sign + 1)...].firstIndex { $0 != " " && $0 != "\t" } ?? line.count
    return start < line.count ? [start..<line.count] : []
  }
}
