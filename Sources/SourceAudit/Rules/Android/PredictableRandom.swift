/// Random values for secrets from generators that can be foretold, and clocks in their place.
///
/// What is shuffled or read from a clock counts where it is kept or given out under a secret's name, also through two
/// helpers. Does not see what goes through a library's hash or a property on its way.
struct PredictableRandom: Rule {
  private static let sources = [
    "nextInt", "nextLong", "nextBytes", "nextDouble", "nextFloat", "random", "nextUInt", "ints", "randomAlphanumeric",
  ]
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
  /// Such words that say what a secret is for when they stand right before it: `refreshToken`.
  private static let uses: Set<String> = ["refresh", "start"]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "predictable-random", "Secrets come from SecureRandom",
    reason:
      "java.util.Random, Math.random, kotlin.random.Random and clocks can be foretold from a few values or a guess.",
    fix: "Use java.security.SecureRandom without a seed of your own.",
    ids: ["O.Rand_1", "MASVS-CRYPTO-1", "MASWE-0027", "MASTG-TEST-0204", "MASTG-TEST-0205", "CWE-338", "CWE-330"],
    violating: PredictableRandom.violating, conforming: PredictableRandom.conforming)

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls(Self.sources) where isPredictable(call, code) && serves(call, project) {
      record.flaw(manual, on: call, .error, "A secret is made with a generator that can be foretold.")
    }
    for call in unit.calls("shuffled", "shuffle") where isPredictableShuffle(call, code) {
      guard becomesSecret(outcome(of: call, code), code) else { continue }
      record.flaw(manual, on: call, .error, "A secret is made with a generator that can be foretold.")
    }
    let kept = readings(in: unit).filter { reading in
      serves(reading, project, strictly: true) && isClock(reading, project) && !isTime(reading, project)
    }
    for place in kept + clocksGivenOut(code) {
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
    guard call.unit.language == .kotlin, !isType(receiver, code.project) else { return false }
    return call.argument(at: 0).map { isPredictable(generator: $0, code.project) } ?? true
  }

  /// Whether a name stands for a type, and not for a constant that is written like one.
  func isType(_ name: Expression, _ project: Project) -> Bool {
    guard [.name, .member].contains(name.kind), name.name.first?.isUppercase == true else { return false }
    return !project.declarations(of: name).contains { [.property, .local, .parameter].contains($0.kind) }
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

  /// Whether all that makes it is the system's generator, whatever type the variable has. What nobody fills is what it is
  /// by default.
  private func isSecure(_ receiver: Expression, _ project: Project, depth: Int = 0) -> Bool {
    let origins = project.origins(of: receiver)
    let isOpen = origins.parameters.contains { $0.value == nil }
    guard depth < 4, !isOpen, !origins.leaves.isEmpty else { return false }
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
    let isClear = strictly || choosesFromConstant(call)
    if names(around: call, strictly).contains(where: { isPurpose($0, isClear) }) { return true }
    guard !strictly, let function = call.owner.enclosingFunction, function.kind == .function else { return false }
    return project.callers(of: function).prefix(12).contains { caller in
      names(around: caller, false).contains { isPurpose($0, isClear) }
    }
  }

  /// `ALPHABET.random()`; games keep cards and colours so, and begin sessions with them.
  private func choosesFromConstant(_ call: Expression) -> Bool {
    guard call.calledName == "random", let list = call.receiver else { return false }
    return list.name.first?.isUppercase == true && list.name != "Math"
  }

  private func isPurpose(_ name: String, _ strictly: Bool) -> Bool {
    if strictly { return Self.meansSecret(name) }
    let words = SecretWords.words(of: name)
    return !Self.purposes.isDisjoint(with: words) && Self.otherKeys.isDisjoint(with: words)
  }

  /// Whether the name is one of a secret, and not of when something was done to it.
  static func meansSecret(_ name: String) -> Bool {
    guard SecretWords.judge(name) == .secret else { return false }
    let words = SecretWords.words(of: name)
    return !words.indices.contains { place in
      moments.contains(words[place]) && !(uses.contains(words[place]) && isNoun(words[(place + 1)...]))
    }
  }

  /// Whether a name ends with what a secret is: `guestPassword`, `newApiKey`; `passwordTips` are about one.
  static func endsAsSecret(_ name: String) -> Bool {
    let words = SecretWords.words(of: name)
    return isNoun(words.suffix(1)) || isNoun(words.suffix(2))
  }

  private static func isNoun(_ words: ArraySlice<String>) -> Bool {
    guard SecretWords.judge(words: Array(words)) == .secret else { return false }
    // `api key`
    return words.count == 1 || words.count == 2 && words.allSatisfy { SecretWords.judge(words: [$0]) != .secret }
  }

  /// Strictly only what holds it by itself: no function, no builder, no scope further out.
  func names(around call: Expression, _ strictly: Bool) -> [String] {
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
