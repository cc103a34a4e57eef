#if Audit
  import Foundation
  import SecurityPolicy
  import Synchronization

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

    public init(rules: [any Rule] = Audit.allRules) {
      self.rules = rules
    }

    /// Reads each file twice: once for the names that other files use, once to judge it. Only one syntax tree is held
    /// at a time. Blocks the calling thread.
    public func run(_ tree: SourceTree, policy: Policy) -> AuditReport {
      let result = Mutex<AuditReport?>(nil)
      withDeepStack {
        let report = judge(tree, policy: policy)
        result.withLock { $0 = report }
      }
      return result.withLock { $0 }
        ?? AuditReport(
          rules: rules.map(\.manual), findings: [], incomplete: tree.incomplete, skippedFolders: tree.skippedFolders,
          filesRead: 0)
    }

    private func judge(_ tree: SourceTree, policy: Policy) -> AuditReport {
      var incomplete = tree.incomplete
      var facts = SourceFacts()
      for source in tree.files {
        if let file = SwiftSourceFile(source, facts: SourceFacts()) { facts.gather(from: file) }
      }
      var findings: [Finding] = []
      var filesRead = 0
      for source in tree.files {
        guard let file = SwiftSourceFile(source, facts: facts) else {
          incomplete.append(AuditIncompleteness(file: source.path, cause: .nestedTooDeeply))
          continue
        }
        filesRead += 1
        if file.hasSyntaxErrors { incomplete.append(AuditIncompleteness(file: source.path, cause: .notParsed)) }
        for rule in rules { findings += rule.findings(in: file, policy: policy) }
      }
      return AuditReport(
        rules: rules.map(\.manual), findings: findings, incomplete: incomplete, skippedFolders: tree.skippedFolders,
        filesRead: filesRead)
    }

    /// The parser recurses on chains that no bracket count bounds (`try try …`, `else if …`): a large stack makes an
    /// overflow unlikely, it does not prove it away. The memory is used only when touched.
    private func withDeepStack(_ body: @escaping @Sendable () -> Void) {
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        body()
        done.signal()
      }
      thread.stackSize = 1 << 30
      thread.start()
      done.wait()
    }
  }
#endif
