/// What was done with a server's chain before it is trusted.
enum ServerTrustLook {
  case validated, compared, none

  static let evaluations: Set<String> = [
    "SecTrustEvaluateWithError", "SecTrustEvaluate", "SecTrustEvaluateAsync", "SecTrustEvaluateAsyncWithError",
    "SecTrustGetTrustResult",
  ]
  /// Functions whose verdict is written into a variable; their own result says only that they ran.
  private static let filling: Set<String> = ["SecTrustEvaluate", "SecTrustGetTrustResult"]
  private static let delayed: Set<String> = ["SecTrustEvaluateAsync", "SecTrustEvaluateAsyncWithError"]
  /// What libraries for pinning call it.
  private static let delegated: Set<String> = [
    "evaluate", "handle", "evaluateTrust", "validate", "shouldTrustServerTrust",
  ]
  private static let trustTypes: Set<String> = [
    "SecTrust", "SecTrustRef", "URLAuthenticationChallenge", "NSURLAuthenticationChallenge", "URLProtectionSpace",
    "NSURLProtectionSpace",
  ]

  /// Validated when the call, or each use of what it makes, stands behind a condition that reads a verdict, in its
  /// function or in all that call it; compared when certificates are read on the way.
  static func before(_ call: Expression, _ project: Project) -> ServerTrustLook {
    if isValidated(call, project, depth: 0) { return .validated }
    guard let function = call.owner.enclosingFunction else { return .none }
    var bodies = project.reachable(from: function)
    for caller in project.callers(of: function).prefix(8) {
      if let outer = caller.owner.enclosingFunction { bodies += project.reachable(from: outer, levels: 1) }
    }
    let isCompared = bodies.contains { body in
      project.expressions(in: body).contains { PinningWithoutValidation.reads.contains($0.calledName) }
    }
    guard isCompared else { return .none }
    // A chain that is validated and compared, by code whose steps are too far apart to say what decides.
    return isLookedAt(in: bodies, project) ? .validated : .compared
  }

  /// Whether one of the bodies validates a chain and reads the verdict.
  static func isLookedAt(in bodies: [Declaration], _ project: Project) -> Bool {
    bodies.contains { body in
      project.expressions(in: body).contains {
        evaluations.contains($0.calledName) && (filling.contains($0.calledName) || project.isUsed($0))
      }
    }
  }

  private static func isValidated(_ place: Expression, _ project: Project, depth: Int) -> Bool {
    let isVerdict = { (part: Expression) in Self.isVerdict(part, project) }
    let throwing = { (part: Expression) in isDelegated(part, project) }
    let isNeedless = { (part: Expression) in Self.isNeedless(part, project) }
    if project.isGoverned(place, by: isVerdict, throwing: throwing, leavingOut: isNeedless) { return true }
    // `let credential = URLCredential(trust: trust)`, used further down.
    let uses = uses(of: place, project)
    let areGoverned = uses.allSatisfy {
      project.isGoverned($0, by: isVerdict, throwing: throwing, leavingOut: isNeedless)
    }
    if !uses.isEmpty, areGoverned { return true }
    guard depth < 3, let function = place.owner.enclosingFunction else { return false }
    let callers = project.callers(of: function).prefix(8)
    return !callers.isEmpty && callers.allSatisfy { isValidated($0, project, depth: depth + 1) }
  }

  private static func uses(of call: Expression, _ project: Project) -> [Expression] {
    var top = call
    while let parent = top.parent { top = parent }
    guard let variable = call.unit.declaration(withValue: top.id), variable.kind == .local else { return [] }
    return call.unit.mentions([variable.name]).filter { project.declarations(of: $0).contains(variable) }
  }

  private static func isVerdict(_ part: Expression, _ project: Project) -> Bool {
    if part.kind == .call {
      return evaluations.contains(part.calledName) && !filling.contains(part.calledName)
        && !delayed.contains(part.calledName) || isDelegated(part, project)
    }
    // Where it is filled, it is not read.
    guard part.kind == .name, part.parent.map({ $0.kind != .unary || $0.name != "&" }) ?? true else { return false }
    // `$1` in the closure of an evaluation that answers later.
    if part.name.hasPrefix("$") { return ([part.owner] + part.owner.enclosing).contains { isDelayed($0, project) } }
    return project.declarations(of: part).contains { declaration in
      declaration.kind == .parameter && declaration.parent.map { isDelayed($0, project) } ?? false
        || isFilled(declaration, project)
    }
  }

  /// `isValid || isRelaxed`, whatever holds the verdict: who passes by the other side was not validated. Where the
  /// verdict is denied, each side refuses.
  private static func isNeedless(_ choice: Expression, _ project: Project) -> Bool {
    guard choice.kind == .binary, choice.name == "||" else { return false }
    let sides = choice.children.map { side in
      (side: side, looks: project.parts(of: side).contains { isVerdict($0, project) })
    }
    return sides.contains { !$0.looks && project.truth(of: $0.side) != false }
      && !sides.contains { $0.looks && isDenied($0.side, project, 0) }
  }

  private static let deepestDenial = 4

  /// `!isValid`, `result != .proceed`, and what a name or a function says of that.
  private static func isDenied(_ side: Expression, _ project: Project, _ depth: Int) -> Bool {
    guard depth < deepestDenial else { return false }
    let here = side.unwrapped
    let behind: [Expression]
    switch here.kind {
    case .unary: return here.name == "!"
    case .binary where here.name == "!=": return true
    case .binary where here.name == "==":
      return here.children.contains { $0.unwrapped.kind == .boolean && $0.unwrapped.name == "false" }
    case .binary: behind = here.children
    case .name, .member:
      behind = project.declarations(of: here).flatMap { variable in
        [variable.value].compactMap { $0 } + project.assignments(to: variable)
      }
    case .call: behind = project.functions(calledBy: here).flatMap { project.results(of: $0) }
    default: return false
    }
    return behind.prefix(8).contains { isDenied($0, project, depth + 1) }
  }

  private static func isDelayed(_ closure: Declaration, _ project: Project) -> Bool {
    guard closure.kind == .closure, let call = project.closureExpression(closure)?.parent else { return false }
    return delayed.contains(call.calledName)
  }

  /// `SecTrustEvaluate(trust, &result)`
  private static func isFilled(_ variable: Declaration, _ project: Project) -> Bool {
    variable.unit.calls(filling.sorted()).contains { call in
      call.arguments.contains {
        $0.value.kind == .unary && $0.value.name == "&"
          && $0.value.first.map { project.declarations(of: $0).contains(variable) } ?? false
      }
    }
  }

  /// A method of a library that is given the trust object or the challenge.
  private static func isDelegated(_ call: Expression, _ project: Project) -> Bool {
    guard delegated.contains(call.calledName), call.receiver != nil, project.functions(calledBy: call).isEmpty else {
      return false
    }
    return call.arguments.contains { argument in
      if project.type(of: argument.value).map(trustTypes.contains) == true { return true }
      return project.origins(of: argument.value).passed.contains {
        ["serverTrust", "protectionSpace"].contains($0.name)
          || $0.kind == .name && project.type(of: $0).map(trustTypes.contains) == true
      }
    }
  }
}
