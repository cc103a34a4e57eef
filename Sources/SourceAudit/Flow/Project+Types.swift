extension Project {
  /// The simple name of the type that an expression has, as far as it can be told; for the name of a type that type.
  package func type(of expression: Expression) -> String? {
    knownTypes.answer(expression) { type(of: expression, steps: 0) }
  }

  /// What well-known functions and properties give, for code that writes no types.
  static let knownResults: [String: String] = [
    "getSharedPreferences": "SharedPreferences", "getDefaultSharedPreferences": "SharedPreferences",
    "getPreferences": "SharedPreferences", "edit": "Editor", "getSettings": "WebSettings", "settings": "WebSettings",
    "webView": "WKWebView", "serverTrust": "SecTrust",
  ]
  private static let sameType: Set<String> = ["apply", "also", "takeIf", "takeUnless", "with"]
  private static let wrapping: Set<String> = ["let", "run", "use"]

  func type(of expression: Expression, steps: Int) -> String? {
    guard steps < Self.deepestType else { return nil }
    switch expression.kind {
    case .string: return "String"
    case .number: return expression.name.contains(".") ? "Double" : "Int"
    case .boolean: return "Bool"
    case .name: return typeOfName(expression, steps)
    case .member: return typeOfMember(expression, steps)
    case .call: return typeOfCall(expression, steps)
    case .forced: return expression.first.flatMap { type(of: $0, steps: steps + 1) }
    case .cast: return expression.flags.contains(.test) ? "Bool" : resolvedTypeName(expression.name)
    case .unary: return expression.name == "!" ? "Bool" : expression.first.flatMap { type(of: $0, steps: steps + 1) }
    case .binary:
      if ["==", "!=", "<", ">", "<=", ">=", "&&", "||", "===", "!=="].contains(expression.name) { return "Bool" }
      return expression.first.flatMap { type(of: $0, steps: steps + 1) }
        ?? expression.second.flatMap { type(of: $0, steps: steps + 1) }
    case .conditional: return expression.values.lazy.compactMap { self.type(of: $0, steps: steps + 1) }.first
    case .object: return expression.declaration?.supertypes.first.map { resolvedTypeName($0) }
    default: return nil
    }
  }

  private func typeOfName(_ use: Expression, _ steps: Int) -> String? {
    if use.isOwnInstance {
      let around = ([use.owner] + use.owner.enclosing).first { $0.kind == .type || $0.kind == .typeExtension }
      guard let around, around.name.isEmpty else { return around?.name }
      // As of the anonymous object itself.
      return around.supertypes.first.map { resolvedTypeName($0) }
    }
    switch use.name {
    case "super": return use.owner.enclosingType?.supertypes.first.map { resolvedTypeName($0) }
    case "it", "$0":
      let closure = closure(givenAs: use, steps: steps)
      return closure.flatMap { subject(ofClosure: $0) }.flatMap { type(of: $0, steps: steps + 1) }
    default: break
    }
    for declaration in declarations(of: use, steps: steps + 1) {
      if let type = type(ofDeclaration: declaration, steps: steps + 1) { return type }
    }
    return use.name.first?.isUppercase == true ? resolvedTypeName(use.name) : nil
  }

  func type(ofDeclaration declaration: Declaration, steps: Int) -> String? {
    switch declaration.kind {
    case .enumCase: return declaration.enclosingType?.name
    case .function:
      if !declaration.typeText.isEmpty {
        let name = resolvedTypeName(declaration.typeText)
        return name == "Self" ? declaration.enclosingType?.name : name
      }
      return declaration.steps.lazy.filter { $0.kind == .yield }
        .compactMap { declaration.unit.expression($0.value) }
        .compactMap { self.type(of: $0, steps: steps + 1) }.first
    case .initializer: return declaration.enclosingType?.name
    case .local, .parameter, .property:
      if !declaration.typeText.isEmpty, !["var", "val", "let", "auto"].contains(declaration.typeText) {
        return declaration.flags.contains(.isPart) && declaration.typeText.isEmpty
          ? nil : resolvedTypeName(declaration.typeText)
      }
      if declaration.kind == .parameter, declaration.parent?.kind == .closure, let closure = declaration.parent {
        return subject(ofClosure: closure).flatMap { type(of: $0, steps: steps + 1) }
      }
      guard !declaration.flags.contains(.isPart), let value = declaration.value else { return nil }
      if value.kind == .call, value.calledName == "lazy", let closure = value.arguments.last?.value.declaration {
        return closure.steps.last.flatMap { closure.unit.expression($0.value) }
          .flatMap { type(of: $0, steps: steps + 1) }
      }
      if value.kind == .call, value.first?.kind == .closure, let closure = value.first?.declaration {
        return closure.steps.last { $0.kind == .yield }.flatMap { closure.unit.expression($0.value) }
          .flatMap { type(of: $0, steps: steps + 1) }
      }
      return type(of: value, steps: steps + 1)
    default: return nil
    }
  }

  private func typeOfMember(_ member: Expression, _ steps: Int) -> String? {
    for declaration in declarations(of: member, steps: steps + 1) {
      if let type = type(ofDeclaration: declaration, steps: steps + 1) { return type }
    }
    guard let base = member.first?.unwrapped else { return nil }
    if member.name == "self" || member.name == "shared" || member.name == "standard" || member.name == "default" {
      return type(of: base, steps: steps + 1)
    }
    if member.name.first?.isUppercase == true, base.path?.last?.first?.isUppercase == true || base.kind == .name {
      return resolvedTypeName(member.name)
    }
    // A constant of a type is mostly one of its instances: `UserDefaults.standard`, `UIPasteboard.general`.
    // That the project extends the type does not make the constant its own.
    if let last = base.path?.last, last.first?.isUppercase == true,
      !isType(last) || isOnlyExtended(last),
      declarations(of: base, steps: steps + 1).isEmpty
    {
      return resolvedTypeName(last)
    }
    return Self.knownResults[member.name]
  }

  private func isOnlyExtended(_ name: String) -> Bool {
    let known = typeDeclarations(name)
    return !known.isEmpty && known.allSatisfy { $0.kind == .typeExtension }
  }

  private func typeOfCall(_ call: Expression, _ steps: Int) -> String? {
    guard let callee = call.first else { return nil }
    let name = call.calledName
    if name == "init", let base = callee.first { return type(of: base, steps: steps + 1) }
    if name.isEmpty {
      if callee.kind == .closure, let closure = callee.declaration {
        return closure.steps.last { $0.kind == .yield }.flatMap { closure.unit.expression($0.value) }
          .flatMap { type(of: $0, steps: steps + 1) }
      }
      return nil
    }
    if Self.sameType.contains(name), call.unit.language != .swift {
      return (name == "with" ? call.argument(at: 0) : call.receiver).flatMap { type(of: $0, steps: steps + 1) }
    }
    if Self.wrapping.contains(name), call.unit.language == .kotlin, let closure = call.arguments.last?.value.declaration
    {
      return closure.steps.last { $0.kind == .yield }.flatMap { closure.unit.expression($0.value) }
        .flatMap { type(of: $0, steps: steps + 1) }
    }
    for function in functions(calledBy: call, steps: steps + 1) {
      if let type = type(ofDeclaration: function, steps: steps + 1) { return type }
    }
    if name.first?.isUppercase == true { return resolvedTypeName(name) }
    if let known = Self.knownResults[name] { return known }
    if name == "getInstance" || name == "current" || name == "create" || name == "shared" || name == "build",
      let base = callee.first
    {
      return type(of: base, steps: steps + 1)
    }
    return nil
  }
}
