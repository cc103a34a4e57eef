/// Lines of a tree's files by path, for reports.
public struct SourceLines: Sendable {
  private let texts: [String: String]

  /// - Parameter wanted: paths that a report names; the others are not kept.
  public init(_ files: [SourceText], wanted: Set<String>) {
    texts = Dictionary(files.lazy.filter { wanted.contains($0.path) }.map { ($0.path, $0.text) }) { first, _ in first }
  }

  /// The files that the report's findings name.
  public init(_ report: AuditReport, _ files: [SourceText]) {
    self.init(files, wanted: Set(report.findings.flatMap { [$0.file] + $0.flow.map(\.file) }))
  }

  /// Of each file the lines that are asked for, each file split once.
  func lines(_ wanted: [String: Set<Int>]) -> [String: [Int: Substring]] {
    var found: [String: [Int: Substring]] = [:]
    for (path, numbers) in wanted {
      guard let text = texts[path] else { continue }
      let bytes = text.utf8
      var start = bytes.startIndex
      var number = 1
      let last = numbers.max() ?? 0
      while number <= last {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        if numbers.contains(number) {
          let line = text[start..<end]
          found[path, default: [:]][number] = line.last?.isNewline == true ? line.dropLast() : line
        }
        guard end < bytes.endIndex else { break }
        start = bytes.index(after: end)
        number += 1
      }
    }
    return found
  }

  /// Every line that a finding or its way names.
  func lines(of findings: [Finding]) -> [String: [Int: Substring]] {
    var wanted: [String: Set<Int>] = [:]
    for finding in findings {
      wanted[finding.file, default: []].insert(finding.line)
      for step in finding.flow { wanted[step.file, default: []].insert(step.line) }
    }
    return lines(wanted)
  }
}
