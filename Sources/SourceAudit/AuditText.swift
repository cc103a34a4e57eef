import SecurityPolicy

/// The report for a terminal, one line per entry, in the form that editors make clickable.
public enum AuditText {
  /// `file:line:column: severity: message [rule]` for each finding that counts, then what was not judged, then one line that sums up.
  ///
  /// - Parameter failOn: the least severity that makes the verdict fail.
  public static func text(_ report: AuditReport, failOn: FindingSeverity = .note) -> String {
    var lines = report.findings.filter(\.counts).map(line)
    lines += report.incomplete.map { "\(place($0.file)): not judged: \($0.message)" }
    let summary: String
    switch report.verdict(failOn: failOn) {
    case .holds: summary = "holds"
    case .fails(let reason): summary = "fails: \(reason)"
    case .undetermined(let reason): summary = "undetermined: \(reason)"
    }
    var coverage = "\(counted(report.filesRead, "file")), \(counted(report.rules.count, "rule"))"
    if let apart = scoredApart(report) { coverage += ", " + apart }
    if !report.skippedFolders.isEmpty {
      coverage += ", \(counted(report.skippedFolders.count, "folder")) left out by name"
    }
    lines.append("\(summary) (\(coverage))")
    return lines.joined(separator: "\n") + "\n"
  }

  /// `3 generated and 12 test files scored as notes`; nil when all is the app's.
  static func scoredApart(_ report: AuditReport) -> String? {
    guard !report.scoredApart.isEmpty else { return nil }
    let parts = report.scoredApart.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    let isOne = report.scoredApart.count == 1 && report.scoredApart.values.first == 1
    return parts.joined(separator: ", ") + (isOne ? " file scored as a note" : " files scored as notes")
  }

  /// `1 file`, `2 files`
  package static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// One finding; control characters of file name and message are written as escapes.
  public static func line(_ finding: Finding) -> String {
    "\(place(finding.file)):\(finding.line):\(finding.column): \(finding.severity.rawValue): "
      + "\(escaped(finding.message)) [\(finding.rule)]"
  }

  /// A path for the beginning of a line. A build machine takes commands from what a step prints: lines that begin with
  /// two colons, and `##[` anywhere.
  /// Source: GitHub, actions/runner, ActionCommand.
  static func place(_ path: String) -> String {
    let path = escaped(path)
    return path.hasPrefix(":") ? "./" + path : path  // O.Source_2#780
  }

  /// Control characters and line separators as `\u{…}`, so that a text of the sources cannot forge a line, move a
  /// cursor or give a build machine a command.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        result += "\\u{\(String(scalar.value, radix: 16))}"  // O.Source_2#1
      case _ where scalar == "[" && result.hasSuffix("##"): result += "\\u{5b}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
