#if Audit
  import SwiftParser
  import SwiftSyntax

  extension SwiftReader {
    mutating func read(_ expression: ExprSyntax) -> ExpressionID {
      defer { depth -= 1 }
      guard descend(expression) else { return .none }
      switch expression.as(ExprSyntaxEnum.self) {
      case .declReferenceExpr(let name): return builder.expression(.name, name: text(name.baseName), at: start(name))
      case .memberAccessExpr(let member): return read(member)
      case .functionCallExpr(let call): return read(call)
      case .subscriptCallExpr(let index):
        let (base, flags) = base(index.calledExpression)
        var arguments = read(index.arguments)
        if let closure = index.trailingClosure { arguments.append(("", read(ExprSyntax(closure)))) }
        return builder.expression(
          .index, first: base, list: entries(arguments), flags: flags, at: start(index.leftSquare))
      case .stringLiteralExpr(let literal): return read(literal)
      case .simpleStringLiteralExpr(let literal):
        let text = literal.segments.map(\.content.text).joined()
        return builder.expression(.string, list: [builder.piece(text)], at: start(literal))
      case .integerLiteralExpr(let number):
        return builder.expression(.number, name: number.literal.text.filter { $0 != "_" }, at: start(number))
      case .floatLiteralExpr(let number):
        return builder.expression(.number, name: number.literal.text.filter { $0 != "_" }, at: start(number))
      case .booleanLiteralExpr(let literal):
        return builder.expression(.boolean, name: literal.literal.text, at: start(literal))
      case .nilLiteralExpr(let literal): return builder.expression(.null, at: start(literal))
      case .arrayExpr(let array):
        let list = array.elements.map { ListEntry(.none, read($0.expression)) }
        return builder.expression(.array, list: list, at: start(array))
      case .dictionaryExpr(let dictionary):
        var list: [ListEntry] = []
        if case .elements(let elements) = dictionary.content {
          for element in elements {
            list.append(ListEntry(.none, read(element.key)))
            list.append(ListEntry(.none, read(element.value)))
          }
        }
        return builder.expression(.dictionary, list: list, at: start(dictionary))
      case .tupleExpr(let tuple):
        if tuple.elements.count == 1, let only = tuple.elements.first { return read(only.expression) }
        return builder.expression(.tuple, list: entries(read(tuple.elements)), at: start(tuple))
      case .closureExpr(let closure): return read(closure)
      case .sequenceExpr(let sequence): return read(sequence)
      case .infixOperatorExpr(let infix):
        return combine(infix.operator, read(infix.leftOperand), read(infix.rightOperand))
      case .prefixOperatorExpr(let prefix):
        return builder.expression(
          .unary, name: prefix.operator.text, first: read(prefix.expression), at: start(prefix))
      case .postfixOperatorExpr(let postfix):
        return builder.expression(
          .unary, name: postfix.operator.text, first: read(postfix.expression), at: start(postfix))
      case .inOutExpr(let reference):
        return builder.expression(.unary, name: "&", first: read(reference.expression), at: start(reference))
      case .forceUnwrapExpr(let forced):
        return builder.expression(.forced, first: read(forced.expression), at: start(forced.exclamationMark))
      case .optionalChainingExpr(let optional): return read(optional.expression)
      case .tryExpr(let attempt):
        let value = read(attempt.expression)
        switch attempt.questionOrExclamationMark?.tokenKind {
        case .exclamationMark: return builder.expression(.forced, first: value, flags: .forced, at: start(attempt))
        case .postfixQuestionMark:
          return builder.expression(.unary, name: "try?", first: value, flags: .silenced, at: start(attempt))
        default: return value
        }
      case .awaitExpr(let awaited): return read(awaited.expression)
      case .consumeExpr(let consumed): return read(consumed.expression)
      case .copyExpr(let copied): return read(copied.expression)
      case .borrowExpr(let borrowed): return read(borrowed.expression)
      case .genericSpecializationExpr(let special): return read(special.expression)
      case .asExpr(let cast):
        return self.cast(read(cast.expression), cast.type, cast.questionOrExclamationMark, at: start(cast.asKeyword))
      case .isExpr(let test):
        return builder.expression(
          .cast, name: text(test.type), first: read(test.expression), flags: .test, at: start(test.isKeyword))
      case .ternaryExpr(let choice):
        let condition = read(choice.condition)
        let list = [ListEntry(.none, read(choice.thenExpression)), ListEntry(.none, read(choice.elseExpression))]
        return builder.expression(.conditional, first: condition, list: list, at: start(choice))
      case .ifExpr(let conditional): return read(conditional, wantsValue: true)
      case .switchExpr(let choice): return read(choice, wantsValue: true)
      case .superExpr(let name): return builder.expression(.name, name: "super", at: start(name))
      case .typeExpr(let type): return builder.expression(.name, name: text(type.type), at: start(type))
      case .keyPathExpr(let path):
        let name = path.components.last.map { $0.trimmedDescription.filter { $0 != "." && !$0.isWhitespace } } ?? ""
        return builder.expression(.reference, name: name, at: start(path))
      case .macroExpansionExpr(let macro):
        if macro.macroName.text == "Preview" { builder.region(.preview, start(macro)..<end(macro)) }
        return call(
          macro, named: "#" + text(macro.macroName), macro.arguments, macro.trailingClosure,
          macro.additionalTrailingClosures)
      case .postfixIfConfigExpr(let postfix):
        var list = postfix.base.map { [ListEntry(.none, read($0))] } ?? []
        forEachClause(postfix.config) { reader, elements in
          if case .postfixExpression(let inner) = elements { list.append(ListEntry(.none, reader.read(inner))) }
        }
        return builder.expression(.opaque, name: "postfixIfConfigExpr", list: list, at: start(postfix))
      case .patternExpr(let pattern):
        bind(pattern.pattern, to: .none, flags: .isPart, isConstant: true)
        return builder.expression(.opaque, name: "patternExpr", at: start(pattern))
      default: return builder.expression(.opaque, name: "\(expression.kind)", at: start(expression))
      }
    }

    func entries(_ arguments: [(label: String, value: ExpressionID)]) -> [ListEntry] {
      arguments.map { ListEntry(builder.row(of: $0.label) ?? .none, $0.value) }
    }

    mutating func read(_ list: LabeledExprListSyntax) -> [(label: String, value: ExpressionID)] {
      var arguments: [(label: String, value: ExpressionID)] = []
      for argument in list {
        let label = argument.label.map { text($0) } ?? ""
        _ = builder.intern(label)
        arguments.append((label, writtenOut(argument.expression) ?? read(argument.expression)))
      }
      return arguments
    }

    /// `x.map(Thing.init(from:))` as `x.map { Thing.init(from: $0) }`: what is called stands as a call, however it is
    /// written. Nil for what is no such name, or names several arguments.
    private mutating func writtenOut(_ expression: ExprSyntax) -> ExpressionID? {
      let member = expression.as(MemberAccessExprSyntax.self)
      let name = member?.declName ?? expression.as(DeclReferenceExprSyntax.self)
      guard let name, let labels = name.argumentNames?.arguments, labels.count == 1, let label = labels.first else {
        return nil
      }
      let place = start(expression)
      let id = builder.open(.closure, at: place)
      let callee = member.map { read($0) } ?? builder.expression(.name, name: text(name.baseName), at: place)
      let subject = builder.expression(.name, name: "$0", at: place)
      let written = text(label.name) == "_" ? "" : text(label.name)
      builder.yield(builder.call(callee, [(written, subject)], at: place))
      builder.close(end: end(expression))
      return builder.expression(.closure, of: id, at: place)
    }

    /// The base of a member, an index or a call, and whether it is reached through `?`.
    private mutating func base(_ expression: ExprSyntax) -> (ExpressionID, ExpressionNode.Flags) {
      if let optional = expression.as(OptionalChainingExprSyntax.self) { return (read(optional.expression), .optional) }
      return (read(expression), [])
    }

    private mutating func read(_ member: MemberAccessExprSyntax) -> ExpressionID {
      var base: ExpressionID = .none
      var flags: ExpressionNode.Flags = []
      if let written = member.base { (base, flags) = self.base(written) }
      return builder.expression(
        .member, name: text(member.declName.baseName), first: base, flags: flags,
        at: base.isPresent ? start(member.declName) : start(member))
    }

    private mutating func read(_ call: FunctionCallExprSyntax) -> ExpressionID {
      let (callee, flags) = base(call.calledExpression)
      var arguments = read(call.arguments)
      append(call.trailingClosure, call.additionalTrailingClosures, to: &arguments)
      let closure = namedFunction(of: call)
      let id = builder.call(callee, arguments, flags: flags, at: start(call))
      if let closure { builder.put(closure, inside: id) }
      return id
    }

    private mutating func append(
      _ closure: ClosureExprSyntax?, _ more: MultipleTrailingClosureElementListSyntax,
      to arguments: inout [(label: String, value: ExpressionID)]
    ) {
      if let closure { arguments.append(("", read(closure))) }
      for element in more {
        let label = text(element.label)
        _ = builder.intern(label)
        arguments.append((label, read(element.closure)))
      }
    }

    mutating func call(
      _ node: some SyntaxProtocol, named name: String, _ list: LabeledExprListSyntax, _ closure: ClosureExprSyntax?,
      _ more: MultipleTrailingClosureElementListSyntax
    ) -> ExpressionID {
      let callee = builder.expression(.name, name: name, at: start(node))
      var arguments = read(list)
      append(closure, more, to: &arguments)
      return builder.call(callee, arguments, at: start(node))
    }

    private mutating func read(_ literal: StringLiteralExprSyntax) -> ExpressionID {
      if literal.segments.count == 1, case .stringSegment(let only)? = literal.segments.first {
        let plain = only.content.text
        let text =
          plain.utf8.contains(UInt8(ascii: "\\")) || literal.openingQuote.tokenKind == .multilineStringQuote
          ? literal.representedLiteralValue ?? plain : plain
        return builder.expression(.string, list: [builder.piece(text)], at: start(literal))
      }
      var list: [ListEntry] = []
      for segment in literal.segments {
        switch segment {
        case .stringSegment(let plain):
          if !plain.content.text.isEmpty { list.append(builder.piece(plain.content.text)) }
        case .expressionSegment(let inserted):
          if inserted.expressions.count == 1, let only = inserted.expressions.first, only.label == nil {
            list.append(ListEntry(.none, read(only.expression)))
          } else {
            // `\(x, privacy: .private)`: the labels matter.
            let arguments = read(inserted.expressions)
            list.append(
              ListEntry(.none, builder.expression(.tuple, list: entries(arguments), at: start(inserted))))
          }
        }
      }
      return builder.expression(.string, list: list, at: start(literal))
    }

    private mutating func read(_ closure: ClosureExprSyntax) -> ExpressionID {
      let id = builder.open(.closure, at: start(closure))
      if let signature = closure.signature {
        for capture in signature.capture?.items ?? [] {
          guard let value = capture.initializer?.value else { continue }
          let read = read(value)
          let local = builder.declare(
            .local, name: text(capture.name), value: read, flags: .isConstant, at: start(capture), end: end(capture))
          builder.bind(local)
        }
        switch signature.parameterClause {
        case .simpleInput(let list):
          for parameter in list {
            builder.declare(.parameter, name: text(parameter.name), at: start(parameter), end: end(parameter))
          }
        case .parameterClause(let clause):
          for parameter in clause.parameters {
            builder.declare(
              .parameter, name: text(parameter.secondName ?? parameter.firstName), keyword: text(parameter.firstName),
              type: parameter.type.map { text($0) } ?? "", at: start(parameter), end: end(parameter))
          }
        case nil: break
        }
      }
      body(closure.statements)
      builder.close(end: end(closure))
      return builder.expression(.closure, of: id, at: start(closure))
    }

    private mutating func cast(
      _ value: ExpressionID, _ type: TypeSyntax, _ mark: TokenSyntax?, at offset: Int
    ) -> ExpressionID {
      let flags: ExpressionNode.Flags =
        switch mark?.tokenKind {
        case .exclamationMark: .forced
        case .postfixQuestionMark: .optional
        default: []
        }
      return builder.expression(.cast, name: text(type), first: value, flags: flags, at: offset)
    }
  }
#endif
