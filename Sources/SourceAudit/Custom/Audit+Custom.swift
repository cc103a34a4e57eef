#if Audit
  extension Audit {
    /// Every rule that ships with Mantlet, and a team's own.
    public init(adding rules: CustomRules, secondsPerFile: Int = 5) {
      self.init(rules: Audit.allRules + rules.rules, secondsPerFile: secondsPerFile)
    }
  }
#endif
