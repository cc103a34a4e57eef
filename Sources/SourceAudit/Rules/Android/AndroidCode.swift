/// Forms that code for Android comes in, made alike: setters and properties, builders, scope functions.
struct AndroidCode {
  struct Write {
    let place: Expression
    let receiver: Expression?
    let value: Expression
  }

  let unit: SourceUnit
  let project: Project

  /// What a call is called on, also inside `edit { }`, whose closure has the editor as its receiver.
  func receiver(of call: Expression) -> Expression? {
    if let receiver = project.receiver(of: call) { return receiver }
    for scope in [call.owner] + call.owner.enclosing where scope.kind == .closure {
      guard let outer = project.closureExpression(scope)?.parent, outer.calledName == "edit" else { continue }
      return outer.receiver
    }
    return nil
  }

  /// The type that a call is called on; inside an extension function without a receiver the extended type.
  func receiverType(of call: Expression) -> String? {
    if let receiver = receiver(of: call) { return project.type(of: receiver) }
    return ([call.owner] + call.owner.enclosing).first { $0.kind == .type || $0.kind == .typeExtension }
      .map { project.resolvedTypeName($0.name) }
  }

  /// Calls of these names, and of what the file calls them: `import java.io.File as F`, `typealias Key = SecretKeySpec`.
  func calls(_ names: [String]) -> [Expression] {
    let aliases = unit.children(of: .file).compactMap { id -> String? in
      let record = unit.declarations[Int(id.raw)]
      guard record.kind == .importing || record.kind == .typeAlias, record.name != record.type else { return nil }
      let name = unit.name(record.name)
      return !names.contains(name) && names.contains(Declaration.simpleTypeName(unit.name(record.type))) ? name : nil
    }
    return unit.calls(names + aliases.filter { !$0.isEmpty })
  }
  func calls(_ names: String...) -> [Expression] { calls(names) }

  /// What is put into a builder, a list or a bundle by calls of these names on the same variable, before or after.
  func fillings(of value: Expression, _ names: Set<String>) -> [Expression] {
    fillers(of: value, names).flatMap { $0.arguments.map(\.value) }.filter { $0.kind != .closure }
  }

  /// The calls of these names that fill it.
  func fillers(of value: Expression, _ names: Set<String>) -> [Expression] {
    var found: [Expression] = []
    for use in project.origins(of: value, reach: .influence).passed {
      // `buildString { append(a) }`, `Bundle().apply { putString(a, b) }`
      if use.kind == .call, let closure = use.arguments.last?.value.declaration {
        found += use.unit.calls(names.sorted()).filter { $0.owner == closure }
      }
      for declaration in use.kind == .name ? project.declarations(of: use) : [] where declaration.kind != .parameter {
        found += declaration.unit.calls(names.sorted()).filter { call in
          guard let root = root(of: receiver(of: call), through: names) else { return false }
          return root.kind == .name && project.declarations(of: root).contains(declaration)
        }
      }
    }
    return found
  }

  /// The function around a place.
  func function(around place: Expression) -> Declaration { place.owner.enclosingFunction ?? place.owner }

  /// Whether one of these names is used in the function around a place.
  func mentions(_ names: Set<String>, around place: Expression) -> Bool {
    let around = function(around: place)
    return unit.mentions(names.sorted()).contains { function(around: $0) == around }
  }

  /// `x.setFoo(v)`, `x.foo = v` and `foo = v` inside `x.apply { }`.
  func writes(_ property: String) -> [Write] {
    let setter = "set" + property.prefix(1).uppercased() + property.dropFirst()
    var found = unit.calls(setter).compactMap { call in
      call.argument(at: 0).map { Write(place: call, receiver: receiver(of: call), value: $0) }
    }
    for mention in unit.mentions(property) {
      guard let parent = mention.parent, parent.kind == .assignment, parent.calleeID == mention.id,
        let value = parent.second
      else { continue }
      let receiver = mention.kind == .member ? mention.first : project.implicitReceivers(of: mention.owner).first
      found.append(Write(place: parent, receiver: receiver, value: value))
    }
    return found
  }

  func isTrue(_ value: Expression) -> Bool { project.texts(of: value).contains("true") }
  func isFalse(_ value: Expression) -> Bool { project.texts(of: value).contains("false") }

  /// Names on the way of a value, with what is called on it: `Cipher`, `getExternalFilesDir` …
  func words(of value: Expression?) -> Set<String> {
    guard let value else { return [] }
    var words: Set<String> = []
    for expression in project.origins(of: value, reach: .influence).passed {
      if expression.kind == .call { words.insert(expression.calledName) } else { words.insert(expression.name) }
    }
    return words
  }

  /// The first expression of a chain of builder calls: `prefs` of `prefs.edit().putString(a, b).apply()`.
  func root(of expression: Expression?, through names: Set<String>) -> Expression? {
    var current = expression
    for _ in 0..<64 {
      guard let here = current?.unwrapped else { return nil }
      guard here.kind == .call, names.contains(here.calledName), let next = receiver(of: here) else { return here }
      current = next
    }
    return current
  }

  /// Whether a place runs in debug builds only: by a condition around it, or around every call of its function.
  func isForDevelopers(_ place: Expression, depth: Int = 0) -> Bool {
    if place.unit.isInside(.debugOnly, place.offset) { return true }
    guard depth < 4, let function = place.owner.enclosingFunction ?? Optional(place.owner), function.kind == .function
    else { return false }
    let callers = project.knownCallers(of: function)
    return !callers.isCut && !callers.calls.isEmpty
      && callers.calls.allSatisfy { isForDevelopers($0, depth: depth + 1) }
  }

  /// The functions with this name and at least so many parameters.
  func functions(_ name: String, parameters: Int = 0) -> [Declaration] {
    unit.allDeclarations.filter { $0.kind == .function && $0.name == name && $0.parameters.count >= parameters }
  }

  /// The steps of a function that give its result, in it or in a closure's last line.
  func results(of function: Declaration) -> [Expression] {
    function.steps.filter { $0.kind == .yield }.compactMap { unit.expression($0.value) }
  }
}
