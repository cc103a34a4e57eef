/// Numbers that can be guessed, where a secret is made of them.
struct InsecureRandom: Rule {
  private static let sources = [
    "rand", "random", "srand", "srandom", "drand48", "lrand48", "mrand48", "rand_r", "srand48", "erand48", "jrand48",
  ]
  private static let kits = [
    "GKRandomSource", "GKMersenneTwisterRandomSource", "GKLinearCongruentialRandomSource", "GKARC4RandomSource",
    "GKRandomDistribution",
  ]
  private static let purposes: Set<String> = [
    "token", "password", "passwd", "passphrase", "secret", "key", "nonce", "salt", "iv", "otp", "session", "pin",
    "challenge", "csrf", "verifier", "uuid", "code", "credential",
  ]

  let manual = RuleManual(
    "insecure-random", "Secrets need random numbers that nobody can guess",
    reason: "Generators with a seed give the same numbers again; from a few of them the rest follows.",
    fix: "Use SystemRandomNumberGenerator (the default of Int.random), SymmetricKey(size:) or SecRandomCopyBytes.",
    ids: ["O.Rand_1", "O.Cryp_3", "MASVS-CRYPTO-1", "MASWE-0027", "CWE-330", "CWE-338"],
    violating: [
      RuleExample(
        "a token from rand", lines: [2],
        """
        func makeToken() -> String {
          (0..<16).map { _ in String(rand() % 16, radix: 16) }.joined()
        }
        """),
      RuleExample("a seeded generator", lines: [1], "let nonce = GKMersenneTwisterRandomSource(seed: 7).nextInt()"),
    ],
    conforming: [
      RuleExample("a member of another type", "func makeMaskingKey() -> MaskingKey? { isServer ? nil : .random() }"),
      RuleExample("a die", "func roll() -> Int32 { rand() % 6 }"),
      RuleExample("the system's generator", "let token = (0..<16).map { _ in UInt8.random(in: 0...255) }"),
      RuleExample("a source of one's own", "func f(random: () -> [UInt8]) { let token = random(); use(token) }"),
      RuleExample("the system's function", "let token = arc4random_uniform(9)"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls(Self.sources + Self.kits) {
      // `.random()` is a member of the type that is asked for, not the function of the C library.
      let isImplicitMember = call.receiver == nil && call.first?.kind == .member
      guard !isImplicitMember,
        call.receiver == nil || call.calledName.hasPrefix("GK") || call.receiver?.name == "Darwin",
        project.functions(calledBy: call).isEmpty, call.first.map({ project.declarations(of: $0).isEmpty }) ?? true,
        isForSecret(call, project)
      else { continue }
      record.flaw(manual, at: call, .error, "What \(call.calledName) gives can be guessed.", confidence: .medium)
    }
  }

  /// Names that say nothing: the type around them does.
  private static let contents: Set<String> = ["value", "rawValue", "string", "bytes", "data", "text"]

  /// The names that what a variable holds is used under: `token = generator.nextInt()`.
  private func purposes(of variable: Declaration) -> [String] {
    variable.unit.mentions([variable.name]).compactMap { mention in
      guard
        variable.parent?.kind == .file || mention.owner == variable.parent
          || mention.owner.enclosing.contains(where: { $0 == variable.parent })
      else {
        return nil
      }
      var top = mention
      while let parent = top.parent, parent.kind != .assignment { top = parent }
      return top.parent?.first?.unwrapped.name ?? top.unit.declaration(withValue: top.id)?.name
    }
  }

  /// Told by the names around the call: of variables, functions and types that it flows into.
  private func isForSecret(_ call: Expression, _ project: Project) -> Bool {
    var names: [String] = []
    var top = call
    while true {
      while let parent = top.parent {
        if parent.kind == .assignment, let target = parent.first?.unwrapped { names.append(target.name) }
        if parent.kind == .call { names += parent.arguments.filter { $0.value == top }.map(\.label) }
        top = parent
      }
      if let bound = top.unit.declaration(withValue: top.id) {
        names.append(bound.name)
        names += purposes(of: bound)
      }
      guard top.owner.kind == .closure, let closure = project.closureExpression(top.owner) else { break }
      top = closure
    }
    if let function = call.owner.enclosingFunction { names.append(function.name) }
    if let property = ([call.owner] + call.owner.enclosing).first(where: { $0.kind == .property }) {
      names.append(property.name)
      // `struct SessionID { let value = … }`
      if Self.contents.contains(property.name), let type = property.enclosingType { names.append(type.name) }
    }
    return names.contains { !Self.purposes.isDisjoint(with: SecretWords.words(of: $0)) }
  }
}
