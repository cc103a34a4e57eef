/// Random values for secrets from generators that can be foretold.
struct PredictableRandom: Rule {
  private static let sources = [
    "nextInt", "nextLong", "nextBytes", "nextDouble", "nextFloat", "random", "nextUInt", "ints", "randomAlphanumeric",
  ]
  private static let clocks = ["currentTimeMillis", "nanoTime", "elapsedRealtime", "timeInMillis"]
  private static let purposes: Set<String> = [
    "token", "password", "secret", "key", "nonce", "salt", "iv", "otp", "pin", "session", "challenge", "credential",
    "passphrase",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "predictable-random", "Secrets come from SecureRandom",
    reason:
      "java.util.Random, Math.random, kotlin.random.Random and clocks can be foretold from a few values or a guess.",
    fix: "Use java.security.SecureRandom without a seed of your own.",
    ids: ["O.Rand_1", "MASVS-CRYPTO-1", "MASWE-0027", "MASTG-TEST-0204", "MASTG-TEST-0205", "CWE-338", "CWE-330"],
    violating: [
      RuleExample(
        "a token out of Random", path: "A.kt", lines: [3],
        """
        import java.util.Random
        fun makeToken(): String {
          val r = Random()
          return (1..16).map { r.nextInt(36).toString(36) }.joinToString("")
        }
        """),
      RuleExample(
        "a password out of Math", path: "A.java", lines: [1], "class A { double password() { return Math.random(); } }"),
      RuleExample(
        "a seed of its own", path: "A.kt", lines: [2], "val random = SecureRandom()\nfun f() { random.setSeed(42L) }"),
      RuleExample(
        "the clock as a token", path: "A.kt", lines: [1],
        "fun f() { val sessionToken = System.currentTimeMillis().toString() }"),
    ],
    conforming: [
      RuleExample(
        "the system's", path: "A.kt", "fun makeToken() = ByteArray(32).also { SecureRandom().nextBytes(it) }"),
      RuleExample("a dice", path: "A.kt", "fun roll() = Random.nextInt(1, 7)"),
      RuleExample("a date", path: "A.java", "class A { long started = System.currentTimeMillis(); }"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls(Self.sources) {
      guard let maker = generator(of: call, code), serves(call, project) else { continue }
      record.flaw(manual, at: maker, .error, "A secret is made with a generator that can be foretold.")
    }
    for call in unit.calls(Self.clocks) where serves(call, project, strictly: true) {
      record.flaw(manual, at: call, .warning, "A secret is made from the clock.", confidence: .medium)
    }
    for call in unit.calls("setSeed") {
      guard let receiver = code.receiver(of: call), project.type(of: receiver) == "SecureRandom" else { continue }
      guard let seed = call.argument(at: 0) else { continue }
      let words = code.words(of: seed)
      if words.contains("generateSeed") || words.contains("nextBytes") { continue }
      record.flaw(manual, at: call, .warning, "SecureRandom gets a seed that others may know.", confidence: .medium)
    }
  }

  /// The place that makes the generator; nil for a secure one.
  private func generator(of call: Expression, _ code: AndroidCode) -> Expression? {
    guard let receiver = code.receiver(of: call) else { return nil }
    if call.calledName == "random" { return receiver.name == "Math" ? call : nil }
    let last = receiver.kind == .member && receiver.name != "Default" ? receiver.name : receiver.path?.dropLast().last
    guard let type = code.project.type(of: receiver) ?? last else { return nil }
    guard ["Random", "ThreadLocalRandom", "RandomStringUtils"].contains(type) else { return nil }
    let maker = code.project.origins(of: receiver).leaves.last { $0.kind == .call }
    return maker.flatMap { $0.unit === call.unit ? $0 : nil } ?? call
  }

  /// Whether what it makes is called like a secret: the variable, the function, the argument.
  private func serves(_ call: Expression, _ project: Project, strictly: Bool = false) -> Bool {
    var names: [String] = []
    var top = call
    while let parent = top.parent {
      if parent.kind == .assignment, let target = parent.first { names.append(target.name) }
      top = parent
    }
    for around in [call.owner] + call.owner.enclosing {
      if !strictly || around == call.owner {
        names += around.members.filter { holder in
          [.local, .property].contains(holder.kind) && holder.value.map { isPart(call, of: $0) } == true
        }.map(\.name)
      }
      if around.kind == .property || (around.kind == .function && !strictly) { names.append(around.name) }
    }
    return names.contains { name in
      let words = Set(SecretWords.words(of: name))
      return strictly ? SecretWords.judge(name) == .secret : !words.isDisjoint(with: Self.purposes)
    }
  }

  /// Inside the value, closures included.
  private func isPart(_ call: Expression, of value: Expression) -> Bool {
    call.unit === value.unit && call.offset >= value.startOffset && call.id.raw <= value.id.raw
  }
}
