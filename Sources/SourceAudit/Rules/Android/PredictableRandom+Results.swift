/// What a function that is called like a secret gives out: `fun sessionToken() = System.nanoTime().toString()`.
extension AndroidCode {
  /// Calls that join, cut or write the same value.
  private static let shapers: Set<String> = [
    "take", "takeLast", "drop", "dropLast", "subList", "slice", "joinToString", "concatToString", "toCharArray",
    "padStart", "padEnd", "substring", "toInt", "toLong", "toHexString", "toULong", "toUInt", "rem", "mod",
  ]
  /// What cannot be foretold, beside which a clock does no harm.
  private static let strong: Set<String> = ["randomUUID", "nextBytes", "generateSeed", "generateKey", "SecureRandom"]
  /// What is mixed for the eye, and several secrets in a new order.
  private static let mixed: Set<String> = [
    "pad", "keypad", "keyboard", "layout", "buttons", "order", "options", "choices", "quiz", "words", "tokens",
    "passwords", "secrets", "credentials", "codes", "to", "confirm",
  ]
  private static let mostShapers = 24

  /// Where functions that are called like a secret give out a clock: the clock itself, or what calls for it.
  var clocksGivenOut: [Expression] {
    unit.allDeclarations.filter { $0.kind == .function && PredictableRandom.meansSecret($0.name) }.flatMap { function in
      results(of: function).compactMap { result -> Expression? in
        let parts = self.parts(of: result)
        guard let clock = parts.first(where: { $0.kind == .call && PredictableRandom.clocks.contains($0.calledName) }),
          !parts.contains(where: { $0.kind == .assignment || Self.strong.contains($0.calledName) })
        else { return nil }
        return clock.unit === unit && clock.owner.enclosingFunction == function ? clock : result
      }
    }
  }

  /// Whether a function that is called like one secret gives out what is shuffled here.
  func givesOut(shuffled call: Expression) -> Bool {
    guard let function = call.owner.enclosingFunction, function.kind == .function,
      PredictableRandom.meansSecret(function.name), Self.mixed.isDisjoint(with: SecretWords.words(of: function.name))
    else { return false }
    let results = results(of: function)
    guard call.calledName == "shuffle" else { return results.contains { parts(of: $0).contains(call) } }
    let list = call.receiver?.name == "Collections" ? call.argument(at: 0) : receiver(of: call)
    let holders = list.map { project.declarations(of: $0) } ?? []
    return results.contains { result in
      project.origins(of: result, reach: .influence).passed.contains { part in
        part.kind == .name && project.declarations(of: part).contains { holders.contains($0) }
      }
    }
  }

  /// Whether what is shuffled here is kept under a name of several secrets, or of what a screen shows.
  func isListOfSecrets(_ call: Expression) -> Bool {
    let holders = ([call.owner] + call.owner.enclosing).flatMap(\.members).filter { holder in
      guard [.local, .property].contains(holder.kind), let value = holder.value else { return false }
      return call.offset >= value.startOffset && call.id.raw <= value.id.raw
    }
    return holders.contains { !Self.mixed.isDisjoint(with: SecretWords.words(of: $0.name)) }
  }

  /// What a value is made of by joining and cutting alone: no argument of a call to the outside.
  private func parts(of value: Expression) -> [Expression] {
    var parts: [Expression] = []
    var waiting = [value]
    for _ in 0..<Self.mostShapers {
      guard let next = waiting.popLast() else { break }
      let passed = project.origins(of: next).passed
      parts += passed
      waiting += passed.filter { $0.kind == .call && Self.shapers.contains($0.calledName) }.compactMap(\.receiver)
    }
    return parts
  }
}
