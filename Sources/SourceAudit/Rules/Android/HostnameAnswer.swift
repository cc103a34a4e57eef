/// What a host name verifier answers, whatever else it does on the way.
///
/// Does not tell whether a comparison that it makes is a good one.
struct HostnameAnswer {
  let project: Project

  private static let deepest = 6
  /// Of a host name that is there these say nothing.
  private static let presence: Set<String> = ["isNotEmpty", "isNotBlank"]
  private static let absence: Set<String> = ["isEmpty", "isNullOrEmpty", "isBlank", "isNullOrBlank"]
  /// How Kotlin and the interfaces of Java call what a variable holds.
  private static let invocations: Set<String> = ["invoke", "test", "apply"]
  /// Beginnings of the names of calls that throw when something does not hold.
  private static let insisting = ["require", "check", "verify", "validate", "assert", "ensure"]

  /// Whether the answer is yes for every host: by a constant, by `|| true`, by looking whether there is a name at all.
  func isAlwaysYes(_ function: Declaration) -> Bool { isAlwaysYes(function, 0) }

  private func isAlwaysYes(_ function: Declaration, _ depth: Int) -> Bool {
    let results = results(of: function)
    return depth < Self.deepest && !results.isEmpty && results.allSatisfy { isYes($0, depth) } && !mayRefuse(function)
  }

  private func results(of function: Declaration) -> [Expression] {
    function.steps.filter { $0.kind == .yield }.compactMap { function.unit.expression($0.value) }
  }

  private func isYes(_ result: Expression, _ depth: Int) -> Bool {
    guard depth < Self.deepest else { return false }
    let here = result.unwrapped
    switch here.kind {
    case .boolean: return here.name == "true"
    case .binary:
      switch here.name {
      case "||", "|": return here.children.contains { isYes($0, depth + 1) }
      case "&&", "&": return here.children.allSatisfy { isYes($0, depth + 1) }
      // `host != null` is true of every host.
      case "!=": return here.children.contains { $0.kind == .null }
      default: return false
      }
    case .unary:
      guard here.name == "!", let denied = here.first?.unwrapped else { return false }
      return denied.kind == .boolean && denied.name == "false" || Self.absence.contains(denied.calledName)
    case .conditional: return !here.values.isEmpty && here.values.allSatisfy { isYes($0, depth + 1) }
    case .call:
      if Self.presence.contains(here.calledName) { return true }
      if here.calledName == "or", let left = here.receiver {
        return ([left] + here.arguments.map(\.value)).contains { isYes($0, depth + 1) }
      }
      let functions = project.functions(calledBy: here)
      guard functions.isEmpty else { return functions.allSatisfy { $0.hasBody && isAlwaysYes($0, depth + 1) } }
      return isAlwaysYes(heldBy: here, depth)
    case .name, .member:
      if here.name == "TRUE" { return true }
      let variables = project.declarations(of: here)
      return !variables.isEmpty && variables.allSatisfy { isYes(variable: $0, depth) }
    default: return false
    }
  }

  private func isYes(variable: Declaration, _ depth: Int) -> Bool {
    let values = values(of: variable)
    return !values.isEmpty && values.allSatisfy { isYes($0, depth + 1) }
  }

  /// Whatever a variable may hold; nothing for one that others fill.
  private func values(of variable: Declaration) -> [Expression] {
    guard variable.kind == .local || variable.kind == .property, !variable.flags.contains(.isPart) else { return [] }
    var values = [variable.value].compactMap { $0 }
    if !variable.flags.contains(.isConstant) || values.isEmpty { values += project.assignments(to: variable) }
    return values
  }

  /// `decide(host)`, `decide.test(host)`: whether each closure that the called variable may hold says yes to every host.
  private func isAlwaysYes(heldBy call: Expression, _ depth: Int) -> Bool {
    let callee = Self.invocations.contains(call.calledName) ? call.receiver : call.first
    guard let callee else { return false }
    let held = project.declarations(of: callee).flatMap { values(of: $0) }.map(\.unwrapped)
    return !held.isEmpty
      && held.allSatisfy { $0.kind == .closure && $0.declaration.map { isAlwaysYes($0, depth + 1) } ?? false }
  }

  /// Whether something in the body throws, so that not every host gets its answer.
  private func mayRefuse(_ function: Declaration) -> Bool {
    if function.steps.contains(where: { $0.kind == .raise }) { return true }
    return project.expressions(in: function).contains { call in
      guard call.kind == .call, !project.isUsed(call) else { return false }
      let functions = project.functions(calledBy: call)
      guard functions.isEmpty else {
        return functions.contains { !$0.hasBody || $0.steps.contains { $0.kind == .raise } }
      }
      // The platform's own verifier answers; nobody listens here.
      let holder = call.receiver.map { $0.kind == .call ? $0.calledName : $0.name } ?? ""
      return Self.insisting.contains { call.calledName.hasPrefix($0) }
        && !holder.lowercased().hasSuffix("hostnameverifier")
    }
  }

  // MARK: a switch beside a comparison

  /// Whether something that knows nothing of host and session makes the answer yes: `isSame || isRelaxed`. What is
  /// switched on in debug builds alone lets nobody by in others.
  func yieldsToSwitch(_ function: Declaration) -> Bool {
    results(of: function).contains { isSwitched($0, 0) }
  }

  private func isSwitched(_ result: Expression, _ depth: Int) -> Bool {
    guard depth < Self.deepest else { return false }
    let here = result.unwrapped
    switch here.kind {
    case .binary where here.name == "||":
      return here.children.contains { isSwitch($0) || isSwitched($0, depth + 1) }
    case .name:
      let locals = project.declarations(of: here).filter { $0.kind == .local && project.assignments(to: $0).isEmpty }
      return locals.compactMap(\.value).contains { isSwitched($0, depth + 1) }
    default: return false
    }
  }

  private func isSwitch(_ side: Expression) -> Bool {
    let here = side.unwrapped
    guard here.kind == .name || here.kind == .member, project.truth(of: here) != false else { return false }
    let origins = project.origins(of: here, reach: .influence)
    guard !origins.isCut, !origins.leaves.isEmpty || !origins.parameters.isEmpty else { return false }
    let isOff = origins.parameters.isEmpty && origins.leaves.allSatisfy { $0.kind == .boolean && $0.name == "false" }
    return !isOff
      && origins.passed.allSatisfy { part in
        [.name, .member, .boolean].contains(part.kind) && part.name != "DEBUG" && !isOfVerifier(part)
      }
  }

  /// Host or session: the two parameters of a verifier, or of the closure that is one.
  private func isOfVerifier(_ part: Expression) -> Bool {
    project.declarations(of: part).contains { declaration in
      guard declaration.kind == .parameter, let holder = declaration.parent else { return false }
      return holder.kind != .initializer && holder.parameters.count == 2
    }
  }

  // MARK: parts of a name

  /// Whether the answer rests on a part of the name alone, which names of others hold, too; the session, and with it the
  /// certificate, is not looked at.
  func comparesPart(_ function: Declaration) -> Bool {
    let parameters = function.parameters
    guard parameters.count == 2, let host = parameters.first?.name, let session = parameters.last?.name else {
      return false
    }
    let results = results(of: function)
    return !results.isEmpty && results.allSatisfy { isPart($0, of: host, 0) }
      && !project.expressions(in: function).contains { $0.kind == .name && $0.name == session }
      && !mayRefuse(function)
  }

  private func isPart(_ result: Expression, of host: String, _ depth: Int) -> Bool {
    guard depth < Self.deepest else { return false }
    let here = result.unwrapped
    switch here.kind {
    case .binary:
      switch here.name {
      case "||": return here.children.contains { isPart($0, of: host, depth + 1) }
      case "&&": return here.children.allSatisfy { isPart($0, of: host, depth + 1) }
      // `host?.contains(text) == true`
      case "==":
        return here.children.contains { $0.kind == .boolean && $0.name == "true" }
          && here.children.contains { isPart($0, of: host, depth + 1) }
      case "in": return here.second.map { isName($0, host) } ?? false
      default: return false
      }
    case .call:
      guard let receiver = here.receiver, isName(receiver, host), let text = here.argument(at: 0) else { return false }
      switch here.calledName {
      case "contains", "startsWith": return true
      // `.example.org` ends at a border between labels.
      case "endsWith":
        let ends = project.texts(of: text)
        return !ends.isEmpty && ends.contains { !$0.hasPrefix(".") }
      default: return false
      }
    default: return false
    }
  }

  /// The name itself, also in lower case.
  private func isName(_ value: Expression, _ host: String) -> Bool {
    var here = value.unwrapped
    for _ in 0..<4 {
      guard here.kind == .call, here.arguments.isEmpty, let next = here.receiver?.unwrapped else { break }
      here = next
    }
    return here.kind == .name && here.name == host
  }
}
