#if Audit
  import ArgumentParser
  import SourceAudit

  /// `mantlet audit explain RULE`: the manual of a rule, or of a control that no rule is about.
  struct AuditExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "explain", abstract: "Say why a rule is there, what to do instead, and show its examples.")

    @Argument(help: "The rule's id, as a finding or a control names it.") var rule: String

    func run() throws {
      if let control = ControlManual.all.first(where: { $0.id == rule }) {
        Descriptor.write(control.text, to: 1)
        return
      }
      let manuals = Audit.manuals
      guard let manual = manuals.first(where: { $0.id == rule }) else {
        let near = RuleExplanation.nearest(to: rule, among: manuals.map(\.id) + ControlManual.all.map(\.id))
        let hint = near.isEmpty ? "`mantlet audit rules` lists them" : "did you mean \(near.joined(separator: ", "))?"
        throw ExitStatus.stop("there is no such rule; \(hint)", ExitStatus.usage)
      }
      Descriptor.write(RuleExplanation(manual).text, to: 1)
    }
  }
#endif
