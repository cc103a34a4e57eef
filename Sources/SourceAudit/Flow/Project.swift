import SecurityPolicy

/// Every unit of a project, and where each name is declared. Made once, read by all rules on all cores.
package final class Project: Sendable {
  /// Steps from a name to a declaration to a value and on; types behind more of them stay unknown.
  static let deepestType = 9

  package let units: [SourceUnit]
  package let policy: Policy
  private let byNumber: [Int: SourceUnit]
  /// Types and extensions by their simple name.
  private let types: [String: [Declaration]]
  private let functions: [String: [Declaration]]
  /// Properties, globals and cases of enumerations by name.
  private let values: [String: [Declaration]]
  private let globals: [String: [Declaration]]
  /// Cases and static members by name: what `.name` may mean.
  private let statics: [String: [Declaration]]
  private let members: [MemberKey: [Declaration]]
  private let supertypes: [String: [String]]
  let knownTypes = AnswerCache<Expression, String?>()
  private let knownCallers = AnswerCache<Declaration, [Expression]>()
  private let aliases: [String: String]
  /// For each name of a function of the project the units that mention it.
  private let mentioning: [String: [Int]]

  package init(_ units: [SourceUnit], policy: Policy) {
    self.units = units
    self.policy = policy
    byNumber = Dictionary(units.map { ($0.number, $0) }) { first, _ in first }
    var types: [String: [Declaration]] = [:]
    var functions: [String: [Declaration]] = [:]
    var values: [String: [Declaration]] = [:]
    var aliases: [String: String] = [:]
    var globals: [String: [Declaration]] = [:]
    var statics: [String: [Declaration]] = [:]
    var members: [MemberKey: [Declaration]] = [:]
    for unit in units {
      for declaration in unit.allDeclarations {
        let name = declaration.name
        switch declaration.kind {
        case .type, .typeExtension:
          types[name, default: []].append(declaration)
          continue
        case .function: functions[name, default: []].append(declaration)
        case .initializer:
          if let type = declaration.enclosingType?.name { functions[type, default: []].append(declaration) }
        case .property, .enumCase:
          values[name, default: []].append(declaration)
          if declaration.kind == .enumCase || declaration.flags.contains(.isStatic) {
            statics[name, default: []].append(declaration)
          }
        case .typeAlias:
          aliases[name] = Declaration.simpleTypeName(declaration.typeText)
          continue
        case .importing:
          // `import a.b.Foo as Bar`
          let last = Declaration.simpleTypeName(declaration.typeText)
          if !name.isEmpty, name != last { aliases[name] = last }
          continue
        default: continue
        }
        if declaration.parent?.kind == .file { globals[name, default: []].append(declaration) }
        guard let around = declaration.enclosingType, declaration.parent == around else { continue }
        members[MemberKey(type: around.name, name: name), default: []].append(declaration)
        // A companion's members belong to the type around it.
        if around.flags.contains(.isSingleton), let outer = around.enclosingType {
          members[MemberKey(type: outer.name, name: name), default: []].append(declaration)
        }
      }
    }
    var supertypes: [String: [String]] = [:]
    for (name, declarations) in types {
      let above = declarations.flatMap(\.supertypes).map { text -> String in
        let simple = Declaration.simpleTypeName(String(text.prefix { $0 != "(" }))
        return aliases[simple] ?? simple
      }
      if !above.isEmpty { supertypes[name] = above }
    }
    self.globals = globals
    self.statics = statics
    self.members = members
    self.supertypes = supertypes
    self.types = types
    self.functions = functions
    self.values = values
    self.aliases = aliases
    var mentioning: [String: [Int]] = [:]
    for unit in units {
      for name in unit.names where functions[name] != nil || name == "init" {
        mentioning[name, default: []].append(unit.number)
      }
    }
    self.mentioning = mentioning
  }

  package func unit(_ number: Int) -> SourceUnit? { byNumber[number] }

  /// The type that a name stands for, through aliases.
  package func resolvedTypeName(_ text: String) -> String {
    var name = Declaration.simpleTypeName(text)
    for _ in 0..<4 {
      guard let target = aliases[name], target != name else { break }
      name = target
    }
    return name
  }

  package func isType(_ name: String) -> Bool { types[name] != nil }
  package func typeDeclarations(_ name: String) -> [Declaration] { types[name] ?? [] }
  package func functions(_ name: String) -> [Declaration] { functions[name] ?? [] }
  package func values(_ name: String) -> [Declaration] { values[name] ?? [] }

  /// The type and everything above it, as far as the project declares it; the outside names are in the list too.
  package func lineage(of type: String) -> [String] {
    var found: [String] = []
    var waiting = [type]
    while let next = waiting.popLast(), found.count < 32 {
      guard !found.contains(next) else { continue }
      found.append(next)
      waiting += supertypes[next] ?? []
    }
    return found
  }

  private struct MemberKey: Hashable {
    let type: String
    let name: String
  }

  /// Members with the name, in the type, its extensions and what it inherits from.
  package func members(_ name: String, of type: String) -> [Declaration] {
    if let own = members[MemberKey(type: type, name: name)] { return own }
    guard supertypes[type] != nil else { return [] }
    return lineage(of: type).dropFirst().flatMap { members[MemberKey(type: $0, name: name)] ?? [] }
  }

  func globals(_ name: String) -> [Declaration] { globals[name] ?? [] }
  func statics(_ name: String) -> [Declaration] { statics[name] ?? [] }

  // MARK: calls

  /// So many functions of one name, and a call on something of unknown type says nothing about which is meant.
  private static let mostNamesakes = 3
  private static let mostCallsLookedAt = 400

  /// Calls that may call the function: same name, fitting labels, a receiver that does not say otherwise.
  package func callers(of function: Declaration) -> [Expression] {
    knownCallers.answer(function) { findCallers(of: function) }
  }

  private func findCallers(of function: Declaration) -> [Expression] {
    let isInitializer = function.kind == .initializer
    let type = function.enclosingType?.name
    let name = isInitializer ? type ?? "" : function.name
    let parameters = function.parameters
    var found: [Expression] = []
    var looked = 0
    for number in mentioning[name] ?? [] where looked < Self.mostCallsLookedAt {
      guard let unit = byNumber[number] else { continue }
      var calls = unit.calls(name)
      if isInitializer {
        calls += unit.calls("init").filter {
          $0.receiver.map { $0.kind == .name && ($0.name == name || $0.name == "self") } ?? false
        }
      }
      looked += calls.count
      for call in calls where fits(call, parameters) {
        let known = call.receiver.flatMap { self.type(of: $0) }
        if mayMean(call, type, isInitializer, receiverType: known) { found.append(call) }
      }
    }
    return found
  }

  private func mayMean(
    _ call: Expression, _ type: String?, _ isInitializer: Bool, receiverType: String?
  ) -> Bool {
    if isInitializer { return true }
    guard let receiver = call.receiver else {
      guard let type else { return true }
      // An unqualified call inside another type that does not inherit this one means another function.
      guard let around = Self.typeItself(call.owner) ?? call.owner.enclosingType else { return false }
      return around.name == type || lineage(of: around.name).contains(type) || lineage(of: type).contains(around.name)
        || call.owner.enclosing.contains { $0.name == type }
    }
    guard let type else { return false }
    if receiver.kind == .name, receiver.name == "self" || receiver.name == "this" || receiver.name == "Self" {
      return true
    }
    guard let receiverType else { return (functions[call.calledName]?.count ?? 0) <= Self.mostNamesakes }
    return receiverType == type || lineage(of: receiverType).contains(type)
      || lineage(of: type).contains(receiverType)
  }

  private static func typeItself(_ declaration: Declaration) -> Declaration? {
    declaration.kind == .type || declaration.kind == .typeExtension ? declaration : nil
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
    guard let candidates = functions[wanted] else { return [] }
    let receiverType = call.receiver.flatMap { self.type(of: $0, steps: steps + 1) }
    let isInit = name == "init" || isType(name)
    // With a receiver whose type is known only its members are asked.
    let asked =
      if let receiverType, !isInit, isType(receiverType) { members(wanted, of: receiverType) } else { candidates }
    return asked.prefix(200).filter { candidate in
      (candidate.kind == .function || candidate.kind == .initializer) && fits(call, candidate.parameters)
        && mayMean(
          call, candidate.enclosingType?.name, isInit && candidate.kind == .initializer, receiverType: receiverType)
    }
  }
}
