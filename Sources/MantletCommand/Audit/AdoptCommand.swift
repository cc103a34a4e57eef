#if Audit
  import ArgumentParser
  import Foundation
  import SecurityPolicy
  import SourceAudit
  import UntrustedInput

  /// `mantlet adopt PATH`: a first policy for an existing app, and the list of what its code breaks of it.
  struct AdoptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "adopt", abstract: "Write a first policy for an existing app, and say what its code breaks of it.",
      discussion: """
        PATH is only read, unless --output or --state lies in it: both begin in the working directory. The policy has \
        the strict defaults, what the sources say about the app, and a \
        development environment of the state directory's own authority, which is made where there is none. Exit codes: \
        0 written and nothing missing at warning or above, 1 written with gaps, 2 written but not everything was read, \
        65 PATH cannot be read.
        """)

    @Argument(help: "The folder of the app's sources.") var path: String
    @Option(name: .shortAndLong, help: "Where to write the policy; an existing file is never replaced.")
    var output = "mantlet-policy.json"
    @Option(help: "The state directory of the development authority (default: MANTLET_STATE, else .mantlet).")
    var state: String?
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
      // Before anything is read or made for it; a link counts, wherever it leads.
      guard (try? FileManager.default.attributesOfItem(atPath: output)) == nil else { throw outputExists }
      let tree: SourceTree
      do { tree = try SourceTree.read(folder: path) } catch {
        throw ExitStatus.stop("\(path): \(error)", ExitStatus.unreadable)
      }
      let audit = Audit()
      let facts = audit.facts(of: tree)
      let text: String
      let policy: Policy
      do {
        let directory = try StateDirectory.openOrMake(at: StateDirectory.location(state), fresh: false, now: Date())
        let resolved = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
        text = try AdoptedPolicy.text(facts, name: resolved, authority: directory.authority)
      } catch {
        throw ExitStatus.stop(error, ExitStatus.code(of: error))
      }
      // Nothing is written that the next command would refuse.
      do { policy = try PolicyDocument.read(Array(text.utf8)) } catch {
        throw ExitStatus.stop("the policy that the sources give is not sound: \(error)", ExitStatus.failure)
      }
      do {
        try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .withoutOverwriting)
      } catch {
        throw outputExists
      }
      let report = audit.run(tree, policy: policy)
      let gaps = AdoptionGap.gaps(in: report)
      json ? StandardOutput.print(Self.node(facts, gaps, report, output)) : tell(facts, gaps, report)
      let verdict = report.verdict(failOn: .warning)
      guard verdict.exitCode == 0 else { throw ExitCode(verdict.exitCode) }
    }

    private var outputExists: ExitCode {
      ExitStatus.stop("\(output) exists, or cannot be written; name another place with --output", ExitStatus.usage)
    }

    private func tell(_ facts: AdoptedFacts, _ gaps: [AdoptionGap], _ report: AuditReport) {
      let code = facts.filesOfCode.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      StandardOutput.print("read: \(AuditText.counted(report.filesRead, "file")) (\(code))")
      for host in facts.hosts.prefix(5) {
        let mentions = AuditText.counted(host.mentions, "time")
        StandardOutput.print(
          "host: \(host.name), \(mentions), first at \(AuditText.escaped(host.file)):\(host.line)")
      }
      StandardOutput.print("written: \(output)\n")
      StandardOutput.print(gaps.isEmpty ? "no gaps found" : "gaps, the worst first:")
      for gap in gaps {
        StandardOutput.print(
          "  \(gap.severity.rawValue): \(gap.title): \(gap.count) at \(AuditText.escaped(gap.file)):\(gap.line) (\(gap.rule))"
        )
        StandardOutput.print("    \(gap.fix)")
      }
      let controls = Set(report.controls.map(\.control)).sorted()
      if !controls.isEmpty { StandardOutput.print("in place already: \(controls.joined(separator: ", "))") }
      if !report.incomplete.isEmpty {
        StandardOutput.print("not read, or not wholly: \(report.incomplete.count) files")
      }
      StandardOutput.print(
        "\nnext: fill in `prod` in \(output); `mantlet policy check \(output)`; `mantlet audit \(path) --policy \(output)`"
      )
    }

    private static func node(
      _ facts: AdoptedFacts, _ gaps: [AdoptionGap], _ report: AuditReport, _ output: String
    ) -> JSONNode {
      [
        "policy": .string(output), "filesRead": .integer(Int64(report.filesRead)),
        "hosts": JSONNode(
          .array(
            facts.hosts.map {
              [
                "host": .string($0.name), "mentions": .integer(Int64($0.mentions)), "file": .string($0.file),
                "line": .integer(Int64($0.line)),
              ]
            })),
        "pins": JSONNode(.array(facts.pins.map { .string($0) })),
        "gaps": JSONNode(
          .array(
            gaps.map {
              [
                "rule": .string($0.rule), "severity": .string($0.severity.rawValue), "title": .string($0.title),
                "count": .integer(Int64($0.count)), "path": .string($0.file), "line": .integer(Int64($0.line)),
                "fix": .string($0.fix),
              ]
            })),
        "controls": JSONNode(.array(Set(report.controls.map(\.control)).sorted().map { .string($0) })),
        "notRead": JSONNode(.array(report.incomplete.map { .string($0.file) })),
      ]
    }
  }
#endif
