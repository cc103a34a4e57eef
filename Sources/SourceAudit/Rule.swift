#if Audit
  import SecurityPolicy

  /// One kind of flaw: how to see it in a file, and what the manual says about it.
  public protocol Rule: Sendable {
    var manual: RuleManual { get }
    /// Every place in the file that breaks the rule under this policy, each once.
    func findings(in file: SwiftSourceFile, policy: Policy) -> [Finding]
  }

  extension Rule {
    public var id: String { manual.id }
    public var title: String { manual.title }
    public var requirements: [Requirement] { manual.requirements }
  }
#endif
