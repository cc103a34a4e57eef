extension AuditHTML {
  /// Inline pictures with their numbers as text, so that they can be read aloud and printed.
  var charts: String {
    let severities = [FindingSeverity.error, .warning, .note].map {
      Bar(label: $0.rawValue, value: summary.bySeverity[$0] ?? 0, style: $0.rawValue)
    }
    let rules = summary.byRule.prefix(10).map { Bar(label: $0.rule, value: $0.count, style: $0.severity.rawValue) }
    let groups = summary.byGroup.map { Bar(label: $0.group, value: $0.count, style: "plain") }
    let read = lineCounts.prefix(6).map { Bar(label: $0.language, value: $0.lines, style: "plain") }
    let controls = summary.controls.sorted { $0.count > $1.count }.prefix(8).map {
      Bar(label: $0.control, value: $0.count, style: "good")
    }
    let figures = [
      summary.counted.isEmpty ? "" : chart("By severity", severities),
      chart("By rule\(summary.byRule.count > 10 ? " (the first ten)" : "")", Array(rules)),
      chart("By MASVS group", groups), chart("Controls present", Array(controls)), chart("Lines read", Array(read)),
    ]
    return "<section class=\"charts\" aria-label=\"Charts\">\(figures.joined())</section>"
  }

  private struct Bar {
    let label: String
    let value: Int
    let style: String

    /// As much of the label as fits beside the number.
    var shown: String { label.count > 44 ? String(label.prefix(43)) + "…" : label }
  }

  private func chart(_ title: String, _ bars: [Bar]) -> String {
    guard let most = bars.map(\.value).max(), most > 0 else { return "" }
    let height = bars.count * 34
    let drawn = bars.enumerated().map { row, bar in
      let y = row * 34
      let width = bar.value == 0 ? 0 : max(3, bar.value * 300 / most)
      return """
        <text x="0" y="\(y + 12)">\(HTMLPage.escaped(bar.shown))</text>\
        <text x="360" y="\(y + 12)" text-anchor="end" class="value">\(HTMLPage.grouped(bar.value))</text>\
        <rect x="0" y="\(y + 17)" width="360" height="7" rx="3.5" class="track"/>\
        <rect x="0" y="\(y + 17)" width="\(width * 360 / 300)" height="7" rx="3.5" class="\(bar.style)"/>
        """
    }
    let words = bars.map { "\($0.label) \($0.value)" }.joined(separator: ", ")
    return """
      <figure><figcaption>\(HTMLPage.escaped(title))</figcaption>
      <svg viewBox="0 0 360 \(height)" role="img" aria-label="\(HTMLPage.escaped(title + ": " + words))">\
      \(drawn.joined(separator: "\n"))</svg></figure>
      """
  }
}
