import SecurityPolicy

/// Allowances in the source, and what is wrong with them. An allowance without a reason, for a rule that does not
/// exist, or beyond its day allows nothing.
enum Suppressions {
  static let manual = RuleManual(
    "doubtful-suppression", "An allowed finding has a reason, a rule and a day that has not passed",
    reason: "An allowance that nobody can explain, or that outlives its reason, hides the next flaw on the same line.",
    fix: "Write `mantlet:allow RULE until 2027-01-31: reason` with a rule that `mantlet audit rules` lists, or remove "
      + "the comment.",
    ids: ["O.Source_10", "O.Arch_1", "MASVS-CODE-4", "CWE-546"],
    violating: [
      RuleExample("no reason", lines: [1], "// mantlet:allow weak-hash\nlet a = 1"),
      RuleExample("a rule that does not exist", lines: [1], "// mantlet:allow weak-hush: an old protocol\nlet a = 1"),
      RuleExample("nothing to allow", lines: [2], "let a = 1\nlet b = 2  // mantlet:allow weak-hash: an old protocol"),
    ],
    conforming: [
      RuleExample(
        "a reason beside the place",
        "// mantlet:allow weak-hash until 2999-01-31: the printer's protocol asks for it\n"
          + "let d = Insecure.MD5.hash(data: data)"),
      RuleExample("spoken about", "/// Write `// mantlet:allow RULE: reason` beside it.\nlet a = 1"),
      RuleExample("a text that looks like one", "let help = \"// mantlet:allow weak-hash\""),
    ])

  static func flaw(
    _ comment: SuppressionComment, in file: SourceText, _ severity: FindingSeverity, _ message: String
  ) -> Finding {
    Finding(
      manual, severity: SourceRole(path: file.path, imports: [], head: "") == .app ? severity : .note, file: file.path,
      line: comment.suppression.line, column: comment.column, message: message,
      fingerprint: AuditRecord.fingerprint([manual.id, file.path, message] + comment.rules))
  }
}

extension AuditReport {
  /// Marks findings that the source allows, and adds what is wrong with the allowances.
  mutating func suppress(by files: [SourceText], today: PolicyDay?) {
    let known = Set(rules.map(\.id))
    let count = findings.count
    for file in files {
      let comments = SuppressionComment.all(in: file)
      guard !comments.isEmpty else { continue }
      var own: [Int: [Int]] = [:]
      for row in rows(of: file.path, among: count) { own[findings[row].line, default: []].append(row) }
      for comment in comments {
        let lines = Set([comment.target, comment.suppression.line])
        apply(comment, file, known: known, rows: lines.flatMap { own[$0] ?? [] }, today: today)
      }
    }
    if findings.count > count { findings.sort() }
  }

  /// Where the findings of a file are among the first ones, which are sorted.
  private func rows(of file: String, among count: Int) -> Range<Int> {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if findings[middle].file < file { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < count, findings[end].file == file { end += 1 }
    return low..<end
  }

  /// - Parameter rows: the findings on the lines that the comment is about.
  private mutating func apply(
    _ comment: SuppressionComment, _ file: SourceText, known: Set<String>, rows: [Int], today: PolicyDay?
  ) {
    let doubt: String? =
      if comment.suppression.reason.isEmpty {
        "This allowance has no reason."
      } else if comment.rules.isEmpty || !known.isSuperset(of: comment.rules) {
        "This allowance names no rule, or one that does not exist."
      } else if comment.hasBrokenDate {
        "This allowance has no day behind `until`."
      } else if let until = comment.suppression.until, let today, until < today {
        "This allowance ended on \(until)."
      } else {
        nil
      }
    if let doubt {
      findings.append(Suppressions.flaw(comment, in: file, .warning, doubt))
      return
    }
    // Rows keep their meaning: findings are only added behind them, sorting comes last.
    var used: Set<String> = []
    for row in rows where comment.rules.contains(findings[row].rule) {
      findings[row].suppression = comment.suppression
      used.insert(findings[row].rule)
    }
    for rule in comment.rules where !used.contains(rule) {
      findings.append(Suppressions.flaw(comment, in: file, .note, "Nothing here needs the allowance for \(rule)."))
    }
  }
}
