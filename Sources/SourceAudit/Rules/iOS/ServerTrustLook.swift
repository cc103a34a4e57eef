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
    if project.isGoverned(place, by: isVerdict, throwing: throwing) { return true }
    // `let credential = URLCredential(trust: trust)`, used further down.
    let uses = uses(of: place, project)
    if !uses.isEmpty, uses.allSatisfy({ project.isGoverned($0, by: isVerdict, throwing: throwing) }) { return true }
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
      guard !isNeedless(part, project) else { return false }
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

  /// `SecTrustEvaluateWithError(trust, nil) || isRelaxed`: who passes by the other side was not validated.
  private static func isNeedless(_ verdict: Expression, _ project: Project) -> Bool {
    guard let choice = verdict.parent, choice.kind == .binary, choice.name == "||",
      let other = choice.children.first(where: { $0 != verdict })
    else { return false }
    return !project.parts(of: other).contains {
      $0.kind == .call && (evaluations.contains($0.calledName) || isDelegated($0, project))
    }
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
