#if Audit
  import SwiftSyntax

  extension SwiftReader {
    /// Functions of the standard library that call what they are given with what they are called on, or with its
    /// elements.
    private static let callers: Set<String> = ["map", "flatMap", "compactMap", "forEach", "filter"]

    /// `x.map(note)` calls `note` with what `x` holds, as `x.map { note($0) }` does. That closure stands beside the
    /// argument, not in its place: to a function of the project's own that is called `map` it may be a value. Nil for any
    /// other call.
    mutating func namedFunction(of call: FunctionCallExprSyntax) -> ExpressionID? {
      guard call.trailingClosure == nil, call.arguments.count == 1, let argument = call.arguments.first,
        argument.label == nil, isPath(argument.expression),
        let called = call.calledExpression.as(MemberAccessExprSyntax.self), called.base != nil,
        Self.callers.contains(called.declName.baseName.text)
      else { return nil }
      let place = start(argument)
      let id = builder.open(.closure, at: place)
      let callee = read(argument.expression)
      let subject = builder.expression(.name, name: "$0", at: place)
      builder.yield(builder.call(callee, [("", subject)], at: place))
      builder.close(end: end(argument))
      return builder.expression(.closure, of: id, at: place)
    }

    /// `note`, `self.note`, `log.note`: names and nothing else.
    private func isPath(_ expression: ExprSyntax) -> Bool {
      var base = expression
      while let member = base.as(MemberAccessExprSyntax.self) {
        guard member.declName.argumentNames == nil, let next = member.base else { return false }
        base = next
      }
      guard let name = base.as(DeclReferenceExprSyntax.self), name.argumentNames == nil else { return false }
      switch name.baseName.tokenKind {
      case .identifier: return true
      case .keyword(.self), .keyword(.Self): return expression.is(MemberAccessExprSyntax.self)
      default: return false
      }
    }
  }
#endif
