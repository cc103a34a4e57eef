#if Audit
  import SwiftSyntax

  /// Operators are folded here by the precedence of the standard library: an operator of the project's own binds like
  /// `+`, which is enough to see what reaches what.
  extension SwiftReader {
    private enum Pending {
      case binary(ExprSyntax)
      case assignment(ExprSyntax)
      case ternary(ExpressionID)
    }

    private static func precedence(_ symbol: String) -> Int {
      switch symbol {
      case "||": 2
      case "&&": 3
      case "==", "!=", "<", ">", "<=", ">=", "===", "!==", "~=": 4
      case "??": 5
      case "..<", "...": 7
      case "*", "/", "%", "&*", "&": 9
      case "<<", ">>", "&<<", "&>>": 10
      default: symbol.last == "=" ? 0 : 8
      }
    }

    mutating func read(_ sequence: SequenceExprSyntax) -> ExpressionID {
      var operands: [ExpressionID] = []
      var operators: [(pending: Pending, precedence: Int)] = []
      var elements = Array(sequence.elements)[...]
      while let element = elements.popFirst() {
        if let symbol = element.as(BinaryOperatorExprSyntax.self) {
          let level = Self.precedence(symbol.operator.text)
          // Assignment and `??` bind to the right.
          reduce(&operands, &operators, above: level == 0 || level == 5 ? level + 1 : level)
          operators.append((.binary(element), level))
        } else if element.is(AssignmentExprSyntax.self) {
          reduce(&operands, &operators, above: 1)
          operators.append((.assignment(element), 0))
        } else if let ternary = element.as(UnresolvedTernaryExprSyntax.self) {
          reduce(&operands, &operators, above: 2)
          operators.append((.ternary(read(ternary.thenExpression)), 1))
        } else if let cast = element.as(UnresolvedAsExprSyntax.self) {
          reduce(&operands, &operators, above: 6)
          guard let type = elements.popFirst(), let value = operands.popLast() else { break }
          operands.append(read(cast, value, type))
        } else if element.is(UnresolvedIsExprSyntax.self) {
          reduce(&operands, &operators, above: 6)
          guard let type = elements.popFirst(), let value = operands.popLast() else { break }
          operands.append(
            builder.expression(.cast, name: typeText(type), first: value, flags: .test, at: start(element)))
        } else {
          operands.append(read(element))
        }
      }
      reduce(&operands, &operators, above: -1)
      if operands.count == 1, let only = operands.first { return only }
      return builder.expression(
        .opaque, name: "sequenceExpr", list: operands.map { ListEntry(.none, $0) }, at: start(sequence))
    }

    private func typeText(_ expression: ExprSyntax) -> String {
      expression.as(TypeExprSyntax.self).map { text($0.type) }
        ?? expression.trimmedDescription.filter { !$0.isWhitespace }
    }

    private mutating func read(
      _ cast: UnresolvedAsExprSyntax, _ value: ExpressionID, _ type: ExprSyntax
    ) -> ExpressionID {
      let flags: ExpressionNode.Flags =
        switch cast.questionOrExclamationMark?.tokenKind {
        case .exclamationMark: .forced
        case .postfixQuestionMark: .optional
        default: []
        }
      return builder.expression(.cast, name: typeText(type), first: value, flags: flags, at: start(cast))
    }

    /// Folds everything that binds at least as tightly as `level`.
    private mutating func reduce(
      _ operands: inout [ExpressionID], _ operators: inout [(pending: Pending, precedence: Int)], above level: Int
    ) {
      while let last = operators.last, last.precedence >= level, operands.count >= 2 {
        operators.removeLast()
        let right = operands.removeLast()
        let left = operands.removeLast()
        switch last.pending {
        case .binary(let symbol), .assignment(let symbol): operands.append(combine(symbol, left, right))
        case .ternary(let then):
          let list = [ListEntry(.none, then), ListEntry(.none, right)]
          operands.append(
            builder.expression(.conditional, first: left, list: list, at: builder.offset(of: left)))
        }
      }
    }

    mutating func combine(_ symbol: ExprSyntax, _ left: ExpressionID, _ right: ExpressionID) -> ExpressionID {
      let name = symbol.as(BinaryOperatorExprSyntax.self)?.operator.text ?? "="
      let isAssignment = Self.precedence(name) == 0
      return builder.expression(
        isAssignment ? .assignment : .binary, name: name, first: left, list: [ListEntry(.none, right)],
        at: start(symbol))
    }
  }

  extension SourceUnitBuilder {
    func offset(of id: ExpressionID) -> Int { Int(expressions[Int(id.raw)].offset) }
  }
#endif
