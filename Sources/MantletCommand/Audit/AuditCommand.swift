#if Audit
  import ArgumentParser
  import SourceAudit

  /// `mantlet audit PATH`: where an app's sources break the policy.
  struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "audit", abstract: "Read an app's sources and say where they break the policy.",
      discussion: "A folder that is called like a subcommand is written with its path: ./guide.",
      subcommands: [
        AuditScanCommand.self, AuditExplainCommand.self, AuditRulesCommand.self, AuditGuideCommand.self,
        AuditSwiftLintCommand.self, AuditFixCommand.self, AuditCustomCommand.self,
      ] + backups, defaultSubcommand: AuditScanCommand.self)

    #if Records
      private static let backups: [any ParsableCommand.Type] = [AuditBackupCommand.self]
    #else
      private static let backups: [any ParsableCommand.Type] = []
    #endif
  }

  extension FindingSeverity: ExpressibleByArgument {}
#else
  import ArgumentParser

  /// `mantlet audit` needs the trait Audit.
  struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "audit", abstract: "Not in this build.")
    func run() throws { throw ExitStatus.stop("built without the trait Audit", ExitStatus.usage) }
  }
#endif
