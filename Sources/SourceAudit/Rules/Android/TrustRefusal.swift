/// Whether the body of a trust manager can refuse a chain: something in it throws, and nothing swallows that.
///
/// A call of something outside the project counts as one that may throw; reading, logging and looking at dates do not.
struct TrustRefusal {
  let project: Project

  private static let logging: Set<String> = [
    "d", "i", "v", "w", "e", "wtf", "println", "print", "log", "debug", "info", "trace", "warn", "warning", "error",
    "printStackTrace", "severe", "fine",
  ]
  /// Calls that look, or that only hand on to a closure. Dates say nothing about who signed.
  private static let idle: Set<String> = [
    "isEmpty", "isNullOrEmpty", "isNotEmpty", "checkValidity", "let", "also", "run", "apply", "with", "forEach",
    "first", "firstOrNull", "last", "lastOrNull", "toString", "toList", "asList", "joinToString", "format", "listOf",
    "arrayOf",
    "emptyArray", "synchronized", "size", "equals", "hashCode", "takeIf", "takeUnless", "onEach",
  ]
  /// Calls that throw when what they are given does not hold.
  private static let insisting: Set<String> = [
    "require", "check", "requireNotNull", "checkNotNull", "requireNonNull", "checkArgument", "checkState",
  ]
  private static let reopening: Set<String> = ["getOrThrow", "onFailure", "getOrElse", "fold", "exceptionOrNull"]

  func refuses(_ function: Declaration) -> Bool { refuses(function, [function]) }

  private func refuses(_ body: Declaration, _ seen: Set<Declaration>) -> Bool {
    let given = names(given: body)
    let steps = Array(body.steps)
    var blocks: [(conditions: [Expression], isSwallowed: Bool)] = []
    var asked: [Expression] = []
    for (row, step) in steps.enumerated() {
      if step.kind == .condition {
        if let value = body.unit.expression(step.value) { asked.append(value) }
        continue
      }
      switch step.kind {
      case .open: blocks.append((asked, isSwallowed(steps, row, body.unit)))
      case .close: _ = blocks.popLast()
      case .raise where !blocks.contains(where: \.isSwallowed):
        let conditions = blocks.last { !$0.conditions.isEmpty }?.conditions ?? []
        let value = body.unit.expression(step.value)
        let wantsNothing =
          !conditions.isEmpty && conditions.allSatisfy { asksForNothing($0, of: given) }
          || value.flatMap(instead).map { asksForNothing($0, of: given) } ?? false
        if !wantsNothing { return true }
      case .evaluate, .yield, .bind:
        guard !blocks.contains(where: \.isSwallowed) else { break }
        let value =
          step.kind == .bind
          ? Declaration(unit: body.unit, id: step.declaration).value : body.unit.expression(step.value)
        if let value, mayRefuse(value, given, seen) { return true }
      default: break
      }
      if step.kind != .bind { asked = [] }
    }
    return false
  }

  /// Parameters of a body and of what is around it: the chain under all its names.
  private func names(given body: Declaration) -> Set<String> {
    Set(([body] + body.enclosing).flatMap { $0.parameters.map(\.name) } + ["it"])
  }

  /// What `?:` looked at before it threw.
  private func instead(of thrown: Expression) -> Expression? {
    guard let jump = thrown.parent, jump.kind == .opaque, let choice = jump.parent, choice.kind == .binary,
      choice.name == "?:"
    else { return nil }
    return choice.first
  }

  private func mayRefuse(_ root: Expression, _ given: Set<String>, _ seen: Set<Declaration>) -> Bool {
    var waiting = [root]
    var looked = 0
    while let here = waiting.popLast() {
      looked += 1
      if looked > 400 { return true }
      switch here.kind {
      case .closure:
        if let closure = here.declaration, refuses(closure, seen) { return true }
      case .object: break
      case .conditional: waiting += here.values
      case .call:
        let name = here.calledName
        if isLogging(here) || name.hasSuffix("Exception") || name.hasSuffix("Error") { continue }
        if name == "runCatching", !isReopened(here) { continue }
        if Self.insisting.contains(name) {
          if here.arguments.contains(where: { $0.value.kind != .closure && !asksForNothing($0.value, of: given) }) {
            return true
          }
          continue
        }
        switch calledFunctions(here) {
        case .delegated: return true
        case .own(let functions):
          if functions.contains(where: { !seen.contains($0) && refuses($0, seen.union([$0])) }) { return true }
        case .outside:
          let isGetter = name.hasPrefix("get") && here.arguments.isEmpty
          if !isGetter, !Self.idle.contains(name), name != "runCatching", !Self.reopening.contains(name) { return true }
        }
        waiting += here.children
      default: waiting += here.children
      }
    }
    return false
  }

  private enum Called { case delegated, own([Declaration]), outside }

  private func calledFunctions(_ call: Expression) -> Called {
    if call.calledName == "checkServerTrusted", let receiver = call.receiver, receiver.name != "this" {
      return .delegated
    }
    let functions = project.functions(calledBy: call)
    return functions.isEmpty || functions.contains { !$0.hasBody } ? .outside : .own(functions)
  }

  /// `runCatching { … }.getOrThrow()`
  private func isReopened(_ call: Expression) -> Bool {
    var current = call
    while let parent = current.parent, parent.kind == .member || parent.kind == .call, parent.first == current {
      if parent.kind == .member, Self.reopening.contains(parent.name) { return true }
      current = parent
    }
    return false
  }

  private func isLogging(_ call: Expression) -> Bool {
    guard Self.logging.contains(call.calledName) else { return false }
    // `error("…")` of Kotlin throws.
    return call.receiver != nil || ["println", "print"].contains(call.calledName)
      || call.calledName != "error" && project.functions(calledBy: call).isEmpty
  }

  // MARK: handlers

  /// Whether a block is tried and one of its handlers only logs or returns.
  private func isSwallowed(_ steps: [BodyStep], _ row: Int, _ unit: SourceUnit) -> Bool {
    guard steps[row].block == .plain, var end = end(of: row, steps) else { return false }
    while end + 1 < steps.count, steps[end + 1].kind == .open, steps[end + 1].block == .handler {
      guard let close = self.end(of: end + 1, steps) else { return false }
      let onlyTells = steps[(end + 2)..<close].allSatisfy { step in
        switch step.kind {
        case .bind: Declaration(unit: unit, id: step.declaration).flags.contains(.isCaught)
        case .evaluate, .yield: unit.expression(step.value).map(tells) ?? true
        case .open, .close: true
        case .condition, .raise: false
        }
      }
      if onlyTells { return true }
      end = close
    }
    return false
  }

  private func tells(_ value: Expression) -> Bool {
    value.kind == .name && value.name == "Unit" || value.kind == .call && isLogging(value)
  }

  private func end(of row: Int, _ steps: [BodyStep]) -> Int? {
    var depth = 0
    for index in row..<steps.count {
      if steps[index].kind == .open { depth += 1 }
      if steps[index].kind == .close { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  // MARK: questions that refuse nothing

  /// `chain == null`, `chain.isEmpty()`, `chain.length == 0`: any certificate passes.
  private func asksForNothing(_ asked: Expression, of names: Set<String>) -> Bool {
    var waiting = [asked]
    for _ in 0..<32 {
      guard let next = waiting.popLast()?.unwrapped else { return true }
      switch next.kind {
      case .name: guard names.contains(next.name) else { return false }
      case .null, .number, .boolean: break
      case .member where ["length", "size"].contains(next.name): waiting += [next.first].compactMap { $0 }
      case .call
      where [
        "isEmpty", "isNullOrEmpty", "isNotEmpty", "getOrNull", "firstOrNull", "first", "lastOrNull", "size",
      ].contains(next.calledName):
        waiting += [next.receiver].compactMap { $0 }
      case .binary, .unary: waiting += next.children
      default: return false
      }
    }
    return false
  }
}
