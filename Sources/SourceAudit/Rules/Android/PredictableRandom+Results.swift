/// What a function that is called like a secret gives out: `fun sessionToken() = System.nanoTime().toString()`.
extension PredictableRandom {
  /// Calls that join, cut or write the same value.
  private static let shapers: Set<String> = [
    "take", "takeLast", "drop", "dropLast", "subList", "slice", "toCharArray", "padStart", "padEnd", "substring",
    "toInt", "toLong", "toHexString", "toULong", "toUInt", "rem", "mod", "abs", "reversed",
  ]
  private static let builders: Set<String> = ["StringBuilder", "StringBuffer", "buildString"]
  /// Calls whose result follows from what they are given.
  private static let hashes: Set<String> = ["digest", "nameUUIDFromBytes"]
  /// Words for what others do not know, besides those of secrets.
  private static let unknown: Set<String> = ["key", "salt", "seed", "random", "pepper", "nonce"]
  /// What cannot be foretold, beside which a clock does no harm.
  private static let strong: Set<String> = ["randomUUID", "nextBytes", "generateSeed", "generateKey", "SecureRandom"]
  /// Calls that take a key.
  private static let signing: Set<String> = ["doFinal", "sign"]

  /// What a call joins, cuts or writes, so that its result is the same value.
  func shaped(by call: Expression, _ code: AndroidCode) -> [Expression] {
    let name = call.calledName
    if Self.builders.contains(name) { return written(into: call, code) }
    if name == "append" { return [call.receiver].compactMap { $0 } + call.arguments.map(\.value) }
    if Self.hashes.contains(name) { return call.arguments.map(\.value).filter { !isKeyed($0, code.project) } }
    guard Self.shapers.contains(name) else { return [] }
    // Java's `Long.toHexString(now)`: the type has no value.
    guard let receiver = code.receiver(of: call), !isType(receiver, code.project) else {
      return call.arguments.prefix(1).map(\.value)
    }
    return [receiver]
  }

  /// What a builder of texts begins with and what is put into it.
  private func written(into builder: Expression, _ code: AndroidCode) -> [Expression] {
    let first = builder.arguments.map(\.value).filter { $0.kind != .closure }
    guard let variable = builder.unit.declaration(withValue: builder.id) else {
      return first + code.fillings(of: builder, ["append"])
    }
    let use = builder.unit.mentions([variable.name]).first { code.project.declarations(of: $0).contains(variable) }
    return first + (use.map { code.fillings(of: $0, ["append"]) } ?? [])
  }

  /// Whether something is in a value that others may not know.
  private func isKeyed(_ value: Expression, _ project: Project) -> Bool {
    let origins = project.origins(of: value, reach: .influence)
    let names = origins.leaves.map { $0.kind == .call ? $0.calledName : $0.name } + origins.parameters.map(\.name)
    return names.contains { name in
      SecretWords.judge(name) == .secret || !Self.unknown.isDisjoint(with: SecretWords.words(of: name))
    }
  }

  /// Where functions that are called like a secret give out a clock: the clock itself, or what calls for it.
  func clocksGivenOut(_ code: AndroidCode) -> [Expression] {
    code.unit.allDeclarations.filter { $0.kind == .function && Self.meansSecret($0.name) }.flatMap { function in
      code.results(of: function).compactMap { clock(in: $0, of: function, code) }
    }
  }

  private func clock(in result: Expression, of function: Declaration, _ code: AndroidCode) -> Expression? {
    let project = code.project
    let origins = project.origins(of: result) { shaped(by: $0, code) }
    let parts = origins.passed
    guard !parts.contains(where: { $0.kind == .assignment || Self.strong.contains($0.calledName) }),
      !parts.contains(where: Self.endsFileName)
    else { return nil }
    let type = function.typeText.isEmpty ? project.type(of: result) : function.typeName
    let isNumber = type.map { FixedText.numbers.contains($0) } ?? false
    let read = parts.first { part in
      isClock(part, project) && !Self.isSpan(origins.way(to: part).reversed(), isNumber: isNumber)
    }
    guard let clock = read, !isSigned(result, project) else { return nil }
    return clock.unit === code.unit && clock.owner.enclosingFunction == function ? clock : result
  }

  private func isSigned(_ value: Expression, _ project: Project) -> Bool {
    project.origins(of: value, reach: .influence).passed.contains { Self.signing.contains($0.calledName) }
  }
}
