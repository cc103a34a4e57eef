/// One kind of flaw: how to see it in a unit, and what the manual says about it.
package protocol Rule: Sendable {
  var manual: RuleManual { get }
  var languages: Set<SourceLanguage> { get }
  /// Records every place in the unit that breaks the rule under the project's policy, each once, and every place that
  /// shows a control at work.
  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord)
}

extension Rule {
  package var id: String { manual.id }
  package var title: String { manual.title }
  package var languages: Set<SourceLanguage> {
    ObjectiveCRules.ids.contains(manual.id) ? [.swift, .objectiveC] : [.swift]
  }
}
