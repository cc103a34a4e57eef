#if Records && Audit
  import ArgumentParser
  import BackupAudit
  import SecurityPolicy
  import SourceAudit
  import UntrustedInput

  /// `mantlet audit backup DIR`: which files of an app lie in a device's backup and should not.
  struct AuditBackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "backup",
      abstract: "Look into a Finder or iTunes backup for files of an app that should not be there.",
      discussion: """
        DIR is the folder of one backup, the one that holds Manifest.db; it is read and never written. The backup must \
        not be encrypted: make one of a device with test data. Exit codes: 0 nothing found, 1 files found at or above \
        --fail-on, 2 the app is not in the backup or something could not be read, 65 no readable backup.
        """)

    @Argument(help: "The folder of the backup.") var folder: String
    @Option(help: "The app's bundle identifier.") var app: String
    @Option(help: "A group that the app shares; may stand more than once.") var group: [String] = []
    @Option(help: "A file or folder, relative to its domain, that may be in a backup; may stand more than once.")
    var expected: [String] = []
    @Option(help: "The least severity that fails: note, warning or error.") var failOn: FindingSeverity = .warning
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
      let review: BackupReview
      do throws(BackupAuditError) {
        review = try DeviceBackup(folder: folder).review(
          of: BackedUpApp(bundle: app, groups: Set(group)), expected: expected)
      } catch {
        throw ExitStatus.stop("\(folder): \(error)", ExitStatus.unreadable)
      }
      let verdict = review.verdict(failOn: failOn)
      json ? StandardOutput.print(node(review, verdict)) : tell(review, verdict)
      guard verdict.exitCode == 0 else { throw ExitCode(verdict.exitCode) }
    }

    private func tell(_ review: BackupReview, _ verdict: Verdict) {
      for finding in review.findings {
        let keys = finding.keys.isEmpty ? "" : " [" + finding.keys.map(Self.printable).joined(separator: ", ") + "]"
        StandardOutput.print(
          "\(finding.flaw.severity.rawValue): \(Self.printable(finding.file.domain))/\(Self.printable(finding.file.path)):"
            + " \(finding.flaw.message)\(keys) \(finding.flaw.fix) (\(finding.flaw.rawValue))")
      }
      StandardOutput.print("\(review.filesOfTheApp) files of the app in the backup; \(Self.words(verdict))")
    }

    /// A path is anybody's text: what steers a terminal is not printed.
    private static func printable(_ text: String) -> String {
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: "?"
            default: scalar
            }
          }))
    }

    private static func words(_ verdict: Verdict) -> String {
      switch verdict {
      case .holds: "none that should not be there"
      case .fails(let reason), .undetermined(let reason): reason.description
      }
    }

    private func node(_ review: BackupReview, _ verdict: Verdict) -> JSONNode {
      [
        "verdict": .string(["holds", "fails", "undetermined"][Int(verdict.exitCode)]),
        "app": .string(app), "filesOfTheApp": .integer(Int64(review.filesOfTheApp)),
        "findings": JSONNode(
          .array(
            review.findings.map { finding in
              [
                "rule": .string(finding.flaw.rawValue), "severity": .string(finding.flaw.severity.rawValue),
                "domain": .string(finding.file.domain), "path": .string(finding.file.path),
                "message": .string(finding.flaw.message), "fix": .string(finding.flaw.fix),
                "keys": JSONNode(.array(finding.keys.map { .string($0) })),
                "requirements": JSONNode(.array(finding.flaw.requirements.map { .string($0.id) })),
              ]
            })),
      ]
    }
  }
#endif
