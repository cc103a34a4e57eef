#if Audit
  import ArgumentParser
  import SourceAudit

  /// `mantlet audit guide`: instructions for agents that write code, from the rules that will judge it.
  struct AuditGuideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "guide", abstract: "Write instructions for code-generating agents, made from the same rules.")

    @Option(help: "The policy file; without it the defaults hold.") var policy: String?

    func run() throws {
      Descriptor.write(
        AuditGuide(policy: try AuditedProject.policy(policy), manuals: Audit.manuals).markdown, to: 1)
    }
  }
#endif
