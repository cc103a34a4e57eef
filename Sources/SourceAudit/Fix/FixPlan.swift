#if Audit
  import SecurityPolicy

  /// Which edits of a report's findings mend the project, tried out before anything is written.
  ///
  /// - Protects against: an edit that does not help, that overlaps another, that makes a new finding or leaves a file
  ///   that does not parse: it is taken back, and said.
  /// - Does not protect against: code that no longer compiles or behaves as it did; read the difference, build and test.
  public struct FixPlan: Sendable {
    /// What became of one finding with edits.
    public struct Outcome: Sendable, Hashable {
      /// How the trial ended.
      public enum Kind: Sendable, Hashable {
        case mended
        /// Another edit changes the same bytes.
        case overlaps
        /// The audit of the changed project finds something new, or cannot read a file that it could read.
        case makesFindings
        /// The audit of the changed project still finds it.
        case doesNotHelp
      }

      public let finding: Finding
      public let kind: Kind
    }

    /// One file before and after.
    public struct Change: Sendable, Hashable {
      public let file: String
      public let old: String
      public let new: String

      /// A change that somebody made by other means.
      public init(file: String, old: String, new: String) {
        self.file = file
        self.old = old
        self.new = new
      }
    }

    /// In the order of the report.
    public let outcomes: [Outcome]
    /// Sorted by path; only files that change.
    public let changes: [Change]

    /// How often the project was audited for it: once if no edit does harm, else some times for each that does.
    package let trials: Int

    /// Tries out the edits of every finding that counts. Audits the project anew; if edits do harm, in halves until those
    /// are alone, which is about twice the logarithm of all edits for each of them.
    public init(
      _ report: AuditReport, tree: SourceTree, policy: Policy, audit: Audit = Audit(), today: PolicyDay? = nil
    ) {
      let trial = Trial(tree: tree, audit: audit, policy: policy, today: today, before: report)
      let wanted = report.findings.filter { !$0.edits.isEmpty && $0.counts }
      var outcomes: [Finding: Outcome.Kind] = [:]
      var usable: [Finding] = []
      var taken: [String: [SourceEdit]] = [:]
      for finding in wanted {
        if trial.overlaps(finding, taken) {
          outcomes[finding] = .overlaps
        } else {
          usable.append(finding)
          for edit in finding.edits { taken[edit.file, default: []].append(edit) }
        }
      }
      var kept: [Finding] = []
      var trials = 0
      var waiting = usable.isEmpty ? [] : [usable[...]]
      while let group = waiting.popLast() {
        let kind = trial.judge(kept + group)
        trials += 1
        if kind == .mended || group.count == 1 {
          for finding in group { outcomes[finding] = kind }
          if kind == .mended { kept += group }
        } else {
          let middle = group.startIndex + group.count / 2
          waiting += [group[middle...], group[..<middle]]
        }
      }
      usable = kept
      self.trials = trials
      self.outcomes = wanted.map { Outcome(finding: $0, kind: outcomes[$0] ?? .doesNotHelp) }
      changes = trial.changes(usable)
    }

    /// One audit of the project with some edits in place.
    private struct Trial {
      let tree: SourceTree
      let audit: Audit
      let policy: Policy
      let today: PolicyDay?
      let before: AuditReport

      func overlaps(_ finding: Finding, _ taken: [String: [SourceEdit]]) -> Bool {
        finding.edits.contains { edit in
          (taken[edit.file] ?? []).contains { $0.start < edit.end && edit.start < $0.end && $0 != edit }
        }
      }

      func judge(_ findings: [Finding]) -> Outcome.Kind {
        let changed = Dictionary(changes(findings).map { ($0.file, $0.new) }) { $1 }
        let files = tree.files.map { file in changed[file.path].map { SourceText(path: file.path, text: $0) } ?? file }
        let after = audit.run(
          SourceTree(files: files, skippedFolders: tree.skippedFolders, incomplete: tree.incomplete), policy: policy,
          today: today)
        var counts: [[String]: Int] = [:]
        for finding in before.findings { counts[[finding.file, finding.rule], default: 0] += 1 }
        for finding in after.findings { counts[[finding.file, finding.rule], default: 0] -= 1 }
        if counts.values.contains(where: { $0 < 0 }) { return .makesFindings }
        if !Self.unread(after).isSubset(of: Self.unread(before)) { return .makesFindings }
        for finding in findings { counts[[finding.file, finding.rule], default: 0] -= 1 }
        return counts.values.contains { $0 < 0 } ? .doesNotHelp : .mended
      }

      /// Without the lines, which an edit further up may move.
      private static func unread(_ report: AuditReport) -> Set<AuditIncompleteness> {
        Set(report.incomplete.map { AuditIncompleteness(file: $0.file, cause: $0.cause) })
      }

      func changes(_ findings: [Finding]) -> [Change] {
        let edits = Dictionary(grouping: Set(findings.flatMap(\.edits)), by: \.file)
        return tree.files.compactMap { file in
          guard let edits = edits[file.path], let new = Self.applied(edits, to: file.text), new != file.text else {
            return nil
          }
          return Change(file: file.path, old: file.text, new: new)
        }
      }

      /// Nil when an edit lies outside of the text or the result is no UTF-8.
      private static func applied(_ edits: [SourceEdit], to text: String) -> String? {
        var bytes = Array(text.utf8)
        for edit in edits.sorted(by: { ($0.start, $0.end) > ($1.start, $1.end) }) {
          guard edit.start >= 0, edit.end <= bytes.count else { return nil }
          bytes.replaceSubrange(edit.start..<edit.end, with: Array(edit.replacement.utf8))
        }
        return String(validating: bytes, as: UTF8.self)
      }
    }
  }
#endif
