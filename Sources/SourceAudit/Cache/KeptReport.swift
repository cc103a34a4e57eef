import SecurityPolicy
import UntrustedInput

/// A report as ``AuditCache`` keeps it: lists instead of members, texts of rules by the rule's id.
enum KeptReport {
  private struct Unfit: Error {}

  // MARK: writing

  /// Nil for a report that a later run may not take over.
  static func node(_ report: AuditReport) -> JSONNode? {
    guard report.absent.isEmpty else { return nil }
    var incomplete: [JSONNode] = []
    for part in report.incomplete {
      guard let (word, number) = word(part.cause) else { return nil }
      incomplete.append([.string(part.file), .string(word), .integer(number), .integer(Int64(part.line ?? 0))])
    }
    return [
      "read": .integer(Int64(report.filesRead)),
      "apart": JSONNode(
        .object(
          report.scoredApart.sorted { $0.key < $1.key }.map { JSONMember($0.key, .integer(Int64($0.value))) })),
      "skipped": .strings(report.skippedFolders),
      "incomplete": JSONNode(.array(incomplete)),
      "controls": JSONNode(.array(report.controls.map(node))),
      "findings": JSONNode(.array(report.findings.map(node))),
    ]
  }

  /// What was written down about one file; empty for nothing.
  static func bytes(_ record: AuditRecord) -> [UInt8] {
    if record.findings.isEmpty, record.controls.isEmpty { return [] }
    return JSONWriter().bytes([
      "controls": JSONNode(.array(record.controls.map(node))), "findings": JSONNode(.array(record.findings.map(node))),
    ])
  }

  private static func place(_ file: String, _ line: Int, _ column: Int) -> [JSONNode] {
    [.string(file), .integer(Int64(line)), .integer(Int64(column))]
  }

  private static func node(_ control: ControlSighting) -> JSONNode {
    JSONNode(
      .array(
        place(control.file, control.line, control.column) + [
          .string(control.control), .string(control.rule), .strings(control.requirements.map(\.id)),
        ]))
  }

  private static func node(_ finding: Finding) -> JSONNode {
    let words = [
      finding.rule, finding.severity.rawValue, finding.message, finding.confidence.rawValue, finding.role,
      finding.fingerprint,
    ]
    let flow = finding.flow.map { JSONNode(.array(place($0.file, $0.line, $0.column))) }
    let edits: [JSONNode] = finding.edits.map {
      [.string($0.file), .integer(Int64($0.start)), .integer(Int64($0.end)), .string($0.replacement)]
    }
    let allowance: JSONNode? = finding.suppression.map {
      [.string($0.reason), .string($0.until?.description ?? ""), .integer(Int64($0.line))]
    }
    return JSONNode(
      .array(
        place(finding.file, finding.line, finding.column) + words.map { .string($0) } + [
          JSONNode(.array(flow)), JSONNode(.array(edits)), JSONNode(.array([allowance].compactMap { $0 })),
        ]))
  }

  /// Nil for what another run may judge otherwise.
  private static func word(_ cause: AuditIncompleteness.Cause) -> (String, Int64)? {
    switch cause {
    case .unreadable(let code): ("unreadable", Int64(code))
    case .tooLarge(let limit): ("tooLarge", Int64(limit))
    case .notUTF8: ("notUTF8", 0)
    case .notParsed: ("notParsed", 0)
    case .nestedTooDeeply: ("nestedTooDeeply", 0)
    case .partNestedTooDeeply(let line): ("partNestedTooDeeply", Int64(line))
    case .linkLeavesProject: ("linkLeavesProject", 0)
    case .notAFile: ("notAFile", 0)
    case .folderTooDeep(let limit): ("folderTooDeep", Int64(limit))
    case .projectTooLarge: ("projectTooLarge", 0)
    case .tookTooLong, .notReached: nil
    }
  }

  // MARK: reading

  /// Nil when it is no report of these rules.
  static func report(_ node: JSONNode, rules: [RuleManual]) -> AuditReport? {
    let manuals = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
    do {
      var apart: [String: Int] = [:]
      for member in try have(node["apart"]?.members) { apart[member.name] = try integer(member.node) }
      return AuditReport(
        rules: rules, findings: try list(node["findings"]).map { try finding($0, manuals) },
        incomplete: try list(node["incomplete"]).map(incompleteness), skippedFolders: try texts(node["skipped"]),
        filesRead: try integer(node["read"]), controls: try list(node["controls"]).map(control), scoredApart: apart)
    } catch {
      return nil
    }
  }

  /// Nil when the bytes are no record of these rules.
  static func record(_ bytes: [UInt8], _ manuals: [String: RuleManual]) -> AuditRecord? {
    if bytes.isEmpty { return AuditRecord() }
    guard let node = try? JSONReader(maximumBytes: AuditCache.mostReportBytes).read(bytes) else { return nil }
    do {
      return AuditRecord(
        findings: try list(node["findings"]).map { try finding($0, manuals) },
        controls: try list(node["controls"]).map(control))
    } catch {
      return nil
    }
  }

  private static func have<Value>(_ value: Value?) throws(Unfit) -> Value {
    guard let value else { throw Unfit() }
    return value
  }

  private static func list(_ node: JSONNode?) throws(Unfit) -> [JSONNode] { try have(node?.array) }
  private static func text(_ node: JSONNode?) throws(Unfit) -> String { try have(node?.string) }
  private static func integer(_ node: JSONNode?) throws(Unfit) -> Int { Int(try have(node?.integer)) }
  private static func texts(_ node: JSONNode?) throws(Unfit) -> [String] {
    try list(node).map { node throws(Unfit) in try text(node) }
  }

  /// A list of so many parts.
  private static func parts(_ node: JSONNode, _ count: Int) throws(Unfit) -> [JSONNode] {
    let parts = try list(node)
    guard parts.count == count else { throw Unfit() }
    return parts
  }

  private static func finding(_ node: JSONNode, _ manuals: [String: RuleManual]) throws(Unfit) -> Finding {
    let parts = try parts(node, 12)
    var finding = Finding(
      try have(manuals[try text(parts[3])]), severity: try have(FindingSeverity(rawValue: try text(parts[4]))),
      file: try text(parts[0]), line: try integer(parts[1]), column: try integer(parts[2]),
      message: try text(parts[5]), confidence: try have(FindingConfidence(rawValue: try text(parts[6]))),
      role: try text(parts[7]), fingerprint: try text(parts[8]),
      flow: try list(parts[9]).map { node throws(Unfit) in
        let step = try self.parts(node, 3)
        return FindingStep(file: try text(step[0]), position: (try integer(step[1]), try integer(step[2])))
      },
      edits: try list(parts[10]).map { node throws(Unfit) in
        let edit = try self.parts(node, 4)
        return SourceEdit(
          file: try text(edit[0]), start: try integer(edit[1]), end: try integer(edit[2]),
          replacement: try text(edit[3]))
      })
    if let allowance = try list(parts[11]).first {
      let words = try self.parts(allowance, 3)
      let day = try text(words[1])
      finding.suppression = Suppression(
        reason: try text(words[0]), until: day.isEmpty ? nil : try have(PolicyDay(day)), line: try integer(words[2]))
    }
    return finding
  }

  private static func control(_ node: JSONNode) throws(Unfit) -> ControlSighting {
    let parts = try parts(node, 6)
    return ControlSighting(
      control: try text(parts[3]), rule: try text(parts[4]),
      requirements: try texts(parts[5]).map { Requirement($0) }, file: try text(parts[0]),
      line: try integer(parts[1]), column: try integer(parts[2]))
  }

  private static func incompleteness(_ node: JSONNode) throws(Unfit) -> AuditIncompleteness {
    let parts = try parts(node, 4)
    let (number, line) = (try integer(parts[2]), try integer(parts[3]))
    let cause: AuditIncompleteness.Cause =
      switch try text(parts[1]) {
      case "unreadable": .unreadable(errno: Int32(truncatingIfNeeded: number))
      case "tooLarge": .tooLarge(limit: number)
      case "notUTF8": .notUTF8
      case "notParsed": .notParsed
      case "nestedTooDeeply": .nestedTooDeeply
      case "partNestedTooDeeply": .partNestedTooDeeply(line: number)
      case "linkLeavesProject": .linkLeavesProject
      case "notAFile": .notAFile
      case "folderTooDeep": .folderTooDeep(limit: number)
      case "projectTooLarge": .projectTooLarge
      default: throw Unfit()
      }
    return AuditIncompleteness(file: try text(parts[0]), cause: cause, line: line == 0 ? nil : line)
  }
}
