/// Lists in an order that can be foretold, and whether that order is a secret.
extension PredictableRandom {
  /// Where a list in a new order comes out: what gives it, and the variable in which it lies when it is shuffled in its
  /// place.
  struct Shuffle {
    let place: Expression
    var list: Expression?
  }

  /// What is mixed for the eye, and several secrets in a new order.
  private static let shown: Set<String> = [
    "pad", "keypad", "keyboard", "layout", "buttons", "order", "options", "choices", "quiz", "words", "tokens",
    "passwords", "secrets", "credentials", "codes", "to", "confirm",
  ]
  private static let texts: Set<String> = [
    "String", "CharSequence", "StringBuilder", "CharArray", "char[]", "ByteArray", "byte[]",
  ]
  private static let joins: Set<String> = ["joinToString", "concatToString", "join", "append"]
  private static let cuts: Set<String> = ["take", "takeLast", "drop", "dropLast", "subList", "slice"]
  private static let mostHelpers = 2
  private static let mostCallers = 12

  /// `list.shuffled()` itself; `list.apply { shuffle() }`; or the variable `list` of `Collections.shuffle(list)`.
  func outcome(of call: Expression, _ code: AndroidCode) -> Shuffle {
    guard call.calledName == "shuffle" else { return Shuffle(place: call) }
    let list = call.receiver?.name == "Collections" ? call.argument(at: 0) : code.receiver(of: call)
    let names = ["it", "this"] + (call.owner.kind == .closure ? call.owner.parameters.map(\.name) : [])
    if let around = code.project.closureExpression(call.owner)?.parent, ["apply", "also"].contains(around.calledName),
      call.receiver == nil || list.map({ $0.kind == .name && names.contains($0.name) }) == true
    {
      return Shuffle(place: around)
    }
    return Shuffle(place: call, list: list)
  }

  /// Whether what is shuffled becomes a secret: under its own name, as what a function gives out, or so in a caller.
  func becomesSecret(_ shuffle: Shuffle, _ code: AndroidCode, depth: Int = 0) -> Bool {
    if isKeptAsSecret(shuffle.place) { return true }
    guard let function = shuffle.place.owner.enclosingFunction, function.kind == .function else { return false }
    let project = code.project
    let ways = code.results(of: function).compactMap { way(from: $0, to: shuffle, code) }
    if isSecret(function, ways) { return true }
    guard depth < Self.mostHelpers else { return false }
    let parameter = shuffle.list.map { project.declarations(of: $0) }?.first {
      $0.kind == .parameter && $0.parent == function
    }
    guard !ways.isEmpty || parameter != nil else { return false }
    return project.callers(of: function).prefix(Self.mostCallers).contains { caller in
      var next = ways.isEmpty ? [] : [Shuffle(place: caller)]
      if let parameter, let list = project.argument(of: caller, for: parameter, in: function) {
        next.append(Shuffle(place: caller, list: list))
      }
      let outer = AndroidCode(unit: caller.unit, project: project)
      return next.contains { becomesSecret($0, outer, depth: depth + 1) }
    }
  }

  /// Whether it is kept under the name of one secret: a list under a name that ends so, or what is joined of it.
  private func isKeptAsSecret(_ place: Expression) -> Bool {
    let called = names(around: place, true)
    guard !called.contains(where: Self.isShown) else { return false }
    let isJoined = Self.outwards(from: place).contains(where: Self.isJoin)
    return called.contains { Self.meansSecret($0) && (isJoined || Self.endsAsSecret($0)) }
  }

  private static func isShown(_ name: String) -> Bool { !shown.isDisjoint(with: SecretWords.words(of: name)) }

  private static func isJoin(_ part: Expression) -> Bool {
    joins.contains(part.calledName) || part.kind == .string && !part.values.isEmpty
  }

  /// Whether a function that is called like one secret gives out a text, or characters; lists of anything else are shown.
  private func isSecret(_ function: Declaration, _ ways: [[Expression]]) -> Bool {
    guard Self.meansSecret(function.name), !Self.isShown(function.name) else { return false }
    let type = function.typeText
    return ways.contains { way in
      if Self.texts.contains(function.typeName) || way.contains(where: Self.isJoin) { return true }
      guard Self.endsAsSecret(function.name) else { return false }
      return type.isEmpty
        ? way.contains { Self.cuts.contains($0.calledName) } : type.contains("<Char>") || type.contains("<Character>")
    }
  }

  /// From what a function gives out to what was shuffled; nil when nothing leads there.
  private func way(from result: Expression, to shuffle: Shuffle, _ code: AndroidCode) -> [Expression]? {
    let project = code.project
    guard let list = shuffle.list else {
      let origins = project.origins(of: result) { shaped(by: $0, code) }
      return origins.passed.contains(shuffle.place) ? origins.way(to: shuffle.place) : nil
    }
    let holders = project.declarations(of: list)
    let origins = project.origins(of: result, reach: .influence) { shaped(by: $0, code) }
    let part = origins.passed.first { part in
      part.kind == .name && project.declarations(of: part).contains { holders.contains($0) }
    }
    return part.map { origins.way(to: $0) }
  }
}
