import UntrustedInput

/// The flaws that a team knows and has not mended yet, so that an audit can fail on new ones alone.
///
/// - Protects against: a flaw that hides among known ones: flaws are counted, and told apart by rule, surroundings and
///   words, not by line.
/// - Does not protect against: whoever may edit the file; keep it under review like the source.
public struct Baseline: Sendable, Hashable {
  /// The version of the file format.
  public static let version: Int64 = 1
  /// Bytes of one file.
  public static let mostBytes = 64 << 20

  /// Sorted by path and rule.
  public let entries: [BaselineEntry]

  /// Every finding of a report that the source does not allow.
  public init(_ report: AuditReport) {
    struct Key: Hashable {
      let rule: String
      let fingerprint: String
    }
    var found: [Key: (file: String, count: Int)] = [:]
    for finding in report.findings where finding.suppression == nil {
      let key = Key(rule: finding.rule, fingerprint: finding.fingerprint)
      found[key] = (found[key]?.file ?? finding.file, (found[key]?.count ?? 0) + 1)
    }
    entries = found.map {
      BaselineEntry(rule: $0.key.rule, file: $0.value.file, fingerprint: $0.key.fingerprint, count: $0.value.count)
    }.sorted()
  }

  /// Reads what ``node`` wrote.
  /// - Throws: ``SourceAuditError/baselineUnusable``.
  public init(reading bytes: [UInt8]) throws(SourceAuditError) {
    let node: JSONNode
    do {
      node = try JSONReader(maximumBytes: Self.mostBytes).read(bytes)
    } catch {
      throw .baselineUnusable
    }
    guard node["version"]?.integer == Self.version, let list = node["findings"]?.array else { throw .baselineUnusable }
    var entries: [BaselineEntry] = []
    for item in list {
      guard let rule = item["rule"]?.string, let file = item["path"]?.string,
        let fingerprint = item["fingerprint"]?.string, let count = item["count"]?.integer,
        (1...1_000_000).contains(count)
      else { throw .baselineUnusable }
      entries.append(BaselineEntry(rule: rule, file: file, fingerprint: fingerprint, count: Int(count)))
    }
    self.entries = entries.sorted()
  }

  /// The file to keep: the same findings always give the same text.
  public var node: JSONNode {
    [
      "version": .integer(Self.version),
      "findings": JSONNode(
        .array(
          entries.map {
            [
              "rule": .string($0.rule), "path": .string($0.file), "fingerprint": .string($0.fingerprint),
              "count": .integer(Int64($0.count)),
            ]
          })),
    ]
  }
}

extension AuditReport {
  /// Marks each finding as new or unchanged, and lists what is gone. Of equal flaws the first ones, in the order of
  /// the source, are the known ones.
  public func compared(to baseline: Baseline) -> AuditReport {
    var report = self
    var left: [[String]: Int] = [:]
    for entry in baseline.entries { left[[entry.rule, entry.fingerprint], default: 0] += entry.count }
    for (row, finding) in findings.enumerated() {
      let key = [finding.rule, finding.fingerprint]
      let known = left[key] ?? 0
      report.findings[row].baseline = known > 0 ? .unchanged : .new
      // What the source allows is known without the baseline, but may have been written into it before.
      if known > 0 { left[key] = known - 1 }
    }
    report.absent = baseline.entries.compactMap { entry in
      let count = left[[entry.rule, entry.fingerprint]] ?? 0
      left[[entry.rule, entry.fingerprint]] = 0
      guard count > 0 else { return nil }
      return BaselineEntry(rule: entry.rule, file: entry.file, fingerprint: entry.fingerprint, count: count)
    }
    return report
  }

  /// Marks each finding that is not on a changed line. A file without an entry did not change.
  /// - Parameter changed: for each path the lines, from 1, that changed.
  /// - Parameter before: the audit of the project as it was. What it did not have counts wherever it stands: a check
  ///   that was taken away has no line of its own.
  public func limited(to changed: [String: LineSet], before: AuditReport? = nil) -> AuditReport {
    var report = self
    var known: [[String]: Int] = [:]
    for finding in before?.findings ?? [] where finding.suppression == nil {
      known[[finding.rule, finding.fingerprint], default: 0] += 1
    }
    for (row, finding) in findings.enumerated() {
      // A changed step of the way counts too: the flaw may lie where nothing changed.
      let isTouched =
        changed[finding.file]?.contains(finding.line) ?? false
        || finding.flow.contains { changed[$0.file]?.contains($0.line) ?? false }
      if !isTouched { known[[finding.rule, finding.fingerprint], default: 0] -= 1 }
      let isNew = before != nil && known[[finding.rule, finding.fingerprint], default: 0] < 0
      report.findings[row].isOutsideDiff = !isTouched && !isNew
    }
    return report
  }
}
