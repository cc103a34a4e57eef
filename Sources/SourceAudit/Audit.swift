#if Audit
  import SecurityPolicy

  /// Asks rules about every file of a project.
  ///
  /// - Protects against: flaws that its rules describe, in Swift source that it could read and parse.
  /// - Does not protect against: flaws without a rule, other languages, code in skipped folders, and data that reaches
  ///   a flaw through a function call.
  ///
  /// Source: OWASP MASVS v2.1.0; BSI TR-03161-1 v3.0.
  public struct Audit: Sendable {
    public let rules: [any Rule]

    /// Every rule that ships with Mantlet.
    public static var allRules: [any Rule] { [SecretsInUserDefaults()] }

    public init(rules: [any Rule] = Audit.allRules, secondsPerFile: Int = 5) {
      self.rules = rules
      self.secondsPerFile = secondsPerFile
    }

    /// Seconds that one file may take, twice: to gather names, then to be judged.
    public let secondsPerFile: Int
    /// So many late files end the audit: their threads cannot be stopped and slow down the rest.
    public static let mostLateFiles = 3

    /// Reads each file twice: once for the names that other files use, once to judge it. Blocks the calling thread.
    ///
    /// A file that takes longer than ``secondsPerFile`` is reported as not judged; its thread computes on, unheard,
    /// until it is done or the process ends. After ``mostLateFiles`` of them the rest is reported as not reached.
    public func run(_ tree: SourceTree, policy: Policy) -> AuditReport {
      var incomplete = tree.incomplete
      var facts = SourceFacts()
      var readable: [SourceText] = []
      var late = 0
      for source in tree.files {
        switch inTime(late, { Self.facts(of: source) }) {
        case .answer(let found?):
          facts.merge(found)
          readable.append(source)
        case .answer(nil): incomplete.append(AuditIncompleteness(file: source.path, cause: .nestedTooDeeply))
        case .missing(let cause):
          late += 1
          incomplete.append(AuditIncompleteness(file: source.path, cause: cause))
        }
      }
      var findings: [Finding] = []
      var filesRead = 0
      for source in readable {
        switch inTime(late, { [facts] in judge(source, facts: facts, policy: policy) }) {
        case .answer(let judged?):
          filesRead += 1
          if judged.hasSyntaxErrors { incomplete.append(AuditIncompleteness(file: source.path, cause: .notParsed)) }
          findings += judged.findings
        case .answer(nil): incomplete.append(AuditIncompleteness(file: source.path, cause: .nestedTooDeeply))
        case .missing(let cause):
          late += 1
          incomplete.append(AuditIncompleteness(file: source.path, cause: cause))
        }
      }
      return AuditReport(
        rules: rules.map(\.manual), findings: findings, incomplete: incomplete, skippedFolders: tree.skippedFolders,
        filesRead: filesRead)
    }

    private enum Timed<Answer> {
      case answer(Answer)
      case missing(AuditIncompleteness.Cause)
    }

    private func inTime<Answer: Sendable>(_ late: Int, _ body: @escaping @Sendable () -> Answer) -> Timed<Answer> {
      guard late < Self.mostLateFiles else { return .missing(.notReached) }
      guard let answer = FileDeadline.run(seconds: secondsPerFile, body) else {
        return .missing(.tookTooLong(seconds: secondsPerFile))
      }
      return .answer(answer)
    }

    /// Nil when the file is nested too deeply.
    private static func facts(of source: SourceText) -> SourceFacts? {
      guard let file = SwiftSourceFile(source, facts: SourceFacts()) else { return nil }
      var facts = SourceFacts()
      facts.gather(from: file)
      return facts
    }

    private func judge(
      _ source: SourceText, facts: SourceFacts, policy: Policy
    ) -> (hasSyntaxErrors: Bool, findings: [Finding])? {
      guard let file = SwiftSourceFile(source, facts: facts) else { return nil }
      return (file.hasSyntaxErrors, rules.flatMap { $0.findings(in: file, policy: policy) })
    }
  }
#endif
