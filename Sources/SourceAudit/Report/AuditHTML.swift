import SecurityPolicy

/// The report as one HTML file that opens offline: nothing is loaded, nothing is sent, and every text of the sources is
/// escaped.
///
/// - Protects against: file names and source lines that try to be markup or script: they are escaped, and the page's
///   own content policy runs nothing but its one script; secrets in source lines are masked.
/// - Does not protect against: whoever gets the file: it quotes lines of the source.
///
/// Source: W3C CSP Level 3; WCAG 2.2.
public struct AuditHTML: Sendable {
  let report: AuditReport
  let summary: AuditSummary
  let title: String
  let failOn: FindingSeverity
  let lineCounts: [(language: String, lines: Int)]
  private let lines: [String: [Int: Substring]]
  /// More findings than these are counted, not shown.
  static let mostShown = 5_000

  /// - Parameters:
  ///   - title: what was audited, for people.
  ///   - files: the files that were read: lines are quoted and counted.
  ///   - failOn: the least severity that makes the verdict fail.
  public init(_ report: AuditReport, title: String, files: [SourceText], failOn: FindingSeverity = .warning) {
    self.report = report
    self.title = title
    self.failOn = failOn
    summary = AuditSummary(report)
    lines = SourceLines(report, files).lines(of: report.findings)
    var counts: [String: Int] = [:]
    for file in files { counts[Self.language(file.path), default: 0] += Self.lineCount(file.text) }
    lineCounts = counts.map { (language: $0.key, lines: $0.value) }.sorted {
      ($1.lines, $0.language) < ($0.lines, $1.language)
    }
  }

  /// The file.
  public var page: String {
    let style = HTMLPage.style
    let script = HTMLPage.script
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(HTMLPage.contentPolicy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>Source audit: \(HTMLPage.escaped(title))</title>
      <style>\(style)</style>
      </head>
      <body>
      \(header)
      <main>
      \(charts)
      \(findings)
      \(gone)
      \(controls)
      \(unjudged)
      \(rules)
      </main>
      <footer>mantlet audit · \(report.rules.count) rules · a finding is a place to look at, silence is no proof</footer>
      <script>\(script)</script>
      </body>
      </html>

      """
  }

  private var header: String {
    let (word, reason): (String, String) =
      switch report.verdict(failOn: failOn) {
      case .holds: ("holds", "no rule that was asked found anything of weight")
      case .fails(let reason): ("fails", "\(reason)")
      case .undetermined(let reason): ("undetermined", "\(reason)")
      }
    var tiles = FindingSeverity.allCases.reversed().map { severity in
      let count = summary.bySeverity[severity] ?? 0
      return tile(count, count == 1 ? severity.rawValue : severity.rawValue + "s", severity.rawValue)
    }
    if summary.suppressed > 0 { tiles.append(tile(summary.suppressed, "allowed in the source", "")) }
    if summary.known > 0 { tiles.append(tile(summary.known, "known to the baseline", "")) }
    if summary.outside > 0 { tiles.append(tile(summary.outside, "on unchanged lines", "")) }
    tiles.append(tile(report.incomplete.count, "not judged", report.incomplete.isEmpty ? "" : "warning"))
    tiles.append(tile(report.filesRead, report.filesRead == 1 ? "file read" : "files read", ""))
    tiles.append(tile(lineCounts.map { $0.lines }.reduce(0, +), "lines read", ""))
    return """
      <header>
      <p class="kind">Source audit</p>
      <h1>\(HTMLPage.escaped(title))</h1>
      <p class="verdict \(word)"><strong>\(word)</strong> \(HTMLPage.escaped(reason))</p>
      <ul class="tiles">\(tiles.joined())</ul>
      </header>
      """
  }

  private func tile(_ number: Int, _ words: String, _ style: String) -> String {
    "<li class=\"\(number > 0 ? style : "")\"><b>\(HTMLPage.grouped(number))</b> \(words)</li>"
  }

  private var findings: String {
    guard !report.findings.isEmpty else { return "<section><h2>Findings</h2><p>None.</p></section>" }
    let shown = report.findings.prefix(Self.mostShown)
    var groups = ""
    var rest = shown[...]
    while let first = rest.first {
      let group = rest.prefix { $0.file == first.file }
      rest = rest.dropFirst(group.count)
      let cards = group.map { HTMLFinding($0, lines: lines).card }.joined(separator: "\n")
      groups += """
        <details class="file" open><summary>\(HTMLPage.escaped(first.file)) <span class="count">\(group.count)</span></summary>
        \(cards)
        </details>

        """
    }
    let left = report.findings.count - shown.count
    let more = left > 0 ? "<p>… and \(left) more, see the JSON.</p>" : ""
    return """
      <section aria-labelledby="findings"><h2 id="findings">Findings</h2>
      <form class="filter" role="search">
      <label>Filter <input type="search" id="word" placeholder="file, rule, word, id" autocomplete="off"></label>
      <label><input type="checkbox" name="severity" value="error" checked> errors</label>
      <label><input type="checkbox" name="severity" value="warning" checked> warnings</label>
      <label><input type="checkbox" name="severity" value="note" checked> notes</label>
      <label><input type="checkbox" id="quiet"> what does not count</label>
      <output id="shown" aria-live="polite"></output>
      </form>
      \(groups)\(more)
      </section>
      """
  }

  private var gone: String {
    guard !report.absent.isEmpty else { return "" }
    let rows = report.absent.map {
      "<tr><td>\(HTMLPage.escaped($0.file))</td><td>\(HTMLPage.escaped($0.rule))</td><td>\($0.count)</td></tr>"
    }
    return table("Gone since the baseline", ["File", "Rule", "How many"], rows)
  }

  private var controls: String {
    guard !report.controls.isEmpty else { return "" }
    let rows = report.controls.prefix(Self.mostShown).map { control in
      let ids = control.requirements.map(\.id).joined(separator: ", ")
      return "<tr><td>\(HTMLPage.escaped(control.control))</td>"
        + "<td><code>\(HTMLPage.escaped(control.file)):\(control.line)</code></td><td class=\"ids\">\(ids)</td></tr>"
    }
    return table("Controls present", ["Control", "Place", "Ids"], Array(rows))
  }

  private var unjudged: String {
    let rows =
      report.incomplete.prefix(Self.mostShown).map {
        "<tr><td><code>\(HTMLPage.escaped($0.file))</code></td><td>\($0.message)</td></tr>"
      }
      + report.skippedFolders.prefix(Self.mostShown).map {
        "<tr><td><code>\(HTMLPage.escaped($0))</code></td><td>is a folder left out by its name</td></tr>"
      }
    return rows.isEmpty ? "" : table("Not judged", ["File or folder", "Why"], rows)
  }

  private func table(_ title: String, _ heads: [String], _ rows: [String]) -> String {
    """
    <section><h2>\(title)</h2><table><thead><tr>\(heads.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
    <tbody>\(rows.joined(separator: "\n"))</tbody></table></section>
    """
  }

  private var rules: String {
    let found = Set(report.findings.map(\.rule))
    let pages = report.rules.sorted { (found.contains($1.id) ? 1 : 0, $0.id) < (found.contains($0.id) ? 1 : 0, $1.id) }
      .map { manual in
        let ids = (manual.requirements + manual.weaknesses).map(\.id).joined(separator: ", ")
        return """
          <details class="rule" id="rule-\(HTMLPage.escaped(manual.id))"><summary>\(HTMLPage.escaped(manual.id)): \
          \(HTMLPage.escaped(manual.title))</summary><p>\(HTMLPage.escaped(manual.reason))</p>\
          <p><b>Instead:</b> \(HTMLPage.escaped(manual.fix))</p><p class="ids">\(HTMLPage.escaped(ids))</p></details>
          """
      }
    return "<section class=\"rules\"><h2>Rules that were asked</h2>\(pages.joined(separator: "\n"))</section>"
  }

  private static func language(_ path: String) -> String {
    switch SourceLanguage(path: path) {
    case .swift?: "Swift"
    case .kotlin?: "Kotlin"
    case .java?: "Java"
    default: ["m", "mm", "h"].contains(path.split(separator: ".").last) ? "Objective-C" : "configuration"
    }
  }

  private static func lineCount(_ text: String) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      bytes.count { $0 == UInt8(ascii: "\n") } + (bytes.last.map { $0 == UInt8(ascii: "\n") ? 0 : 1 } ?? 0)
    }
  }
}
