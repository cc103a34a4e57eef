import SecurityPolicy

/// One finding as a card of the HTML report.
struct HTMLFinding {
  private let finding: Finding
  private let lines: [String: [Int: Substring]]

  init(_ finding: Finding, lines: [String: [Int: Substring]]) {
    self.finding = finding
    self.lines = lines
  }

  var card: String {
    let ids = (finding.requirements + finding.weaknesses).map(\.id).joined(separator: ", ")
    return """
      <article class="finding \(finding.severity.rawValue)\(finding.counts ? "" : " quiet")" \
      data-severity="\(finding.severity.rawValue)">
      <h3><span class="chip">\(finding.severity.rawValue)</span> \(HTMLPage.escaped(finding.message))</h3>
      <p class="place"><code>\(HTMLPage.escaped(finding.file)):\(finding.line):\(finding.column)</code> \
      <a href="#rule-\(HTMLPage.escaped(finding.rule))">\(HTMLPage.escaped(finding.rule))</a>\(tags)</p>
      \(frame)\(way)<p class="fix"><b>Instead:</b> \(HTMLPage.escaped(finding.fix))</p>
      <p class="ids">\(HTMLPage.escaped(ids))</p>
      </article>
      """
  }

  private var tags: String {
    var tags: [String] = []
    if finding.role != "app" { tags.append("\(finding.role) code") }
    if finding.confidence != .high { tags.append("confidence \(finding.confidence.rawValue)") }
    if finding.baseline == .new { tags.append("new") }
    if finding.baseline == .unchanged { tags.append("known to the baseline") }
    if finding.isOutsideDiff { tags.append("unchanged line") }
    if !finding.edits.isEmpty { tags.append("mantlet audit fix can mend it") }
    if let suppression = finding.suppression {
      let end = suppression.until.map { " until \($0)" } ?? ""
      tags.append("allowed\(end): \(suppression.reason)")
    }
    return tags.map { " <span class=\"tag\">\(HTMLPage.escaped($0))</span>" }.joined()
  }

  private var frame: String {
    guard let line = lines[finding.file]?[finding.line] else { return "" }
    let frame = SourceFrame(finding, line: line, width: 140)
    let caret =
      frame.caret.map { "\n" + String(repeating: " ", count: String(finding.line).count + 2 + $0) + "<i>^</i>" } ?? ""
    return "<pre><span class=\"number\">\(finding.line)</span>  \(HTMLPage.escaped(frame.text))\(caret)</pre>"
  }

  private var way: String {
    let steps = finding.flow.dropFirst().reversed().map { step in
      let text = lines[step.file]?[step.line].map {
        SourceFrame(finding, step: step, line: $0, width: 120).text.trimmed
      }
      let place = "<code>\(HTMLPage.escaped(step.file)):\(step.line)</code>"
      return "<li>\(place) <code>\(HTMLPage.escaped(text ?? ""))</code></li>"
    }
    return steps.isEmpty ? "" : "<p class=\"way\">The value comes from</p><ol class=\"way\">\(steps.joined())</ol>\n"
  }
}
