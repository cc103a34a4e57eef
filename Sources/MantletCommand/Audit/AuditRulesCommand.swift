#if Audit
  import ArgumentParser
  import SecurityPolicy
  import SourceAudit
  import UntrustedInput

  /// `mantlet audit rules`: every rule that is asked.
  struct AuditRulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rules", abstract: "List every rule.")

    @Flag(help: "As JSON, with reasons, fixes and ids.") var json = false

    func run() throws {
      let manuals = Audit.manuals.sorted { $0.id < $1.id }
      guard json else {
        let wide = manuals.map(\.id.count).max() ?? 0
        for manual in manuals {
          let blanks = String(repeating: " ", count: wide - manual.id.count)
          StandardOutput.print("\(manual.id)\(blanks)  \(manual.title)")
        }
        return
      }
      let nodes = manuals.map { manual -> JSONNode in
        [
          "rule": .string(manual.id), "title": .string(manual.title), "reason": .string(manual.reason),
          "fix": .string(manual.fix), "requirements": .strings(manual.requirements.map(\.id)),
          "weaknesses": .strings(manual.weaknesses.map(\.id)),
        ]
      }
      StandardOutput.print(JSONWriter(indentation: 2).text(["version": 1, "rules": JSONNode(.array(nodes))]))
    }
  }
#endif
