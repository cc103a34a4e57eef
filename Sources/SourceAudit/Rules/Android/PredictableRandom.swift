/// Random values for secrets from generators that can be foretold.
struct PredictableRandom: Rule {
  private static let sources = [
    "nextInt", "nextLong", "nextBytes", "nextDouble", "nextFloat", "random", "nextUInt", "ints", "randomAlphanumeric",
  ]
  static let clocks = ["currentTimeMillis", "nanoTime", "elapsedRealtime", "timeInMillis"]
  private static let purposes: Set<String> = [
    "token", "password", "secret", "key", "nonce", "salt", "iv", "otp", "pin", "session", "challenge", "credential",
    "passphrase",
  ]
  /// Keys and sessions that open nothing.
  private static let otherKeys: Set<String> = ["press", "keys", "board", "keyboard", "code", "event", "frame", "map"]

  /// `lastTokenRefresh`, `tokenFetchedAt`: when something was done to a secret.
  private static let moments: Set<String> = [
    "at", "last", "next", "since", "until", "created", "issued", "updated", "fetched", "refreshed", "refresh", "start",
    "started", "begin", "end", "deadline", "lifetime", "ttl", "age", "validity", "millis", "ms", "seconds", "now",
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
        "a token out of Random", path: "A.kt", lines: [4],
        """
        import java.util.Random
        fun makeToken(): String {
          val r = Random()
          return (1..16).map { r.nextInt(36).toString(36) }.joinToString("")
        }
        """),
      RuleExample(
        "one of two makers", path: "A.java", lines: [3],
        """
        class A { Random rnd = new SecureRandom();
          void test() { rnd = new Random(7); }
          String token() { return Long.toHexString(rnd.nextLong()); } }
        """),
      RuleExample(
        "a password out of Math", path: "A.java", lines: [1], "class A { double password() { return Math.random(); } }"),
      RuleExample(
        "a seed of its own", path: "A.kt", lines: [2], "val random = SecureRandom()\nfun f() { random.setSeed(42L) }"),
      RuleExample(
        "the clock as a token", path: "A.kt", lines: [1],
        "fun f() { val sessionToken = System.currentTimeMillis().toString() }"),
      RuleExample(
        "the date as a code", path: "A.kt", lines: [1], "fun f() { val otp = (Date().time % 1_000_000).toInt() }"),
      RuleExample(
        "a shuffled alphabet", path: "A.kt", lines: [1, 3, 6],
        """
        fun newPassword(): String = ("abcdefghjkmnp" + "23456789").toList().shuffled().take(12).joinToString("")
        fun f(letters: List<Char>) {
          val passphrase = letters.shuffled(Random(7)).joinToString("")
        }
        fun makePin(digits: List<Int>): String {
          val mixed = digits.shuffled()
          return mixed.take(4).joinToString("")
        }
        """),
      RuleExample(
        "a list shuffled in its place", path: "A.java", lines: [3],
        """
        class A { String newPassword(List<String> letters) {
          List<String> mixed = new ArrayList<>(letters);
          Collections.shuffle(mixed);
          return String.join("", mixed.subList(0, 12)); } }
        """),
      RuleExample(
        "Kotlin's default generator by its name", path: "A.kt", lines: [2, 4],
        """
        import kotlin.random.Random
        fun token(): ByteArray = Random.Default.nextBytes(16)
        private val source = Random.Default
        fun salt(): ByteArray = source.nextBytes(16)
        """),
      RuleExample(
        "a clock that a function gives out as a secret", path: "A.kt", lines: [1, 3, 7],
        """
        fun sessionToken(): String = System.nanoTime().toString(16)
        fun accessToken(user: String): String {
          val now = System.currentTimeMillis()
          return "$user-$now"
        }
        fun count() = System.nanoTime()
        fun apiKey() = count().toString()
        """),
    ],
    conforming: [
      RuleExample(
        "the system's", path: "A.kt", "fun makeToken() = ByteArray(32).also { SecureRandom().nextBytes(it) }"),
      RuleExample("a dice", path: "A.kt", "fun roll() = Random.nextInt(1, 7)"),
      RuleExample(
        "the system's behind the name of its base, in a field and in a local", path: "A.java",
        """
        class A { private final Random rnd = new SecureRandom();
          String token() { return Long.toHexString(rnd.nextLong()); }
          byte[] nonce() throws Exception { Random strong = SecureRandom.getInstanceStrong();
            byte[] nonce = new byte[12]; strong.nextBytes(nonce); return nonce; } }
        """),
      RuleExample(
        "the system's for Kotlin, and handed to a constructor", path: "A.kt",
        """
        val random: Random = SecureRandom().asKotlinRandom()
        val jdk: java.util.Random = SecureRandom()
        fun token() = random.nextLong().toString(36) + jdk.nextInt()
        class Tokens(private val source: java.util.Random) { fun token() = source.nextLong().toString(36) }
        val tokens = Tokens(SecureRandom())
        """),
      RuleExample(
        "when a token came", path: "A.kt",
        "fun f() {\n  val tokenFetchedAt = System.currentTimeMillis()\n  val lastTokenRefresh = Date().time\n}"),
      RuleExample("a date", path: "A.java", "class A { long started = System.currentTimeMillis(); }"),
      RuleExample(
        "what is shuffled in a game, for a keypad, by the system's generator, and beside a password", path: "A.kt",
        """
        fun startSession(cards: List<Card>) = cards.shuffled()
        fun pinPad() = (0..9).shuffled()
        fun recoveryWordsToConfirm(words: List<String>) = words.shuffled()
        fun newPassword(letters: List<Char>) = letters.shuffled(SecureRandom()).take(12).joinToString("")
        fun checkPassword(password: String, tips: List<String>): Boolean {
          show(tips.shuffled().first())
          return password.length > 11
        }
        """),
      RuleExample(
        "a clock beside a token", path: "A.kt",
        """
        fun tokenAge(issued: Long) = System.currentTimeMillis() - issued
        fun accessToken(): String {
          if (System.currentTimeMillis() > expiry) renew()
          return vault.read(System.currentTimeMillis())
        }
        fun jwt(key: SecretKey) = Jwts.builder().setIssuedAt(Date(System.currentTimeMillis())).signWith(key).compact()
        fun newToken() = UUID.randomUUID().toString() + System.currentTimeMillis()
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls(Self.sources) where isPredictable(call, code) && serves(call, project) {
      record.flaw(manual, on: call, .error, "A secret is made with a generator that can be foretold.")
    }
    for call in unit.calls("shuffled", "shuffle") where isPredictableShuffle(call, code) {
      guard serves(call, project, strictly: true) && !code.isListOfSecrets(call) || code.givesOut(shuffled: call) else {
        continue
      }
      record.flaw(manual, on: call, .error, "A secret is made with a generator that can be foretold.")
    }
    for call in unit.calls(Self.clocks) where serves(call, project, strictly: true) {
      record.flaw(manual, on: call, .warning, "A secret is made from the clock.", confidence: .medium)
    }
    for place in code.clocksGivenOut {
      record.flaw(manual, on: place, .warning, "A secret is made from the clock.", confidence: .medium)
    }
    for time in unit.mentions("time", "getTime") {
      let place = time.parent.flatMap { $0.kind == .call && $0.calleeID == time.id ? $0 : nil } ?? time
      guard let date = time.first?.unwrapped, date.kind == .call, date.calledName == "Date", date.arguments.isEmpty,
        serves(place, project, strictly: true)
      else { continue }
      record.flaw(manual, on: place, .warning, "A secret is made from the clock.", confidence: .medium)
    }
    for call in unit.calls("setSeed") + code.calls("SecureRandom") {
      let isSetter = call.calledName == "setSeed"
      if isSetter, code.receiver(of: call).flatMap({ project.type(of: $0) }) != "SecureRandom" { continue }
      guard let seed = call.argument(at: 0) else { continue }
      guard isSetter || ConstantBytes.isConstant(seed, project) else { continue }
      let words = code.words(of: seed)
      if words.contains("generateSeed") || words.contains("nextBytes") { continue }
      record.flaw(manual, on: call, .warning, "SecureRandom gets a seed that others may know.", confidence: .medium)
    }
  }

  private func isPredictable(_ call: Expression, _ code: AndroidCode) -> Bool {
    guard let receiver = code.receiver(of: call) else { return false }
    guard call.calledName == "random" else { return isPredictable(generator: receiver, code.project) }
    if receiver.name == "Math" { return true }
    // `list.random()` asks Kotlin's default generator.
    guard call.unit.language == .kotlin, receiver.name.first?.isUppercase != true else { return false }
    return call.argument(at: 0).map { isPredictable(generator: $0, code.project) } ?? true
  }

  /// `list.shuffled()`, `list.shuffle(random)`, `Collections.shuffle(list)`: with the generator that they get, or else
  /// with the default one.
  private func isPredictableShuffle(_ call: Expression, _ code: AndroidCode) -> Bool {
    guard code.receiver(of: call) != nil, code.project.functions(calledBy: call).isEmpty else { return false }
    let place = call.receiver?.name == "Collections" ? 1 : 0
    guard let generator = call.argument(at: place) else { return true }
    return isPredictable(generator: generator, code.project)
  }

  private func isPredictable(generator: Expression, _ project: Project) -> Bool {
    guard !isSecure(generator, project) else { return false }
    let own = project.origins(of: generator).passed.first { $0.kind == .member && $0.name == "Default" }
    let last = generator.kind == .member ? generator.name : generator.path?.dropLast().last
    // `Random.Default` is Random itself.
    guard let type = own?.path?.dropLast().last ?? project.type(of: generator) ?? last else { return false }
    return project.lineage(of: project.resolvedTypeName(type)).contains {
      ["Random", "ThreadLocalRandom", "RandomStringUtils"].contains($0)
    }
  }

  /// Whether all that makes it is the system's generator, whatever type the variable has.
  private func isSecure(_ receiver: Expression, _ project: Project, depth: Int = 0) -> Bool {
    let origins = project.origins(of: receiver)
    guard depth < 4, origins.parameters.isEmpty, !origins.leaves.isEmpty else { return false }
    return origins.leaves.allSatisfy { leaf in
      guard leaf.kind == .call else { return false }
      switch leaf.calledName {
      case "asKotlinRandom", "asJavaRandom":
        return leaf.receiver.map { isSecure($0, project, depth: depth + 1) } ?? false
      case let name where name.hasPrefix("getInstance"):
        return leaf.receiver.map { Self.isSecureType($0.name, project) } ?? false
      default: return Self.isSecureType(leaf.calledName, project)
      }
    }
  }

  private static func isSecureType(_ name: String, _ project: Project) -> Bool {
    project.lineage(of: project.resolvedTypeName(name)).contains("SecureRandom")
  }

  /// Whether what it makes is called like a secret: the variable, the function, the argument, or what a caller makes
  /// of it.
  private func serves(_ call: Expression, _ project: Project, strictly: Bool = false) -> Bool {
    if names(around: call, strictly).contains(where: { isPurpose($0, strictly) }) { return true }
    guard !strictly, let function = call.owner.enclosingFunction, function.kind == .function else { return false }
    return project.callers(of: function).prefix(12).contains { caller in
      names(around: caller, false).contains { isPurpose($0, false) }
    }
  }

  private func isPurpose(_ name: String, _ strictly: Bool) -> Bool {
    let words = SecretWords.words(of: name)
    if strictly { return Self.meansSecret(name) }
    return !Self.purposes.isDisjoint(with: words) && Self.otherKeys.isDisjoint(with: words)
  }

  /// Whether the name is one of a secret, and not of when something was done to it.
  static func meansSecret(_ name: String) -> Bool {
    SecretWords.judge(name) == .secret && moments.isDisjoint(with: SecretWords.words(of: name))
  }

  private func names(around call: Expression, _ strictly: Bool) -> [String] {
    var names: [String] = []
    var builders: [String] = []
    var top = call
    while let parent = top.parent {
      if parent.kind == .assignment, let target = parent.first { names.append(target.name) }
      if !strictly, parent.kind == .call, parent.calleeID != top.id, let receiver = parent.receiver?.unwrapped {
        names.append(receiver.name)
        builders.append(receiver.name)
      }
      top = parent
    }
    for around in [call.owner] + call.owner.enclosing {
      if !strictly || around == call.owner {
        let holders = around.members.filter { [.local, .property].contains($0.kind) && $0.value != nil }
        for holder in holders where holder.value.map({ isPart(call, of: $0) }) == true {
          names.append(holder.name)
          builders.append(holder.name)
        }
        // `val token = buffer.toString()`
        for holder in holders where !strictly {
          guard let path = holder.value?.unwrapped else { continue }
          let base = path.kind == .call ? path.receiver?.unwrapped : path
          if let base, base.kind == .name, builders.contains(base.name) { names.append(holder.name) }
        }
      }
      if around.kind == .property || (around.kind == .function && !strictly) { names.append(around.name) }
    }
    return names
  }

  /// Inside the value, closures included.
  private func isPart(_ call: Expression, of value: Expression) -> Bool {
    call.unit === value.unit && call.offset >= value.startOffset && call.id.raw <= value.id.raw
  }
}
