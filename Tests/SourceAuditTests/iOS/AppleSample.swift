#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  /// A flaw as a developer would write it, its repaired twin, and the same flaw in other words. A line that ends with
  /// `//!` has to be named.
  struct AppleSample: Sendable, CustomTestStringConvertible {
    let rule: String
    let title: String
    let flawed: String
    let repaired: String
    let rewrites: [String]
    var testDescription: String { "\(rule): \(title)" }

    init(_ rule: String, _ title: String, _ flawed: String, repaired: String, rewrites: [String] = []) {
      self.rule = rule
      self.title = title
      self.flawed = flawed
      self.repaired = repaired
      self.rewrites = rewrites
    }

    static func findings(_ text: String) -> [Finding] {
      Audit().run(
        SourceTree(files: [SourceText(path: "Sources/App.swift", text: text)]), policy: RuleExamplesTests.policy
      ).findings
    }

    static func marked(_ text: String) -> [Int] {
      text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().filter { $0.element.hasSuffix("//!") }
        .map { $0.offset + 1 }
    }
  }
#endif
