#if Audit
  import ArgumentParser
  import Foundation
  import SecurityPolicy
  import SourceAudit
  import UntrustedInput

  /// `mantlet audit PATH`: where an app's sources break the policy.
  struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "audit", abstract: "Read an app's sources and say where they break the policy.")

    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, sarif }

    @Argument(help: "The folder of the app's sources.") var path: String
    @Option(help: "The policy file; without it the defaults hold.") var policy: String?
    @Option(help: "text, json or sarif.") var format: Format = .text

    @Option(help: "The least severity that fails: note, warning or error.") var failOn: FindingSeverity = .warning

    func run() throws {
      let policy = try policy.map(PolicyFile.read) ?? Policy(name: "defaults", environments: [:])
      let report: AuditReport
      do {
        report = Audit().run(try SourceTree.read(folder: path), policy: policy)
      } catch {
        throw ExitStatus.stop("\(path): \(error)", ExitStatus.unreadable)
      }
      switch format {
      case .text: StandardOutput.print(AuditText.text(report, failOn: failOn))
      case .json: StandardOutput.print(JSONWriter(indentation: 2).text(AuditJSON.node(report, failOn: failOn)))
      case .sarif:
        StandardOutput.print(
          JSONWriter(indentation: 2).text(
            AuditSARIF.node(report, toolVersion: MantletCommand.configuration.version)))
      }
      let verdict = report.verdict(failOn: failOn)
      guard verdict.exitCode == 0 else { throw ExitCode(verdict.exitCode) }
    }
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
