#if Audit
  import ArgumentParser
  import SecurityPolicy
  import SourceAudit

  /// `mantlet audit custom FILE`: whether a file of own rules is sound, and its examples hold.
  struct AuditCustomCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "custom", abstract: "Check a YAML file of own rules and run their examples.",
      discussion: "Exit codes: 0 every example gives what it claims, 1 one does not, 65 the file is refused.")

    @Argument(help: "The file of rules.") var file: String
    @Option(help: "The policy file; without it the defaults hold.") var policy: String?

    func run() throws {
      let policy = try AuditedProject.policy(policy)
      let bytes = try GivenFile.read(file, limit: CustomRules.limit)
      let rules: CustomRules
      do { rules = try CustomRules(reading: bytes) } catch {
        throw ExitStatus.stop("\(file): \(error)", ExitStatus.unreadable)
      }
      let failures = rules.failures(policy: policy)
      for failure in failures { StandardOutput.print("\(file): \(failure)") }
      let examples = rules.manuals.reduce(0) { $0 + $1.violating.count + $1.conforming.count }
      StandardOutput.print("\(rules.manuals.count) rules, \(examples) examples, \(failures.count) do not hold")
      if !failures.isEmpty { throw ExitStatus.fails }
    }
  }
#endif
