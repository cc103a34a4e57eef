/// The change of one file in the form that `patch` and people read. Control characters of the path are written as
/// escapes; the lines are the file's own unless they are for a screen.
/// Source: POSIX.1-2024, diff, "Diff -u Output Format".
public enum UnifiedDiff {
  private static let around = 3

  /// Empty when nothing changed.
  /// - Parameter isForScreen: whether control characters of the lines become escapes; `patch` does not take those.
  public static func text(path: String, old: String, new: String, isForScreen: Bool = false) -> String {
    let difference = LineDifference(from: old, to: new)
    guard !difference.hunks.isEmpty else { return "" }
    let name = AuditText.escaped(path)
    var lines = ["--- a/\(name)", "+++ b/\(name)"]
    for group in groups(difference.hunks) {
      let rows = render(group, difference)
      lines += isForScreen ? rows.map(onScreen) : rows
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func onScreen(_ line: String) -> String {
    line.split(separator: "\t", omittingEmptySubsequences: false).map { AuditText.escaped(String($0)) }
      .joined(separator: "\t")
  }

  /// Hunks whose surroundings touch belong together.
  private static func groups(_ hunks: [LineDifference.Hunk]) -> [[LineDifference.Hunk]] {
    var groups: [[LineDifference.Hunk]] = []
    for hunk in hunks {
      if let last = groups.last?.last, hunk.old.lowerBound - last.old.upperBound <= 2 * around {
        groups[groups.count - 1].append(hunk)
      } else {
        groups.append([hunk])
      }
    }
    return groups
  }

  private static func render(_ hunks: [LineDifference.Hunk], _ difference: LineDifference) -> [String] {
    guard let first = hunks.first, let last = hunks.last else { return [] }
    let before = min(around, first.old.lowerBound)
    // The empty row behind the last end of line is no line.
    let oldCount = difference.old.count - (difference.old.last?.isEmpty == true ? 1 : 0)
    let after = max(0, min(around, oldCount - last.old.upperBound))
    let old = first.old.lowerBound - before..<last.old.upperBound + after
    let new = first.new.lowerBound - before..<last.new.upperBound + after
    var lines = ["@@ -\(old.lowerBound + 1),\(old.count) +\(new.lowerBound + 1),\(new.count) @@"]
    var row = old.lowerBound
    for hunk in hunks {
      lines += difference.old[row..<hunk.old.lowerBound].map { " " + $0 }
      lines += difference.old[hunk.old].map { "-" + $0 }
      lines += difference.new[hunk.new].map { "+" + $0 }
      row = hunk.old.upperBound
    }
    lines += difference.old[row..<old.upperBound].map { " " + $0 }
    return lines
  }
}
