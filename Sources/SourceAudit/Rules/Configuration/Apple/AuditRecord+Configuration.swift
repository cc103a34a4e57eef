import UntrustedInput

extension AuditRecord {
  mutating func flaw(
    _ manual: RuleManual, at place: ConfigurationPlace, _ severity: FindingSeverity, _ message: String,
    edits: [SourceEdit] = []
  ) {
    switch place {
    case .file(let file, let position): flaw(manual, in: file, at: position, severity, message, edits: edits)
    case .code(let expression): flaw(manual, at: expression, severity, message, edits: edits)
    }
  }

  mutating func control(_ control: String, _ manual: RuleManual, at place: ConfigurationPlace) {
    switch place {
    case .file(let file, let position): self.control(control, manual, in: file, at: position)
    case .code(let expression): self.control(control, manual, at: expression)
    }
  }

  /// A flaw in a property list, where it is written; a note when that is for debug builds alone.
  mutating func flaw(
    _ manual: RuleManual, in list: PropertyList, at position: TextPosition, _ severity: FindingSeverity,
    _ message: String, edits: [SourceEdit] = []
  ) {
    let isForDebug = list.part(at: position)?.isForDebug == true
    flaw(manual, at: list.place(of: position), isForDebug ? .note : severity, message, edits: edits)
  }

  /// Whether a rule has found something in the line where a setting or a value is written.
  func holds(_ rule: String, at place: ConfigurationPlace) -> Bool {
    guard case .code(let expression) = place else { return false }
    let line = expression.position.line
    return [earlier.findings, findings].contains { found in
      found.contains { $0.rule == rule && $0.line == line && $0.file == expression.unit.path }
    }
  }

  /// A control in a property list, where it is written.
  mutating func control(_ control: String, _ manual: RuleManual, in list: PropertyList, at position: TextPosition) {
    self.control(control, manual, at: list.place(of: position))
  }
}
