/// A rule of a team's own file: a pattern over the code model with the texts of a manual.
package struct CustomRule: Rule, Hashable {
  package let manual: RuleManual
  package let languages: Set<SourceLanguage>
  let severity: FindingSeverity
  let confidence: FindingConfidence
  /// Our own words are the title; the team's message otherwise.
  let message: String
  let pattern: CustomPattern

  package func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for place in pattern.places(in: unit, of: project) {
      switch place {
      case .expression(let expression):
        record.flaw(manual, at: expression, severity, message, confidence: confidence)
      case .declaration(let declaration):
        record.flaw(manual, at: declaration, severity, message, confidence: confidence)
      }
    }
  }
}
