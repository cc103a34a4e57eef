import SecurityPolicy

/// The report for a person at a terminal: grouped by file, with the line, a caret, and the way of the value.
///
/// - Protects against: secrets and control characters of the sources on the screen.
/// - Does not protect against: a terminal that misreads wide characters; the caret may then stand beside its place.
public struct AuditTerminal: Sendable {
  private let width: Int
  private let inColour: Bool
  private let failOn: FindingSeverity
  /// Equal findings beyond these are counted, not shown again, in one file.
  private static let mostOfOneRule = 20

  /// - Parameters:
  ///   - width: columns of the terminal.
  ///   - inColour: whether escape sequences are understood.
  ///   - failOn: the least severity that makes the verdict fail.
  public init(width: Int = 100, inColour: Bool = false, failOn: FindingSeverity = .warning) {
    self.width = max(40, min(width, 200))
    self.inColour = inColour
    self.failOn = failOn
  }

  /// The whole report. What the source allows, the baseline knows or did not change is counted, not shown.
  public func text(_ report: AuditReport, sources: SourceLines) -> String {
    let summary = AuditSummary(report)
    let lines = sources.lines(of: summary.counted)
    var output: [String] = []
    var rest = summary.counted[...]
    while let first = rest.first {
      let group = rest.prefix { $0.file == first.file }
      rest = rest.dropFirst(group.count)
      output += file(first.file, Array(group), lines)
    }
    if !report.incomplete.isEmpty {
      output.append(paint("Not judged", .bold))
      output += report.incomplete.prefix(50).map { "  \(AuditText.place($0.file)): \($0.message)" }
      if report.incomplete.count > 50 { output.append("  … and \(report.incomplete.count - 50) more") }
      output.append("")
    }
    output += self.summary(report, summary)
    return output.joined(separator: "\n") + "\n"
  }

  private func file(_ path: String, _ findings: [Finding], _ lines: [String: [Int: Substring]]) -> [String] {
    var output: [String] = []
    var shown: [String: Int] = [:]
    var left: [String: Int] = [:]
    for finding in findings {
      shown[finding.rule, default: 0] += 1
      if shown[finding.rule, default: 0] > Self.mostOfOneRule {
        left[finding.rule, default: 0] += 1
      } else {
        output += self.finding(finding, lines)
      }
    }
    for (rule, count) in left.sorted(by: { $0.key < $1.key }) {
      output.append("  … and \(count) more of \(rule) in \(AuditText.escaped(path))\n")
    }
    return output
  }

  private func finding(_ finding: Finding, _ lines: [String: [Int: Substring]]) -> [String] {
    let place = "\(AuditText.place(finding.file)):\(finding.line):\(finding.column)"
    var tags = [finding.rule]
    if finding.role != "app" { tags.append("in \(finding.role) code") }
    if finding.confidence != .high { tags.append("confidence \(finding.confidence.rawValue)") }
    var output = [
      "\(paint(place, .bold)): \(paint(finding.severity.rawValue, colour(finding.severity))): "
        + "\(AuditText.escaped(finding.message)) \(paint("[\(tags.joined(separator: ", "))]", .faint))"
    ]
    if let line = lines[finding.file]?[finding.line] {
      output += frame(SourceFrame(finding, line: line, width: width - 9), number: finding.line, finding.severity)
    }
    // From the source of the value to the place: the place itself stands above.
    for step in finding.flow.dropFirst().reversed() {
      let line = lines[step.file]?[step.line].map {
        SourceFrame(finding, step: step, line: $0, width: width - 20).text.trimmed
      }
      output.append(
        paint("      │ ", .faint) + "from \(AuditText.escaped(step.file)):\(step.line)  " + paint(line ?? "", .faint))
    }
    output += wrapped(finding.fix, indent: "      = fix: ")
    if !finding.edits.isEmpty { output.append(paint("      = `mantlet audit fix` can write this", .faint)) }
    return output + [""]
  }

  private func frame(_ frame: SourceFrame, number: Int, _ severity: FindingSeverity) -> [String] {
    let digits = String(number)
    let margin = String(repeating: " ", count: max(0, 5 - digits.count)) + digits + " │ "
    var output = [paint(margin, .faint) + frame.text]
    if let caret = frame.caret {
      output.append(
        paint("      │ ", .faint) + String(repeating: " ", count: caret) + paint("^", colour(severity)))
    }
    return output
  }

  private func summary(_ report: AuditReport, _ summary: AuditSummary) -> [String] {
    var output: [String] = []
    if !summary.byRule.isEmpty {
      output.append(paint("By rule", .bold))
      let wide = summary.byRule.map { $0.rule.count }.max() ?? 0
      for entry in summary.byRule {
        let word = entry.severity.rawValue
        output.append(
          "  \(padded(entry.rule, wide))  \(paint(padded(word, 7), colour(entry.severity)))  \(entry.count)")
      }
      output.append("")
    }
    if !summary.controls.isEmpty {
      output.append(paint("Controls present", .bold))
      let all = summary.controls.map { $0.count > 1 ? "\($0.control) (\($0.count))" : $0.control }
      output += wrapped(AuditText.escaped(all.joined(separator: " · ")), indent: "  ")
      output.append("")
    }
    let severities = FindingSeverity.allCases.reversed().map { severity in
      let count = summary.bySeverity[severity] ?? 0
      return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    var facts = [
      severities.joined(separator: ", "), "\(report.filesRead) \(report.filesRead == 1 ? "file" : "files")",
      "\(report.rules.count) rules",
    ]
    if let apart = AuditText.scoredApart(report) { facts.append(apart) }
    if summary.suppressed > 0 { facts.append("\(summary.suppressed) allowed in the source") }
    if summary.known > 0 { facts.append("\(summary.known) known to the baseline") }
    if !report.absent.isEmpty { facts.append("\(report.absent.map(\.count).reduce(0, +)) gone since the baseline") }
    if summary.outside > 0 { facts.append("\(summary.outside) on unchanged lines") }
    if !report.incomplete.isEmpty { facts.append("\(report.incomplete.count) not judged") }
    if !report.skippedFolders.isEmpty {
      facts.append("\(AuditText.counted(report.skippedFolders.count, "folder")) left out by name")
    }
    output.append(facts.joined(separator: " · "))
    switch report.verdict(failOn: failOn) {
    case .holds: output.append(paint("holds", .green))
    case .fails(let reason): output.append(paint("fails: \(reason)", .red))
    case .undetermined(let reason): output.append(paint("undetermined: \(reason)", .yellow))
    }
    return output
  }

  /// Lines no wider than the terminal, broken between words; further lines stand under the first word.
  private func wrapped(_ text: String, indent: String) -> [String] {
    var lines: [String] = []
    var line = indent
    let blank = String(repeating: " ", count: indent.count)
    for word in text.split(separator: " ") {
      if line.count + word.count > width, line.count > indent.count {
        lines.append(line)
        line = blank
      }
      line += (line.count > indent.count ? " " : "") + word
    }
    return lines + [line]
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private enum Colour: Int {
    case bold = 1
    case faint = 2
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 36
  }

  private func colour(_ severity: FindingSeverity) -> Colour {
    switch severity {
    case .error: .red
    case .warning: .yellow
    case .note: .blue
    }
  }

  /// Source: ECMA-48, SGR.
  private func paint(_ text: String, _ colour: Colour) -> String {
    inColour && !text.isEmpty ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }
}
