#if Audit
  import ArgumentParser
  import Foundation
  import SecurityPolicy
  import SourceAudit
  import UntrustedInput

  /// `mantlet audit PATH`: the audit itself.
  struct AuditScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "scan", abstract: "Read the sources and report (what `mantlet audit PATH` does).",
      discussion: """
        Exit codes: 0 no finding that counts, 1 findings at or above --fail-on, 2 not everything could be judged, \
        64 the command line asks for what cannot be, 65 PATH or a file that is named with it cannot be read, 70 the \
        report cannot be written.
        """)

    enum Format: String, ExpressibleByArgument, CaseIterable { case text, lines, json, sarif, html, github }

    @OptionGroup var project: AuditedProject
    @Option(help: "text, lines (one a finding), json, sarif, html or github.") var format: Format = .text
    @Option(help: "Write the report into this file instead of standard output.") var output: String?
    @Option(help: "The least severity that fails: note, warning or error.") var failOn: FindingSeverity = .warning
    @Option(help: "A file of known findings: only others count.") var baseline: String?
    @Option(help: "Write every finding of today into this file, for --baseline.") var writeBaseline: String?
    @Option(
      help: """
        Only lines that changed since this revision of git count, and findings that an audit of that revision does not \
        have: it is audited too, which doubles the time.
        """)
    var diff: String?
    @Flag(help: "Only what is not committed counts: --diff HEAD.") var changed = false

    @Option(help: "Seconds that git may be silent for, with --diff and --changed.") var gitWait = 30

    @Option(
      help: """
        Keep what was read and said in this folder outside of the sources; a later run parses and judges what has changed, \
        and what rests on it.
        """)
    var cache: String?

    func validate() throws {
      if changed, diff != nil { throw ValidationError("choose --diff or --changed") }
      if !(1...86_400).contains(gitWait) { throw ValidationError("--git-wait is from 1 to 86400") }
    }

    func run() throws {
      let policy = try project.readPolicy()
      let audit = try project.makeAudit()
      let store = try cache.map(openCache)
      let known = try baseline.map(Self.readBaseline)
      let tree = try project.readTree()
      let changes = try (diff ?? (changed ? "HEAD" : nil)).map { revision in
        try GitRevision(revision, folder: project.path, patience: gitWait).changes(in: tree)
      }
      let progress = AuditProgress(files: tree.files.count + (changes?.before.files.count ?? 0))
      defer { progress.finish() }
      let before = changes.map { audit.run($0.before, policy: policy, today: AuditedProject.today, cache: store) }
      var report = audit.run(tree, policy: policy, today: AuditedProject.today, cache: store)
      progress.finish()
      if let writeBaseline {
        try Self.write(JSONWriter(indentation: 2).text(Baseline(report).node) + "\n", to: writeBaseline)
      }
      if let known { report = report.compared(to: known) }
      if let changes { report = report.limited(to: changes.lines, before: before) }
      let text = text(report, tree)
      if let output { try Self.write(text, to: output) } else { Descriptor.write(text, to: 1) }
      let verdict = report.verdict(failOn: failOn)
      guard verdict.exitCode == 0 else { throw ExitCode(verdict.exitCode) }
    }

    /// What is kept there names what the sources name, so it must be the user's own and no part of the sources.
    private func openCache(_ folder: String) throws -> AuditCache {
      let (there, tree) = (
        URL(fileURLWithPath: folder).standardizedFileURL.resolvingSymlinksInPath().path,
        URL(fileURLWithPath: project.path).standardizedFileURL.resolvingSymlinksInPath().path
      )
      guard there != tree, !there.hasPrefix(tree == "/" ? "/" : tree + "/") else {
        throw ExitStatus.stop("--cache: \(folder) lies inside the audited folder", ExitStatus.usage)
      }
      guard let cache = AuditCache(folder: folder) else {
        throw ExitStatus.stop(
          "--cache: \(folder) is no folder of this user that others may not write to", ExitStatus.usage)
      }
      return cache
    }

    private func text(_ report: AuditReport, _ tree: SourceTree) -> String {
      switch format {
      case .text:
        AuditTerminal(
          width: Terminal.width(1), inColour: output == nil && Terminal.hasColour(1), failOn: failOn
        ).text(report, sources: SourceLines(report, tree.files))
      case .lines: AuditText.text(report, failOn: failOn)
      case .json: JSONWriter(indentation: 2).text(AuditJSON.node(report, failOn: failOn)) + "\n"
      case .sarif:
        JSONWriter(indentation: 2).text(
          AuditSARIF.node(report, toolVersion: MantletCommand.configuration.version, sources: tree.files)) + "\n"
      case .html: AuditHTML(report, title: project.title, files: tree.files, failOn: failOn).page
      case .github: AuditGitHub.text(report, folder: project.relativePath, failOn: failOn)
      }
    }

    private static func readBaseline(_ path: String) throws -> Baseline {
      let bytes = try GivenFile.read(path, limit: Baseline.mostBytes)
      do { return try Baseline(reading: bytes) } catch {
        throw ExitStatus.stop("\(path): \(error)", ExitStatus.unreadable)
      }
    }

    /// Whole or not at all.
    private static func write(_ text: String, to path: String) throws {
      do {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      } catch {
        throw ExitStatus.stop("cannot write \(path)", ExitStatus.failure)
      }
    }
  }
#endif
