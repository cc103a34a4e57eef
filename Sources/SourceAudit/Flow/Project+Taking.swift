/// Whether anything gets a value in the end.
extension Project {
  private static let mostTakingSteps = 96
  private static let mostMentionsRead = 400
  /// Functions that only look at a value, count its references or write it down.
  private static let bystanders: Set<String> = [
    "print", "debugPrint", "dump", "println", "NSLog", "CFRelease", "CFRetain", "CFAutorelease", "CFBridgingRelease",
    "withExtendedLifetime", "assert", "precondition", "toString", "equals", "d", "i", "v", "w", "e",
  ]
  /// Functions that run a closure with the value, or for its result.
  private static let passing: Set<String> = ["let", "also", "apply", "run", "with", "lazy", "map", "flatMap", "takeIf"]

  /// Whether a value is handed to something outside of the project: as an argument, in a list or a property of it.
  ///
  /// Follows variables, results of functions, arguments and lists. A value that is thrown away, compared, printed or kept
  /// in a variable that nobody reads is not; one whose way is too long to follow is. Does not tell what becomes of the
  /// value there.
  /// - Parameter asking: methods of the value that need nobody else.
  func isTaken(_ value: Expression, asking: Set<String> = []) -> Bool {
    var seen: Set<Expression> = []
    var waiting = [value]
    while let next = waiting.popLast() {
      guard seen.insert(next).inserted else { continue }
      guard seen.count <= Self.mostTakingSteps else { return true }
      if next.parent?.kind == .member, let name = next.parent?.name, asking.contains(name) { return true }
      switch taking(of: next) {
      case .taken: return true
      case .goesOn(let uses): waiting += uses
      }
    }
    return false
  }

  private enum Taking {
    case taken
    /// It stands for these expressions now; none when nobody gets it.
    case goesOn([Expression])
  }

  private func taking(of value: Expression) -> Taking {
    var current = value
    while let parent = current.parent {
      switch parent.kind {
      case .call where parent.calleeID == current.id: current = parent
      case .call: return taking(of: current, by: parent)
      case .member:
        // `builder.add(a)` gives the builder, or what it builds.
        if let call = parent.parent, call.kind == .call, call.calleeID == parent.id {
          guard !Self.bystanders.contains(parent.name) else { return .goesOn([]) }
          let inside = receivers(in: call)
          if !inside.isEmpty { return .goesOn(inside + [call]) }
        }
        current = parent
      case .assignment: return parent.second == current ? taking(keptIn: parent.first) : .goesOn([])
      case .binary where parent.name != "??" && parent.name != "?:" && parent.name != "+": return .goesOn([])
      case .unary where parent.name == "!": return .goesOn([])
      case .cast where parent.flags.contains(.test): return .goesOn([])
      case .conditional where parent.first == current: return .goesOn([])
      default: current = parent
      }
    }
    return taking(atTop: current)
  }

  /// What the closure of a call knows its receiver by: `pinner.let { client.pinner(it) }`.
  private func receivers(in call: Expression) -> [Expression] {
    guard Self.passing.contains(call.calledName), let closure = call.arguments.last?.value.declaration else {
      return []
    }
    let names = ["it", "this", "$0"] + closure.parameters.map(\.name)
    return closure.unit.mentions(names).filter { $0.owner == closure }
  }

  /// By a call that it is an argument of.
  private func taking(of argument: Expression, by call: Expression) -> Taking {
    guard !Self.bystanders.contains(call.calledName) else { return .goesOn([]) }
    if call.calledName == "with" { return .goesOn(receivers(in: call)) }
    let called = functions(calledBy: call).filter(\.hasBody).prefix(4)
    guard !called.isEmpty else { return .taken }
    let parameters = called.flatMap { function in
      function.parameters.filter { self.argument(of: call, for: $0, in: function) == argument }
    }
    return reads(of: parameters)
  }

  /// By what is assigned to.
  private func taking(keptIn target: Expression?) -> Taking {
    guard let target = target?.unwrapped, target.name != "_" else { return .goesOn([]) }
    switch target.kind {
    case .name, .member:
      let variables = declarations(of: target)
      // Of something from outside, or unknown.
      return variables.isEmpty ? .taken : reads(of: variables.prefix(4))
    case .index:
      // `query[key] = value`: the list has it.
      guard let list = target.first?.unwrapped else { return .goesOn([]) }
      let variables = declarations(of: list)
      return variables.isEmpty ? .taken : reads(of: variables.prefix(4))
    default: return .goesOn([])
    }
  }

  /// By the statement that it is all of.
  private func taking(atTop value: Expression) -> Taking {
    if let variable = value.unit.declaration(withValue: value.id) {
      return variable.name == "_" ? .goesOn([]) : reads(of: [variable])
    }
    let owner = value.owner
    guard owner.steps.contains(where: { $0.kind == .yield && $0.value == value.id }) else { return .goesOn([]) }
    switch owner.kind {
    case .accessor: return owner.parent.map { reads(of: [$0]) } ?? .goesOn([])
    case .closure:
      guard let closure = closureExpression(owner) else { return .goesOn([]) }
      guard let call = closure.parent, call.kind == .call else { return .goesOn(calls(ofClosure: owner)) }
      // Run here and now, or by somebody else who keeps the result.
      let isRunHere = call.calleeID == closure.id || Self.passing.contains(call.calledName)
      return isRunHere ? .goesOn([call]) : .taken
    default:
      // What a framework calls, as with `@Provides`, and what others may call who are not seen.
      let isForOthers = owner.flags.contains(.isOverride) || owner.flags.contains(.isPublic) && owner.unit.isOfApple
      if isForOthers || !owner.attributes.isEmpty { return .taken }
      return .goesOn(callers(of: owner))
    }
  }

  /// Where variables are read; of a name that is mentioned very often nobody knows.
  private func reads(of variables: some Sequence<Declaration>) -> Taking {
    var found: [Expression] = []
    var looked = 0
    for variable in variables {
      let isShared = variable.kind == .property && !variable.flags.contains(.isPrivate)
      for file in isShared ? units(holding: [variable.name]) : [variable.unit] {
        for mention in file.mentions([variable.name]) {
          looked += 1
          guard looked <= Self.mostMentionsRead else { return .taken }
          if isRead(variable, by: mention) { found.append(mention) }
        }
      }
    }
    return .goesOn(found)
  }

  private func isRead(_ variable: Declaration, by mention: Expression) -> Bool {
    if let parent = mention.parent, parent.kind == .assignment, parent.first == mention { return false }
    return declarations(of: mention).contains(variable)
  }
}
