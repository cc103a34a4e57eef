/// One kind of flaw that only the project as a whole shows: its platform files, what they say together with the code,
/// and controls that are missing in an app that has reason to have them.
package protocol ProjectRule: Sendable {
  var manual: RuleManual { get }
  /// Asked once for each project, after all of its files were read. What is missing is recorded once, at the file that
  /// gives the reason why it applies.
  func judge(_ project: Project, into record: inout AuditRecord)
}
