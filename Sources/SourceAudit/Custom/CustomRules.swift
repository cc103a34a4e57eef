#if Audit
  import SecurityPolicy
  import Yams

  /// A team's own rules, read from YAML: patterns over declarations, calls, assignments and values as the front ends
  /// see them, never over text; the same for every language that they name.
  ///
  /// - Protects against: a file that is no YAML, nests or repeats itself without end, misspells a member, or takes the id
  ///   of another rule: all refused with the line.
  /// - Does not protect against: a pattern that means something else than its author thinks; its own examples show
  ///   that (``failures(policy:)``).
  public struct CustomRules: Sendable, Hashable {
    /// Bytes of one file.
    public static let limit = 256 << 10

    package let rules: [CustomRule]
    /// What each rule says about itself.
    public var manuals: [RuleManual] { rules.map(\.manual) }

    /// - Parameter bytes: the file, in UTF-8.
    /// - Throws: ``CustomRuleError``, every problem.
    public init(reading bytes: [UInt8]) throws(CustomRuleError) {
      guard bytes.count <= Self.limit, let text = String(validating: bytes, as: UTF8.self) else {
        throw CustomRuleError(.notText(limit: Self.limit))
      }
      // On a thread with a deep stack and a deadline: the parser goes down with what is nested.
      let outcome = WorkCrew(threads: 1, secondsPerItem: 5, mostLate: 1).run(1) { _ in
        Result { () throws(CustomRuleError) in try Self.rules(text) }
      }
      guard case .answer(let result)? = outcome.first else { throw CustomRuleError(.tooMuch) }
      rules = try result.get()
    }

    /// One sentence for each example of a rule that does not give what it claims; empty when all do.
    public func failures(policy: Policy) -> [String] {
      var failures: [String] = []
      for rule in rules {
        for example in rule.manual.violating + rule.manual.conforming {
          let report = Audit(rules: [rule]).run(
            SourceTree(files: [SourceText(path: example.path, text: example.source)]), policy: policy)
          let lines = report.findings.filter { $0.rule == rule.id }.map(\.line)
          guard lines != example.lines else { continue }
          failures.append("\(rule.id), \(example.title): found at \(lines), expected at \(example.lines)")
        }
      }
      return failures
    }

    private static func rules(_ text: String) throws(CustomRuleError) -> [CustomRule] {
      let node: Node?
      do {
        node = try compose(yaml: text)
      } catch let error as YamlError {
        throw CustomRuleError(.notYAML, line: line(of: error))
      } catch {
        throw CustomRuleError(.notYAML)
      }
      var reader = CustomRuleReader()
      return try reader.rules(node)
    }

    private static func line(of error: YamlError) -> Int {
      switch error {
      case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark.line
      default: 0
      }
    }
  }
#endif
