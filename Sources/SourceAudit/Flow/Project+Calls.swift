/// Calls that may call a function.
struct Callers: Sendable {
  let calls: [Expression]
  /// There are more, which were not looked at.
  let isCut: Bool
}

extension Project {

  /// So many functions of one name, and a call on something of unknown type says nothing about which is meant.
  private static let mostNamesakes = 3
  private static let mostCallsLookedAt = 400

  /// Calls that may call the function: same name, fitting labels, a receiver that does not say otherwise.
  package func callers(of function: Declaration) -> [Expression] { knownCallers(of: function).calls }

  func knownCallers(of function: Declaration) -> Callers {
    knownCallers.answer(function) { findCallers(of: function) }
  }

  private func findCallers(of function: Declaration) -> Callers {
    let isInitializer = function.kind == .initializer
    let type = function.enclosingType
    let name = isInitializer ? type?.name ?? "" : function.name
    let parameters = function.parameters
    var (units, isCut) = units(calling: name, of: function)
    // What tests and samples hand over says nothing about what users run.
    if function.unit.role == .app { units.removeAll { $0.role != .app } }
    if isCut || units.reduce(0, { $0 + $1.countOfMentions(name) }) > Self.mostCallsLookedAt {
      // Not all are looked at: the function's own file first.
      units = units.filter { $0 === function.unit } + units.filter { $0 !== function.unit }
    }
    var found: [Expression] = []
    var looked = 0
    for unit in units {
      guard looked < Self.mostCallsLookedAt else {
        isCut = true
        break
      }
      var calls = unit.calls(name)
      if isInitializer {
        calls += unit.calls("init").filter {
          $0.receiver.map { $0.kind == .name && ($0.name == name || $0.name == "self") } ?? false
        }
      }
      looked += calls.count
      for call in calls where fits(call, parameters) && sees(call, function) {
        let known = call.receiver.flatMap { self.type(of: $0) }
        if mayMean(call, type, isInitializer, receiverType: known) { found.append(call) }
      }
    }
    return Callers(calls: found, isCut: isCut)
  }

  /// Files that may call a function, or make a value of a type, under a name.
  func units(calling name: String, of declaration: Declaration) -> (units: [SourceUnit], isCut: Bool) {
    let type = declaration.kind == .type ? declaration : declaration.enclosingType
    if isSeenInOwnFileOnly(declaration, of: type) { return ([declaration.unit], false) }
    // Of a name that so many types have, a call in another file hardly means this one.
    if let type, isCrowded(type.name) { return ([declaration.unit], true) }
    return index.units(calling: name, near: declaration.unit)
  }

  /// Whether no other file can call it: it is private, or stands inside a function. What a type inside a function has from
  /// its supertypes may be called through them.
  private func isSeenInOwnFileOnly(_ declaration: Declaration, of type: Declaration?) -> Bool {
    if declaration.flags.contains(.isPrivate) || declaration.parent.map(Self.holdsStatements) ?? false { return true }
    guard let type, type.kind == .type, type.supertypes.isEmpty, type.unit.language == .swift else { return false }
    return type.flags.contains(.isPrivate) || type.enclosing.contains(where: Self.holdsStatements)
  }

  private func mayMean(
    _ call: Expression, _ type: Declaration?, _ isInitializer: Bool, receiverType: String?
  ) -> Bool {
    // An extension of everything: `fun Any.log(…)`, `fun <T> T.log(…)`.
    if isInitializer || type?.name == "Any" || type?.name == "T" { return true }
    guard let type else { return call.receiver == nil }
    guard let receiver = call.receiver else {
      return isInside(type, call) || mayInherit(type, call) && !hasGlobal(call)
    }
    // Without a type around it `self` is a parameter like any other, as in a function that replaces a method.
    if receiver.isOwnInstance, !Self.typesAround(call).isEmpty {
      // Kotlin's `this` may be that of a closure's receiver.
      return call.unit.language == .kotlin || isInside(type, call) || mayInherit(type, call)
    }
    guard let receiverType, !receiverType.isEmpty else {
      return index.countOfFunctions(call.calledName) <= Self.mostNamesakes
    }
    return receiverType == type.name || lineage(of: receiverType).contains(type.name)
      || lineage(of: type).contains(receiverType)
  }

  /// The type around a call and those around that one.
  private static func typesAround(_ call: Expression) -> [Declaration] {
    ([call.owner] + call.owner.enclosing).filter { $0.kind == .type || $0.kind == .typeExtension }
  }

  /// Whether a call stands in this type, in one that inherits it or that it inherits, or in a part of one of them.
  private func isInside(_ type: Declaration, _ call: Expression) -> Bool {
    Self.typesAround(call).contains { around in
      around == type || lineage(of: around).contains(type.name)
        || lineage(of: type).contains(resolvedTypeName(around.name))
    }
  }

  /// Whether the type around a call may inherit this one by what the project does not tell, and has no function itself that
  /// the call fits: an extension of `UIViewController` is one of every class below a `UITableViewController`.
  private func mayInherit(_ type: Declaration, _ call: Expression) -> Bool {
    guard !type.name.isEmpty, isOutside(type.name), let around = Self.typesAround(call).first,
      lineage(of: around).contains(where: isOutside)
    else { return false }
    return !members(call.calledName, in: around).contains {
      $0.kind != .function || fits(call, $0.parameters)
    }
  }

  /// Whether the project extends the type or names it, but does not declare it.
  private func isOutside(_ type: String) -> Bool { !index.types(type).contains { $0.kind == .type } }

  private func hasGlobal(_ call: Expression) -> Bool {
    index.globals(call.calledName, near: call.unit).contains { $0.kind == .function && fits(call, $0.parameters) }
  }

  /// A function inside another one is called in that one only, in Swift by its name alone.
  private func sees(_ call: Expression, _ function: Declaration) -> Bool {
    guard let around = function.parent, Self.holdsStatements(around) else { return true }
    return (call.receiver == nil || call.unit.language != .swift) && call.unit === function.unit
      && (call.owner == around || call.owner.enclosing.contains(around))
  }

  private static func holdsStatements(_ declaration: Declaration) -> Bool {
    switch declaration.kind {
    case .function, .initializer, .accessor, .closure: true
    default: false
    }
  }

  /// Whether the arguments fit the parameters: labels in Swift, a possible count elsewhere.
  private func fits(_ call: Expression, _ parameters: [Declaration]) -> Bool {
    let arguments = call.arguments
    guard arguments.count <= parameters.count || parameters.contains(where: { $0.typeText.hasSuffix("...") }) else {
      return false
    }
    let needed = parameters.count { $0.value == nil }
    guard arguments.count >= needed || arguments.contains(where: { $0.value.kind == .closure }) else { return false }
    return arguments.allSatisfy { argument in
      argument.label.isEmpty || parameters.contains { $0.keyword == argument.label || $0.name == argument.label }
    }
  }

  /// The argument that a call gives to a parameter.
  package func argument(of call: Expression, for parameter: Declaration, in function: Declaration) -> Expression? {
    let parameters = function.parameters
    guard let index = parameters.firstIndex(of: parameter) else { return nil }
    let arguments = call.arguments
    if let labelled = arguments.first(where: { !$0.label.isEmpty && $0.label == parameter.keyword }) {
      return labelled.value
    }
    if let named = arguments.first(where: { !$0.label.isEmpty && $0.label == parameter.name }) { return named.value }
    if call.unit.language != .swift {
      return index < arguments.count && arguments[index].label.isEmpty ? arguments[index].value : nil
    }
    // Unlabelled parameters take unlabelled arguments in order.
    let place = parameters[..<index].count { $0.keyword.isEmpty }
    let unlabelled = arguments.filter { $0.label.isEmpty }
    if parameter.keyword.isEmpty { return place < unlabelled.count ? unlabelled[place].value : nil }
    // A trailing closure has lost its label.
    if index == parameters.count - 1, let last = unlabelled.last, last.value.kind == .closure { return last.value }
    return nil
  }

  /// Functions of the project that a call may reach; empty for a call to the outside.
  package func functions(calledBy call: Expression) -> [Declaration] { functions(calledBy: call, steps: 0) }

  func functions(calledBy call: Expression, steps: Int) -> [Declaration] {
    guard steps < Self.deepestType else { return [] }
    let name = call.calledName
    guard !name.isEmpty else { return [] }
    let wanted = name == "init" ? (call.receiver.map { $0.name } ?? "") : name
    guard index.isFunction(wanted) else { return [] }
    let receiverType = call.receiver.flatMap { self.type(of: $0, steps: steps + 1) }
    let isInit = name == "init" || isType(name)
    // With a receiver whose type is known only its members are asked; what it inherits from the outside may be extended.
    var asked = index.functions(wanted, near: call.unit)
    if !isInit, let members = members(wanted, on: call.receiver, of: receiverType, in: call) {
      let isOwn = call.receiver?.isOwnInstance ?? false
      asked =
        members.isEmpty && isOwn
        ? asked.filter { $0.enclosingType.map { mayInherit($0, call) } ?? false } : members
    }
    return asked.filter { candidate in
      (candidate.kind == .function || candidate.kind == .initializer) && fits(call, candidate.parameters)
        && sees(call, candidate)
        && mayMean(
          call, candidate.enclosingType, isInit && candidate.kind == .initializer, receiverType: receiverType)
    }
  }

  /// The bodies that a call may run: behind a requirement those of the types that conform.
  func bodies(calledBy call: Expression) -> [Declaration] {
    functions(calledBy: call).flatMap { $0.hasBody ? [$0] : implementations(of: $0) }
  }

  /// What conforming types have for a requirement; for one of the app what users run.
  func implementations(of requirement: Declaration) -> [Declaration] {
    guard !requirement.hasBody, let type = requirement.enclosingType, !type.name.isEmpty else { return [] }
    let isFunction = requirement.kind == .function
    guard isFunction || requirement.kind == .property && ["protocol", "interface"].contains(type.keyword) else {
      return []
    }
    let named =
      isFunction
      ? index.functions(requirement.name, near: requirement.unit)
      : index.values(requirement.name, near: requirement.unit)
    let count = requirement.parameters.count
    return named.filter { candidate in
      guard candidate.kind == requirement.kind, candidate.hasBody || !isFunction, candidate.parameters.count == count,
        candidate.unit.role == .app || requirement.unit.role != .app, let own = candidate.enclosingType, own != type
      else { return false }
      return lineage(of: own).contains(type.name)
    }
  }

  /// What a receiver has of that name; nil where its type is not known, or not of the project.
  private func members(
    _ name: String, on receiver: Expression?, of type: String?, in call: Expression
  ) -> [Declaration]? {
    let around = Self.typesAround(call)
    if receiver?.isOwnInstance == true, around.first?.name.isEmpty == true {
      // The object, or with a name before `this` what is around it.
      return around.lazy.map { self.members(name, in: $0) }.first { !$0.isEmpty } ?? []
    }
    guard let type, isType(type) else { return nil }
    return members(name, of: type, near: call.unit)
  }
}
