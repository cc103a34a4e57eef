#if Audit
  import ArgumentParser
  import SourceAudit

  /// `mantlet audit fix PATH`: the edits that rules know, tried out before they are written.
  struct AuditFixCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "fix", abstract: "Mend what rules know how to mend.",
      discussion: """
        Every edit is audited again: one that makes a new finding, or does not help, is taken back. Build and test \
        after it. Exit codes: 0 nothing to mend is left out, 1 some edits were taken back, 2 not everything could be \
        judged.
        """)

    @OptionGroup var project: AuditedProject
    @Flag(help: "Show the changes as a unified diff and write nothing (the default).") var dryRun = false
    @Flag(help: "Write the changes.") var apply = false

    func validate() throws {
      if apply, dryRun { throw ValidationError("choose --dry-run or --apply") }
    }

    func run() throws {
      let policy = try project.readPolicy()
      let tree = try project.readTree()
      let audit = try project.makeAudit()
      let report = audit.run(tree, policy: policy, today: AuditedProject.today)
      let plan = FixPlan(report, tree: tree, policy: policy, audit: audit, today: AuditedProject.today)
      var failures = 0
      if apply {
        let writer = ProjectWriter(root: project.path)
        for change in plan.changes {
          do { try writer.write(change) } catch {
            // One file that is no UTF-8, or changed, must not keep the others from being mended.
            StandardError.print("not written: \(AuditText.escaped(change.file)): \(error)")
            failures += 1
          }
        }
      } else {
        for change in plan.changes {
          Descriptor.write(
            UnifiedDiff.text(
              path: change.file, old: change.old, new: change.new, isForScreen: StandardOutput.isTerminal), to: 1)
        }
      }
      let mended = plan.outcomes.count { $0.kind == .mended }
      let rest = plan.outcomes.filter { $0.kind != .mended }
      for outcome in rest {
        StandardError.print("left: \(AuditText.line(outcome.finding)): \(Self.words(outcome.kind))")
      }
      StandardError.print(
        "\(mended) findings \(apply ? "mended" : "can be mended") in \(plan.changes.count) files; "
          + "\(report.findings.count { $0.counts } - mended) are left for a person")
      if failures > 0 { throw ExitStatus.stop("\(failures) files were not written", ExitStatus.failure) }
      for file in report.incomplete {
        StandardError.print("not judged: \(AuditText.escaped(file.file)): \(file.message)")
      }
      if !rest.isEmpty { throw ExitStatus.fails }
      if !report.incomplete.isEmpty { throw ExitStatus.undetermined }
    }

    private static func words(_ kind: FixPlan.Outcome.Kind) -> String {
      switch kind {
      case .mended: "mended"
      case .overlaps: "another edit changes the same place"
      case .makesFindings: "the edit would make another finding or break the file"
      case .doesNotHelp: "the edit does not mend it"
      }
    }
  }
#endif
