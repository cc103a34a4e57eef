/// What a custom rule looks for: a shape in the code model, never a text.
struct CustomPattern: Sendable, Hashable {
  enum Shape: String, Sendable, Hashable, CaseIterable { case call, member, assign, type, function, `import` }

  /// Which argument of a call, or nil for the value that is assigned or any argument.
  struct Argument: Sendable, Hashable {
    enum Place: Sendable, Hashable {
      case position(Int)
      case label(String)
      case any
    }
    var place = Place.any
    var test = ValueTest()
  }

  var shape: Shape
  var names: [GlobPattern]
  /// Without `*` and `?`: found by name, without a walk.
  var plainNames: [String]?
  /// Types or names of what it is called on; empty for any.
  var receivers: [GlobPattern] = []
  /// All of them must be met.
  var arguments: [Argument] = []
  /// No argument may have such a label.
  var absentLabels: [String] = []
  /// For types: what they inherit or implement.
  var supertypes: [GlobPattern] = []
  /// For types and functions: an attribute or annotation.
  var attributes: [String] = []
  /// Names of types and functions around a place where the rule says nothing.
  var exceptWithin: [GlobPattern] = []

  /// Every place of the shape in a unit.
  func places(in unit: SourceUnit, of project: Project) -> [CustomPlace] {
    switch shape {
    case .call: calls(unit, project).map { .expression($0) }
    case .member: mentions(unit, project).map { .expression($0) }
    case .assign: assignments(unit, project).map { .expression($0) }
    case .type, .function: declarations(unit, project).map { .declaration($0) }
    case .import:
      unit.allDeclarations.filter { $0.kind == .importing && (named($0.typeText) || named($0.name)) }.map {
        .declaration($0)
      }
    }
  }

  private func named(_ name: String) -> Bool { names.contains { $0.matches(name) } }

  private func isExcepted(_ owner: Declaration) -> Bool {
    !exceptWithin.isEmpty
      && ([owner] + owner.enclosing).contains { around in exceptWithin.contains { $0.matches(around.name) } }
  }

  private func calls(_ unit: SourceUnit, _ project: Project) -> [Expression] {
    let candidates = plainNames.map { unit.calls($0) } ?? unit.all(.call).filter { named($0.calledName) }
    return candidates.filter { call in
      !isExcepted(call.owner) && isOn(project.receiver(of: call), project)
        && !call.arguments.contains { absentLabels.contains($0.label) }
        && arguments.allSatisfy { meets($0, call.arguments, project) }
    }
  }

  private func meets(
    _ argument: Argument, _ given: [(label: String, value: Expression)], _ project: Project
  ) -> Bool {
    switch argument.place {
    case .position(let position):
      given.indices.contains(position) && argument.test.holds(given[position].value, in: project)
    case .label(let label): given.contains { $0.label == label && argument.test.holds($0.value, in: project) }
    case .any: given.contains { argument.test.holds($0.value, in: project) }
    }
  }

  private func mentions(_ unit: SourceUnit, _ project: Project) -> [Expression] {
    let candidates =
      plainNames.map { unit.mentions($0) }
      ?? unit.allExpressions.filter { [.name, .member, .reference].contains($0.kind) && named($0.name) }
    return candidates.filter { mention in
      !isExcepted(mention.owner) && isOn(mention.kind == .name ? nil : mention.first, project)
    }
  }

  private func assignments(_ unit: SourceUnit, _ project: Project) -> [Expression] {
    unit.assignments.filter { assignment in
      guard let target = assignment.first?.unwrapped, target.kind == .name || target.kind == .member,
        named(target.name), let value = assignment.second, !isExcepted(assignment.owner)
      else { return false }
      let receiver = target.kind == .member ? target.first : project.implicitReceivers(of: assignment.owner).first
      return isOn(receiver, project) && arguments.allSatisfy { $0.test.holds(value, in: project) }
    }
  }

  private func declarations(_ unit: SourceUnit, _ project: Project) -> [Declaration] {
    unit.allDeclarations.filter { declaration in
      guard declaration.kind == (shape == .type ? .type : .function), named(declaration.name),
        !isExcepted(declaration.parent ?? declaration)
      else { return false }
      if !attributes.isEmpty, !attributes.contains(where: declaration.hasAttribute) { return false }
      if supertypes.isEmpty { return true }
      return project.lineage(of: declaration).contains { above in supertypes.contains { $0.matches(above) } }
    }
  }

  /// Its type, one that the type inherits, or, where the type is not known, its own name.
  private func isOn(_ receiver: Expression?, _ project: Project) -> Bool {
    if receivers.isEmpty { return true }
    guard let receiver else { return false }
    if let type = project.type(of: receiver) {
      return ([type] + project.lineage(of: type)).contains { name in receivers.contains { $0.matches(name) } }
    }
    guard let name = receiver.unwrapped.path?.last else { return false }
    return receivers.contains { $0.matches(name) }
  }
}

/// Where a pattern was met.
enum CustomPlace {
  case expression(Expression)
  case declaration(Declaration)
}
