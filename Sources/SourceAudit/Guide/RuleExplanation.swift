import SecurityPolicy

/// A rule's manual page, for a terminal and as Markdown, and the names that somebody may have meant.
public struct RuleExplanation: Sendable {
  private let manual: RuleManual

  /// The page of one rule.
  public init(_ manual: RuleManual) { self.manual = manual }

  /// Title, reason, fix, ids and examples.
  public var text: String {
    var lines = ["\(manual.id): \(manual.title)"]
    for (head, body) in [("Why", manual.reason), ("Instead", manual.fix), ("Ids", ids.joined(separator: ", "))] {
      lines += ["", head, "  " + body]
    }
    for (title, examples) in [("Found", manual.violating), ("Left alone", manual.conforming)] {
      for example in examples {
        lines += ["", "\(title): \(example.title) (\(example.path))"]
        for (row, line) in Self.lines(example.source).enumerated() {
          lines.append((example.lines.contains(row + 1) ? "→ " : "  ") + "  " + line)
        }
      }
    }
    return lines.map { AuditText.escaped($0) }.joined(separator: "\n") + "\n"
  }

  /// The same as Markdown.
  public var markdown: String {
    var text = "**\(manual.title)**\n\n\(manual.reason)\n\n**Instead:** \(manual.fix)\n\n"
    text += "Ids: \(ids.joined(separator: ", "))\n"
    for (title, example) in [("Found", manual.violating.first), ("Left alone", manual.conforming.first)] {
      if let example { text += "\n\(title): \(example.title)\n\n\(Self.fenced(example))\n" }
    }
    return text
  }

  private var ids: [String] { (manual.requirements + manual.weaknesses).map(\.id) }

  private static func lines(_ source: String) -> [Substring] {
    source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }

  /// A code block whose fence does not stand in the code.
  static func fenced(_ example: RuleExample) -> String {
    let language =
      switch example.path.split(separator: ".").last?.lowercased() ?? "" {
      case "swift": "swift"
      case "kt", "kts": "kotlin"
      case "java": "java"
      case "plist", "xml", "entitlements", "xcprivacy": "xml"
      default: ""
      }
    var fence = "```"
    while example.source.contains(fence) { fence += "`" }
    return fence + language + "\n" + example.source + (example.source.hasSuffix("\n") ? "" : "\n") + fence
  }

  /// Up to three names that are close to a word: they hold it, or differ from it in few letters.
  public static func nearest(to word: String, among names: [String]) -> [String] {
    let ranked = names.compactMap { name -> (name: String, rank: Int)? in
      let distance = distance(Array(word.utf8.prefix(64)), Array(name.utf8))
      if !word.isEmpty, name.contains(word) { return (name, 0) }
      let parts = Set(word.split(separator: "-")).intersection(name.split(separator: "-")).count
      let bound = max(2, name.utf8.count / 3)
      return distance <= bound || parts > 0 ? (name, distance - 2 * parts + 1) : nil
    }
    return ranked.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.prefix(3).map { $0.name }
  }

  /// Letters to insert, remove or change.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, one) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let change = diagonal + (one == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, diagonal + 1, row[j] + 1)
      }
    }
    return row[right.count]
  }
}
