#if Audit
  import SwiftSyntax

  extension SwiftReader {
    /// Declares every name that a pattern binds, and reads the expressions that it compares with.
    mutating func bind(
      _ pattern: PatternSyntax, to value: ExpressionID, type: TypeSyntax? = nil,
      flags: DeclarationRecord.Flags = [], isConstant: Bool, attributes list: AttributeListSyntax? = nil
    ) {
      defer { depth -= 1 }
      guard descend(pattern) else { return }
      switch pattern.as(PatternSyntaxEnum.self) {
      case .identifierPattern(let identifier):
        var flags = flags
        if isConstant { flags.insert(.isConstant) }
        if type?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) == true { flags.insert(.isImplicitlyUnwrapped) }
        let id = builder.declare(
          .local, name: text(identifier.identifier), type: type.map { text($0) } ?? "", value: value, flags: flags,
          at: start(identifier), end: end(identifier))
        if let list { attributes(list, of: id) }
        builder.bind(id)
      case .tuplePattern(let tuple):
        let parts = builder.values(ofTuple: value)
        for (index, element) in tuple.elements.enumerated() {
          if let parts, parts.count == tuple.elements.count {
            bind(element.pattern, to: parts[index], flags: flags, isConstant: isConstant)
          } else {
            bind(element.pattern, to: value, flags: flags.union(.isPart), isConstant: isConstant)
          }
        }
      case .valueBindingPattern(let binding):
        bind(binding.pattern, to: value, type: type, flags: flags, isConstant: isConstant)
      case .expressionPattern(let expression): match(expression.expression, against: value)
      case .wildcardPattern: if value.isPresent { builder.evaluate(value) }
      default: break
      }
    }

    /// `.some(let x)`, `.pair(_, let y)`, `"literal"`.
    private mutating func match(_ expression: ExprSyntax, against value: ExpressionID) {
      if let pattern = expression.as(PatternExprSyntax.self) {
        bind(pattern.pattern, to: value, flags: .isPart, isConstant: true)
      } else if let call = expression.as(FunctionCallExprSyntax.self), holdsPattern(Syntax(call)) {
        builder.condition(read(call.calledExpression))
        for argument in call.arguments { match(argument.expression, against: value) }
      } else if let tuple = expression.as(TupleExprSyntax.self), holdsPattern(Syntax(tuple)) {
        for element in tuple.elements { match(element.expression, against: value) }
      } else if let optional = expression.as(OptionalChainingExprSyntax.self) {
        match(optional.expression, against: value)
      } else if !expression.is(DiscardAssignmentExprSyntax.self) {
        builder.condition(read(expression))
      }
    }

    private func holdsPattern(_ root: Syntax) -> Bool {
      var waiting = [root]
      var looked = 0
      while let node = waiting.popLast(), looked < 200 {
        looked += 1
        if node.kind == .patternExpr { return true }
        waiting += node.children(viewMode: .sourceAccurate)
      }
      return false
    }
  }

  extension SourceUnitBuilder {
    /// The elements of a tuple that was just read; nil for anything else.
    func values(ofTuple id: ExpressionID) -> [ExpressionID]? {
      let node = expressions[Int(id.raw)]
      guard node.kind == .tuple else { return nil }
      return lists[Int(node.listStart)..<Int(node.listStart + node.listCount)].map(\.value)
    }
  }
#endif
