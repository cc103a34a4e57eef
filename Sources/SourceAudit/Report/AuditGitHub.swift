import SecurityPolicy

/// The report as commands of GitHub Actions, which shows them beside the changed lines.
/// Source: GitHub, Workflow commands for GitHub Actions.
public enum AuditGitHub {
  /// One command for each finding that counts and for each file that was not judged, then the verdict.
  ///
  /// - Parameter folder: the audited folder as seen from the root of the repository, with `/`; empty for the root.
  public static func text(_ report: AuditReport, folder: String = "", failOn: FindingSeverity = .warning) -> String {
    var lines = report.findings.filter(\.counts).map { finding in
      let word =
        switch finding.severity {
        case .error: "error"
        case .warning: "warning"
        case .note: "notice"
        }
      return "::\(word) file=\(property(path(folder, finding.file))),line=\(finding.line),col=\(finding.column),"
        + "title=\(property(finding.rule))::\(data(finding.message + " " + finding.fix))"
    }
    lines += report.incomplete.map { entry in
      let line = entry.line.map { "line=\($0)," } ?? ""
      return "::warning file=\(property(path(folder, entry.file))),\(line)title=not judged::"
        + data("The file " + entry.message + ".")
    }
    switch report.verdict(failOn: failOn) {
    case .holds: lines.append("::notice title=mantlet audit::holds")
    case .fails(let reason): lines.append("::error title=mantlet audit::\(data("fails: \(reason)"))")
    case .undetermined(let reason): lines.append("::error title=mantlet audit::\(data("undetermined: \(reason)"))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func path(_ folder: String, _ file: String) -> String {
    folder.isEmpty ? file : folder + "/" + file
  }

  /// A line of the log cannot begin a command: ends of lines and what looks like an escape are written as escapes.
  private static func data(_ text: String) -> String {
    AuditText.escaped(text).replacing("%", with: "%25")  // O.Source_2#721
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
