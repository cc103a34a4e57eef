/// Texts whose words the project alone chooses: placeholders, names out of lists of constants, cases of enumerations,
/// numbers. How many of them there are may be decided outside.
struct FixedText {
  private static let mostSteps = 400
  static let numbers: Set<String> = [
    "Int", "Long", "Short", "Byte", "Boolean", "int", "long", "short", "byte", "boolean", "Integer", "UInt", "ULong",
    "Double", "Float", "double", "float",
  ]
  /// Members and calls that give a number.
  private static let counts: Set<String> = [
    "size", "length", "count", "ordinal", "hashCode", "toInt", "toLong", "parseInt", "parseLong", "toIntOrNull",
    "toLongOrNull", "indices", "lastIndex", "currentTimeMillis",
  ]
  /// Calls that leave out or repeat words of a text, or only put in what they are given.
  private static let shaping: Set<String> = [
    "removeSuffix", "removePrefix", "dropLast", "drop", "take", "takeLast", "trim", "trimEnd", "trimStart",
    "substring", "uppercase", "lowercase", "toUpperCase", "toLowerCase", "toString", "trimIndent", "trimMargin",
    "repeat", "plus", "concat", "format", "formatted", "orEmpty", "padEnd", "padStart", "getName", "name",
  ]
  /// Calls that hand what they are called on to a closure, whole or one by one.
  private static let walking: Set<String> = [
    "map", "mapNotNull", "flatMap", "forEach", "onEach", "joinToString", "let", "also",
  ]

  let project: Project
  private var steps = 0
  /// Variables and functions that are being looked at: what they are made of decides, not they themselves.
  private var open: Set<Declaration> = []

  init(project: Project) { self.project = project }

  /// Whether every word of a text is fixed.
  mutating func isFixed(_ value: Expression) -> Bool {
    guard mayGoOn() else { return false }
    let here = value.unwrapped
    switch here.kind {
    case .number, .boolean, .null: return true
    case .string, .conditional: return !here.values.contains { !isFixed($0) }
    case .binary: return !here.children.contains { !isFixed($0) }
    case .call: return isFixed(call: here)
    case .name, .member: return isFixed(name: here)
    default: return false
    }
  }

  mutating func mayGoOn() -> Bool {
    steps += 1
    return steps < Self.mostSteps
  }

  private mutating func isFixed(call: Expression) -> Bool {
    let name = call.calledName
    if Self.counts.contains(name) || isNumberOrCase(call) { return true }
    let given = call.arguments.map(\.value).filter { $0.kind != .closure }
    switch name {
    case "joinToString", "joinTo":
      guard !given.contains(where: { !isFixed($0) }) else { return false }
      if let closure = closure(of: call) { return areFixed(resultsOf: closure) }
      return call.receiver.map { holdsFixed($0) } ?? false
    case "join":
      // `TextUtils.join(", ", list)`, `String.join(", ", a, b)`
      return given.count > 1 && isFixed(given[0]) && !given.dropFirst().contains { !isFixed($0) && !holdsFixed($0) }
    case "joining": return !given.contains { !isFixed($0) }
    case "collect":
      return given.count == 1 && given[0].calledName == "joining" && isFixed(given[0])
        && call.receiver.map { holdsFixed($0) } ?? false
    case "valueOf" where call.receiver?.name == "String": return !given.contains { !isFixed($0) }
    default: break
    }
    let functions = project.functions(calledBy: call)
    if !functions.isEmpty {
      return !functions.contains { function in
        !function.hasBody || !isSettled(function) { $0.areFixed(resultsOf: function) }
      }
    }
    guard Self.shaping.contains(name), let base = call.receiver else { return false }
    // `String.format(pattern, a)`
    let isStatic = base.kind == .name && base.name == "String" && name == "format"
    return (isStatic || isFixed(base)) && !given.contains { !isFixed($0) }
  }

  func closure(of call: Expression) -> Declaration? {
    call.arguments.last { $0.value.kind == .closure }?.value.declaration
  }

  mutating func areFixed(resultsOf body: Declaration) -> Bool {
    let results = body.steps.filter { $0.kind == .yield }.compactMap { body.unit.expression($0.value) }
    return !results.isEmpty && !results.contains { !isFixed($0) }
  }

  private mutating func isFixed(name use: Expression) -> Bool {
    if use.kind == .member, Self.counts.contains(use.name) { return true }
    if isNumberOrCase(use) { return true }
    if use.kind == .member, use.name == "name", let base = use.first, isCase(base) || isFixed(base) { return true }
    let variables = project.declarations(of: use)
    if variables.isEmpty {
      if use.kind == .name, use.name == "it" { return isElement(of: closure(around: use)) }
      // A constant of a library: `Contract.TABLE_NAME`.
      return use.name.contains(where: \.isLetter) && use.name == use.name.uppercased()
    }
    return !variables.contains { !isFixed(variable: $0) }
  }

  private mutating func isFixed(variable: Declaration) -> Bool {
    switch variable.kind {
    case .enumCase: return true
    case .property where variable.enclosingType?.keyword == "enum" && variable.keyword != "var": return true
    case .property, .local:
      guard !variable.flags.contains(.isPart) else { return variable.value.map { holdsFixed($0) } ?? false }
      return isSettled(variable) { $0.isFixed(valuesOf: variable) { $0.isFixed($1) } }
    case .parameter:
      if variable.parent?.kind == .closure { return isElement(of: variable.parent) }
      return isSettled(variable) { $0.isFixed(givenTo: variable) { $0.isFixed($1) } }
    default: return false
    }
  }

  /// Start value, results of a getter and assignments; there is at least one.
  mutating func isFixed(
    valuesOf variable: Declaration, _ test: (inout FixedText, Expression) -> Bool
  ) -> Bool {
    var values = [variable.value].compactMap { $0 }
    for getter in variable.members where getter.kind == .accessor && getter.keyword == "get" {
      values += getter.steps.filter { $0.kind == .yield }.compactMap { getter.unit.expression($0.value) }
    }
    if !variable.flags.contains(.isConstant) || variable.value == nil { values += project.assignments(to: variable) }
    for value in values where !test(&self, value) { return false }
    return !values.isEmpty
  }

  /// What every caller hands over; nobody knows what a function gets that nothing calls.
  mutating func isFixed(
    givenTo parameter: Declaration, _ test: (inout FixedText, Expression) -> Bool
  ) -> Bool {
    guard let function = parameter.parent else { return false }
    let callers = project.knownCallers(of: function)
    guard !callers.isCut, !callers.calls.isEmpty else { return false }
    for call in callers.calls {
      guard let value = project.argument(of: call, for: parameter, in: function) ?? parameter.value, test(&self, value)
      else { return false }
    }
    return true
  }

  /// Looks into a declaration once; inside itself it decides nothing.
  mutating func isSettled(_ declaration: Declaration, _ test: (inout FixedText) -> Bool) -> Bool {
    guard open.insert(declaration).inserted else { return true }
    defer { open.remove(declaration) }
    return test(&self)
  }

  private func closure(around use: Expression) -> Declaration? {
    ([use.owner] + use.owner.enclosing).first { $0.kind == .closure }
  }

  /// Whether what a closure is given one by one is fixed.
  private mutating func isElement(of closure: Declaration?) -> Bool {
    guard let closure, let call = project.closureExpression(closure)?.parent, Self.walking.contains(call.calledName),
      let list = call.receiver
    else { return false }
    return ["let", "also"].contains(call.calledName) ? isFixed(list) : holdsFixed(list)
  }

  // MARK: types

  private func isNumberOrCase(_ value: Expression) -> Bool {
    project.type(of: value).map { Self.numbers.contains($0) || isEnumeration($0) } ?? false
  }

  func isCase(_ value: Expression) -> Bool { project.type(of: value).map(isEnumeration) ?? false }

  func isEnumeration(_ type: String) -> Bool {
    let known = project.typeDeclarations(type).filter { $0.kind == .type }
    return !known.isEmpty && known.allSatisfy { $0.keyword == "enum" }
  }
}
