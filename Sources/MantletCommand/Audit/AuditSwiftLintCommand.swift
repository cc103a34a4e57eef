#if Audit
  import ArgumentParser
  import SourceAudit

  /// `mantlet audit swiftlint-config`: what a text pattern can see, for the editor.
  struct AuditSwiftLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "swiftlint-config", abstract: "Write a .swiftlint.yml made from the policy.")

    @Option(help: "The policy file; without it the defaults hold.") var policy: String?

    func run() throws {
      Descriptor.write(SwiftLintConfiguration(policy: try AuditedProject.policy(policy)).yaml, to: 1)
    }
  }
#endif
