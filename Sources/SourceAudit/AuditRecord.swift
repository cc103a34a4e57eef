import SecurityPolicy
import UntrustedInput

/// What rules write down about one unit.
package struct AuditRecord: Sendable {
  package private(set) var findings: [Finding] = []
  package private(set) var controls: [ControlSighting] = []
  /// What was written down before, about all files: no part of this record.
  private(set) var earlier: (findings: [Finding], controls: [ControlSighting]) = ([], [])
  private var places: Set<String> = []
  /// The lines of the file that was named last: a file with many flaws is split once.
  private var lines: (path: String, lines: [Substring]) = ("", [])

  package init() {}

  init(findings: [Finding], controls: [ControlSighting]) {
    self.findings = findings
    self.controls = controls
  }

  /// An empty record of someone who knows what was written down before.
  init(behind earlier: AuditRecord) { self.earlier = (earlier.findings, earlier.controls) }

  /// Every file that it names.
  var files: Set<String> {
    var files = Set(controls.map(\.file))
    for finding in findings {
      files.insert(finding.file)
      for step in finding.flow { files.insert(step.file) }
      for edit in finding.edits { files.insert(edit.file) }
    }
    return files
  }

  /// A flaw at an expression. Outside the app's own code, and in what only debug builds hold, it is a note.
  /// - Parameters:
  ///   - way: the expressions from the place to where the value comes from.
  ///   - roles: what the file may be for the flaw to keep its weight.
  package mutating func flaw(
    _ manual: RuleManual, at place: Expression, _ severity: FindingSeverity, _ message: String,
    confidence: FindingConfidence = .high, way: [Expression] = [], edits: [SourceEdit] = [],
    weighsIn roles: Set<SourceRole> = [.app]
  ) {
    flaw(
      manual, in: place.unit, at: place.startOffset, around: place.owner, severity, message, confidence: confidence,
      way: way, edits: edits, weighsIn: roles)
  }

  package mutating func flaw(
    _ manual: RuleManual, at place: Declaration, _ severity: FindingSeverity, _ message: String,
    confidence: FindingConfidence = .high, edits: [SourceEdit] = []
  ) {
    flaw(
      manual, in: place.unit, at: place.record.offset, around: place, severity, message, confidence: confidence,
      way: [], edits: edits)
  }

  package mutating func flaw(
    _ manual: RuleManual, in unit: SourceUnit, at offset: UInt32, around: Declaration, _ severity: FindingSeverity,
    _ message: String, confidence: FindingConfidence = .high, way: [Expression] = [], edits: [SourceEdit] = [],
    weighsIn roles: Set<SourceRole> = [.app]
  ) {
    let place = unit.position(offset)
    // One finding per flaw: a second way to the same line says nothing new.
    guard places.insert("\(manual.id):\(unit.path):\(place.line)").inserted else { return }
    var role = unit.role
    if unit.isInside(.preview, offset) { role = .preview }
    let isShipped = roles.contains(role) && !unit.isInside(.debugOnly, offset)
    let flow = way.count > 1 ? way.map { FindingStep(file: $0.unit.path, position: $0.position) } : []
    findings.append(
      Finding(
        manual, severity: isShipped ? severity : .note, file: unit.path, line: place.line, column: place.column,
        message: message, confidence: confidence, role: role.rawValue,
        fingerprint: Self.fingerprint(manual.id, unit, place.line, around), flow: flow, edits: edits))
  }

  /// A flaw in a file that is no code.
  mutating func flaw(
    _ manual: RuleManual, in file: SourceText, at place: TextPosition, _ severity: FindingSeverity, _ message: String,
    edits: [SourceEdit] = []
  ) {
    guard places.insert("\(manual.id):\(file.path):\(place.line)").inserted else { return }
    let role = SourceRole(path: file.path, imports: [], head: "")
    if lines.path != file.path {
      lines = (file.path, file.text.split(separator: "\n", omittingEmptySubsequences: false))
    }
    let words =
      place.line <= lines.lines.count ? lines.lines[max(0, place.line - 1)].filter { !$0.isWhitespace } : ""
    findings.append(
      Finding(
        manual, severity: role == .app ? severity : .note, file: file.path, line: place.line, column: place.column,
        message: message, role: role.rawValue,
        fingerprint: Self.fingerprint([manual.id, file.path.split(separator: "/").last.map(String.init) ?? "", words]),
        edits: edits))
  }

  /// A control that is in place here. What only debug builds and previews hold is none.
  package mutating func control(_ control: String, _ manual: RuleManual, at place: Expression) {
    self.control(control, rule: manual.id, requirements: manual.requirements, at: place)
  }

  /// A control that no rule is about.
  /// - Parameter claim: what is said of it here, in place of its title.
  mutating func control(_ control: ControlManual, _ claim: String? = nil, at place: Expression) {
    self.control(claim ?? control.title, rule: control.id, requirements: control.requirements, at: place)
  }

  private mutating func control(
    _ control: String, rule: String, requirements: [Requirement], at place: Expression
  ) {
    guard place.unit.role == .app, !place.unit.isInside(.debugOnly, place.offset),
      !place.unit.isInside(.preview, place.offset)
    else { return }
    let position = place.position
    let sighting = ControlSighting(
      control: control, rule: rule, requirements: requirements, file: place.unit.path,
      line: position.line, column: position.column)
    note(sighting)
  }

  /// A control that is in place in a file that is no code.
  mutating func control(_ control: String, _ manual: RuleManual, in file: SourceText, at place: TextPosition) {
    guard SourceRole(path: file.path, imports: [], head: "") == .app else { return }
    let sighting = ControlSighting(
      control: control, rule: manual.id, requirements: manual.requirements, file: file.path, line: place.line,
      column: place.column)
    note(sighting)
  }

  private mutating func note(_ sighting: ControlSighting) {
    if !controls.contains(sighting), !earlier.controls.contains(sighting) { controls.append(sighting) }
  }

  /// By place, as a report has them: sorted lists of files in order need no sorting any more.
  mutating func sort() { findings.sort() }

  package mutating func merge(_ other: AuditRecord) {
    findings += other.findings
    controls += other.controls
  }

  /// The same for the same flaw wherever its lines move: rule, the declarations around it, and the words of its line.
  /// No cryptographic value: it tells findings apart, nothing rests on it.
  private static func fingerprint(_ rule: String, _ unit: SourceUnit, _ line: Int, _ around: Declaration) -> String {
    let name = unit.path.split(separator: "/").last.map(String.init) ?? ""
    let scopes = ([around] + around.enclosing).map(\.name).filter { !$0.isEmpty }
    return fingerprint([rule, name] + scopes + [withoutBlanks(unit.line(line))])
  }

  private static func withoutBlanks(_ line: String) -> String {
    guard line.utf8.allSatisfy({ $0 < 0x80 }) else { return line.filter { !$0.isWhitespace } }
    return String(decoding: line.utf8.filter { $0 != 32 && !(9...13).contains($0) }, as: UTF8.self)
  }

  static func fingerprint(_ parts: [String]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in parts.joined(separator: "\n").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
