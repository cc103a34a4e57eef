#if Audit
  import SwiftSyntax

  /// Which expressions are a `UserDefaults`: written out, or a name that the nearest declaration binds to one.
  enum DefaultsBinding {
    private static let furthestAlias = 8

    /// Whether the declaration names the type or starts with an instance.
    static func bindsDefaults(_ binding: PatternBindingSyntax) -> Bool {
      if let type = binding.typeAnnotation?.type { return type.nameParts.last == "UserDefaults" }
      return binding.initializer.map { isWrittenOut($0.value) } ?? false
    }

    static func isDefaults(_ expression: ExprSyntax, in file: SwiftSourceFile, aliases: Int = 0) -> Bool {
      guard aliases < furthestAlias else { return false }
      let expression = unwrapped(expression)
      if isWrittenOut(expression) { return true }
      if let sequence = expression.as(SequenceExprSyntax.self) {
        return sequence.elements.first.map { isDefaults($0, in: file, aliases: aliases + 1) } ?? false
      }
      if let name = expression.as(DeclReferenceExprSyntax.self) {
        if name.baseName.text == "self" { return expression.enclosingTypes.last == "UserDefaults" }
        return declaration(of: name.baseName.text, from: Syntax(name), file, aliases)
      }
      if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
        let name = member.declName.baseName.text
        guard let owner = unwrapped(base).as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
        let type = owner == "self" || owner == "Self" ? expression.enclosingTypes.last ?? "" : owner
        return file.facts.defaultsProperties.contains(type + "." + name)
      }
      return false
    }

    /// `UserDefaults.standard`, `UserDefaults(suiteName:)!`, `UserDefaults.app`.
    private static func isWrittenOut(_ expression: ExprSyntax) -> Bool {
      var expression = unwrapped(expression)
      if let sequence = expression.as(SequenceExprSyntax.self), let first = sequence.elements.first {
        expression = unwrapped(first)
      }
      if let call = expression.as(FunctionCallExprSyntax.self) {
        var callee = unwrapped(call.calledExpression)
        if let member = callee.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init",
          let base = member.base
        {
          callee = base
        }
        return isTypeName(callee)
      }
      guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base else { return false }
      return isTypeName(base)
    }

    private static func isTypeName(_ expression: ExprSyntax) -> Bool {
      if let name = expression.as(DeclReferenceExprSyntax.self) { return name.baseName.text == "UserDefaults" }
      guard let member = expression.as(MemberAccessExprSyntax.self) else { return false }
      return member.declName.baseName.text == "UserDefaults"
        && member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "Foundation"
    }

    static func unwrapped(_ expression: ExprSyntax) -> ExprSyntax {
      var current = expression
      while true {
        if let forced = current.as(ForceUnwrapExprSyntax.self) {
          current = forced.expression
        } else if let chained = current.as(OptionalChainingExprSyntax.self) {
          current = chained.expression
        } else if let attempt = current.as(TryExprSyntax.self) {
          current = attempt.expression
        } else if let awaited = current.as(AwaitExprSyntax.self) {
          current = awaited.expression
        } else if let tuple = current.as(TupleExprSyntax.self), tuple.elements.count == 1,
          let only = tuple.elements.first
        {
          current = only.expression
        } else {
          return current
        }
      }
    }

    /// Climbs to the nearest scope that declares the name and asks that declaration.
    private static func declaration(of name: String, from use: Syntax, _ file: SwiftSourceFile, _ aliases: Int) -> Bool
    {
      var node = use.parent
      while let scope = node {
        if let answer = answer(of: scope, name, use, file, aliases) { return answer }
        node = scope.parent
      }
      let type = use.enclosingTypes.last ?? ""
      return file.facts.defaultsProperties.contains(type + "." + name)
    }

    private static func answer(
      of scope: Syntax, _ name: String, _ use: Syntax, _ file: SwiftSourceFile, _ aliases: Int
    ) -> Bool? {
      if let items = scope.as(CodeBlockItemListSyntax.self) {
        for item in items {
          if let found = bindings(of: Syntax(item.item), name, use, file, aliases) { return found }
        }
      } else if let items = scope.as(MemberBlockItemListSyntax.self) {
        for item in items {
          if let found = bindings(of: Syntax(item.decl), name, use, file, aliases) { return found }
        }
      } else if let function = scope.as(FunctionDeclSyntax.self) {
        return parameter(function.signature.parameterClause, name)
      } else if let initializer = scope.as(InitializerDeclSyntax.self) {
        return parameter(initializer.signature.parameterClause, name)
      } else if let closure = scope.as(ClosureExprSyntax.self) {
        if case .parameterClause(let clause)? = closure.signature?.parameterClause {
          for entry in clause.parameters where (entry.secondName ?? entry.firstName).text == name {
            return entry.type?.nameParts.last == "UserDefaults"
          }
        }
      } else if let conditional = scope.as(IfExprSyntax.self) {
        return condition(conditional.conditions, name, use, file, aliases)
      }
      return nil
    }

    private static func bindings(
      of item: Syntax, _ name: String, _ use: Syntax, _ file: SwiftSourceFile, _ aliases: Int
    ) -> Bool? {
      if let guarded = item.as(GuardStmtSyntax.self) {
        return condition(guarded.conditions, name, use, file, aliases)
      }
      guard let variable = item.as(VariableDeclSyntax.self) else { return nil }
      for binding in variable.bindings
      where binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name {
        if bindsDefaults(binding) { return true }
        guard binding.typeAnnotation == nil, let value = binding.initializer?.value else { return false }
        // `let defaults = defaults` names the outer one.
        guard !use.hasAncestor(Syntax(binding)) else { continue }
        return isDefaults(value, in: file, aliases: aliases + 1)
      }
      return nil
    }

    private static func parameter(_ clause: FunctionParameterClauseSyntax, _ name: String) -> Bool? {
      for entry in clause.parameters where (entry.secondName ?? entry.firstName).text == name {
        return entry.type.nameParts.last == "UserDefaults"
      }
      return nil
    }

    private static func condition(
      _ conditions: ConditionElementListSyntax, _ name: String, _ use: Syntax, _ file: SwiftSourceFile, _ aliases: Int
    ) -> Bool? {
      for element in conditions {
        guard let binding = element.condition.as(OptionalBindingConditionSyntax.self),
          binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name,
          !use.hasAncestor(Syntax(binding))
        else { continue }
        guard let value = binding.initializer?.value else { continue }
        return isDefaults(value, in: file, aliases: aliases + 1)
      }
      return nil
    }
  }

  extension Syntax {
    func hasAncestor(_ other: Syntax) -> Bool {
      var node: Syntax? = self
      while let current = node {
        if current.id == other.id { return true }
        node = current.parent
      }
      return false
    }
  }
#endif
