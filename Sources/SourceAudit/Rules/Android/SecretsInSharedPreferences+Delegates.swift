/// Delegates of the project that keep what is set in preferences: `var pw by PrefString("pw")`.
extension SecretsInSharedPreferences {
  private static let mostMakers = 3

  /// What a delegate does when its property is set.
  private struct Setter {
    /// The function or closure that gets the value as its last parameter.
    let function: Declaration
    /// The calls that made the delegate, the outermost first.
    let makers: [Expression]

    var value: Declaration? { function.parameters.last }
    /// Where it may write: the delegate's type, or the closure.
    var scope: Declaration { function.kind == .closure ? function : function.enclosingType ?? function }
  }

  /// Every property whose delegate keeps it there, when its key or its name says that it is a secret.
  func delegatedProperties(_ unit: SourceUnit, _ project: Project, _ record: inout AuditRecord) {
    guard unit.language == .kotlin else { return }
    for property in unit.allDeclarations
    where (property.kind == .property || property.kind == .local) && property.flags.contains(.isLazy) {
      guard let made = property.value?.unwrapped, mayHoldText(property, made) else { continue }
      for setter in setters(of: made, project) {
        let keys = puts(by: setter, project).compactMap { $0.argument(at: 0) }
        // What the delegate itself calls a secret is found in it.
        guard !keys.isEmpty, !keys.contains(where: { isFixedSecret($0, in: setter.function, project) }),
          isSecret(property, under: keys.flatMap { texts(of: $0, of: setter, project) })
        else { continue }
        record.flaw(manual, at: property, .error, "The delegate keeps this secret in SharedPreferences in the clear.")
        break
      }
    }
  }

  /// Whether a put is one of a delegate, whose properties tell what it keeps; nil when it is none.
  func isFixedSecretOfDelegate(_ put: Expression, _ value: Expression, _ project: Project) -> Bool? {
    guard put.unit.language == .kotlin, let key = put.argument(at: 0) else { return nil }
    let around = [put.owner] + put.owner.enclosing
    guard let type = around.first(where: { $0.kind == .type || $0.kind == .typeExtension }) else { return nil }
    let setter = type.members.first { $0.kind == .function && $0.name == "setValue" && $0.parameters.count > 2 }
    guard let setter, let set = setter.parameters.last, flows(set, into: value, project) else { return nil }
    return isFixedSecret(key, in: setter, project)
  }

  private func mayHoldText(_ property: Declaration, _ made: Expression) -> Bool {
    made.kind == .call && !["Boolean", "Int", "Long", "Float"].contains(property.typeName)
      && !made.arguments.contains { $0.value.kind == .boolean || $0.value.kind == .number }
  }

  private func isSecret(_ property: Declaration, under keys: [String]) -> Bool {
    let judgements = keys.map(SecretWords.judge)
    return judgements.contains(.secret)
      || !judgements.contains(.aboutSecret) && SecretWords.judge(property.name) == .secret
  }

  // MARK: what is made

  private func setters(of made: Expression, after makers: [Expression] = [], _ project: Project) -> [Setter] {
    guard made.kind == .call, makers.count < Self.mostMakers else { return [] }
    let makers = makers + [made]
    if ["observable", "vetoable"].contains(made.calledName) {
      let closure = made.arguments.last?.value.declaration
      return closure.map { [Setter(function: $0, makers: makers)] } ?? []
    }
    let called = project.functions(calledBy: made)
    let types = called.filter { $0.kind == .initializer }.compactMap(\.enclosingType)
    let named = types.isEmpty ? project.typeDeclarations(made.calledName) : types
    let own = named.flatMap { project.members("setValue", in: $0) }.filter { $0.kind == .function && $0.hasBody }
    return own.map { Setter(function: $0, makers: makers) }
      + called.filter { $0.kind == .function }.flatMap { function in
        project.results(of: function).flatMap { result -> [Setter] in
          let result = result.unwrapped
          guard let object = result.declaration, result.kind == .object else {
            return setters(of: result, after: makers, project)
          }
          return object.members.filter { $0.kind == .function && $0.name == "setValue" }
            .map { Setter(function: $0, makers: makers) }
        }
      }
  }

  /// The calls by which a setter puts its value into plain preferences, in the clear.
  private func puts(by setter: Setter, _ project: Project) -> [Expression] {
    guard let set = setter.value else { return [] }
    let code = AndroidCode(unit: setter.function.unit, project: project)
    let scope = setter.scope.record
    return code.unit.calls("putString", "putStringSet").filter { call in
      guard scope.offset <= call.offset, call.offset < scope.end, let value = call.argument(at: 1) else { return false }
      return isPlain(call, code) && !code.isSealed(value) && flows(set, into: value, project)
    }
  }

  private func flows(_ parameter: Declaration, into value: Expression, _ project: Project) -> Bool {
    project.origins(of: value).passed.contains {
      $0.kind == .name && $0.name == parameter.name && project.declarations(of: $0).contains(parameter)
    }
  }

  // MARK: keys

  private func texts(of key: Expression, of setter: Setter, _ project: Project) -> [String] {
    project.candidates(ofKey: key, isOwn: { belongs($0, to: setter.function) }) { own in
      handed(to: own, in: setter.function, project)
        ?? setter.makers.lazy.compactMap { project.argument(givenTo: own, by: $0) }.first
        ?? project.given(to: own, by: nil)
    }
  }

  /// What a delegate itself gives to a parameter of one of its functions.
  private func handed(to declaration: Declaration, in setter: Declaration, _ project: Project) -> Expression? {
    guard declaration.kind == .parameter, let function = declaration.parent, function.kind == .function,
      function.enclosingType == setter.enclosingType
    else { return nil }
    return project.callers(of: function).lazy
      .compactMap { project.argument(of: $0, for: declaration, in: function) }.first
  }

  /// Whether a delegate keeps what is set under the key of a secret, whatever the property gives it.
  private func isFixedSecret(_ key: Expression, in setter: Declaration, _ project: Project) -> Bool {
    project.candidates(
      ofKey: key, isOwn: { belongs($0, to: setter) }, given: { handed(to: $0, in: setter, project) }
    ).contains { SecretWords.judge($0) == .secret }
  }

  /// What each delegate is made with: its properties, and the parameters of what makes it.
  private func belongs(_ declaration: Declaration, to setter: Declaration) -> Bool {
    switch declaration.kind {
    case .property:
      guard let type = declaration.enclosingType, let own = setter.enclosingType else { return false }
      return type == own || !type.name.isEmpty && type.name == own.name
    case .parameter:
      guard let function = declaration.parent, function != setter else { return false }
      return function.kind == .initializer || function.kind == .function
    default: return false
    }
  }
}
