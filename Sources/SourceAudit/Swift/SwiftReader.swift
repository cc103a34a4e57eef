#if Audit
  import SwiftSyntax

  /// Walks one syntax tree once and fills a builder. Statements and blocks are here; declarations, expressions and
  /// patterns in the extensions.
  struct SwiftReader {
    var builder: SourceUnitBuilder
    var depth = 0
    private var partsTooDeep = 0
    private static let mostPartsTooDeep = 16

    init(_ text: SourceText, number: Int) {
      builder = SourceUnitBuilder(text, language: .swift, number: number)
    }

    mutating func read(_ tree: SourceFileSyntax) {
      for item in tree.statements { read(item) }
      if tree.hasError { markUnreadable(Syntax(tree)) }
    }

    /// False beyond the deepest level that is read; what lies there becomes a region.
    mutating func descend(_ node: some SyntaxProtocol) -> Bool {
      depth += 1
      guard depth > NestingScan.deepestTree else { return true }
      if partsTooDeep < Self.mostPartsTooDeep { builder.region(.tooDeep, start(node)..<max(start(node), end(node))) }
      partsTooDeep += 1
      return false
    }

    private mutating func markUnreadable(_ root: Syntax) {
      var waiting = [root]
      while let node = waiting.popLast() {
        guard node.hasError else { continue }
        if node.kind == .unexpectedNodes || node.kind == .token {
          builder.region(.unreadable, start(node)..<max(start(node), end(node)))
        } else {
          waiting += node.children(viewMode: .all)
        }
      }
    }

    func start(_ node: some SyntaxProtocol) -> Int { node.positionAfterSkippingLeadingTrivia.utf8Offset }
    func end(_ node: some SyntaxProtocol) -> Int { node.endPositionBeforeTrailingTrivia.utf8Offset }

    // MARK: statements

    mutating func read(_ item: CodeBlockItemSyntax) {
      switch item.item {
      case .decl(let declaration): read(declaration, isLocal: isInBody)
      case .stmt(let statement): read(statement)
      case .expr(let expression): evaluate(expression)
      }
    }

    var isInBody: Bool { builder.isInBody }

    mutating func evaluate(_ expression: ExprSyntax) {
      if let conditional = expression.as(IfExprSyntax.self) {
        _ = read(conditional, wantsValue: false)
      } else if let choice = expression.as(SwitchExprSyntax.self) {
        _ = read(choice, wantsValue: false)
      } else {
        builder.evaluate(read(expression))
      }
    }

    mutating func block(_ block: CodeBlockSyntax, _ kind: BodyStep.Block) {
      builder.openBlock(kind, at: start(block))
      for item in block.statements { read(item) }
      builder.closeBlock(at: end(block))
    }

    /// The body of a function, closure or accessor: a lone expression is the result.
    mutating func body(_ items: CodeBlockItemListSyntax) {
      builder.setHasBody(builder.current)
      if items.count == 1, let only = items.first, case .expr(let expression) = only.item {
        if let conditional = expression.as(IfExprSyntax.self) {
          let value = read(conditional, wantsValue: true)
          if value.isPresent { builder.yield(value) }
        } else if let choice = expression.as(SwitchExprSyntax.self) {
          let value = read(choice, wantsValue: true)
          if value.isPresent { builder.yield(value) }
        } else {
          builder.yield(read(expression))
        }
        return
      }
      for item in items { read(item) }
    }

    mutating func read(_ statement: StmtSyntax) {
      defer { depth -= 1 }
      guard descend(statement) else { return }
      switch statement.as(StmtSyntaxEnum.self) {
      case .returnStmt(let result): builder.yield(result.expression.map { read($0) } ?? .none)
      case .throwStmt(let raised): builder.raise(read(raised.expression))
      case .expressionStmt(let plain): evaluate(plain.expression)
      case .guardStmt(let guarded):
        conditions(guarded.conditions)
        block(guarded.body, .guardElse)
      case .whileStmt(let loop):
        builder.openBlock(.loop, at: start(loop))
        conditions(loop.conditions)
        for item in loop.body.statements { read(item) }
        builder.closeBlock(at: end(loop))
      case .repeatStmt(let loop):
        block(loop.body, .loop)
        builder.condition(read(loop.condition))
      case .forStmt(let loop):
        builder.openBlock(.loop, at: start(loop))
        let sequence = read(loop.sequence)
        bind(loop.pattern, to: sequence, flags: .isPart, isConstant: true)
        if let condition = loop.whereClause?.condition { builder.condition(read(condition)) }
        for item in loop.body.statements { read(item) }
        builder.closeBlock(at: end(loop))
      case .doStmt(let attempt):
        block(attempt.body, .plain)
        for clause in attempt.catchClauses {
          builder.openBlock(.handler, at: start(clause))
          for item in clause.catchItems {
            if let pattern = item.pattern { bind(pattern, to: .none, flags: .isCaught, isConstant: true) }
            if let condition = item.whereClause?.condition { builder.condition(read(condition)) }
          }
          for item in clause.body.statements { read(item) }
          builder.closeBlock(at: end(clause))
        }
      case .deferStmt(let deferred): block(deferred.body, .deferred)
      case .labeledStmt(let labeled): read(labeled.statement)
      case .yieldStmt(let yielded):
        if case .single(let expression) = yielded.yieldedExpressions { builder.yield(read(expression)) }
      default: break
      }
    }

    /// `if` and `guard`: bindings stay in the scope that is open.
    mutating func conditions(_ list: ConditionElementListSyntax) {
      for element in list {
        switch element.condition {
        case .expression(let expression): builder.condition(read(expression))
        case .optionalBinding(let binding):
          let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
          let value: ExpressionID
          if let initializer = binding.initializer?.value {
            value = read(initializer)
          } else if let name {
            value = builder.expression(.name, name: text(name), at: start(name))
          } else {
            value = .none
          }
          if value.isPresent { builder.condition(value) }
          bind(binding.pattern, to: value, type: binding.typeAnnotation?.type, flags: .isUnwrapped, isConstant: true)
        case .matchingPattern(let matching):
          let value = read(matching.initializer.value)
          builder.condition(value)
          bind(matching.pattern, to: value, flags: .isPart, isConstant: true)
        case .availability: break
        }
      }
    }

    // MARK: if and switch, as statements and as values

    mutating func read(_ conditional: IfExprSyntax, wantsValue: Bool) -> ExpressionID {
      defer { depth -= 1 }
      guard descend(conditional) else { return .none }
      builder.openBlock(.plain, at: start(conditional))
      conditions(conditional.conditions)
      builder.openBlock(.then, at: start(conditional.body))
      var values: [ListEntry] = []
      branch(conditional.body.statements, wantsValue, &values)
      builder.closeBlock(at: end(conditional.body))
      builder.closeBlock(at: end(conditional.body))
      switch conditional.elseBody {
      case .ifExpr(let next):
        builder.openBlock(.otherwise, at: start(next))
        let value = read(next, wantsValue: wantsValue)
        if value.isPresent { values.append(ListEntry(.none, value)) }
        builder.closeBlock(at: end(next))
      case .codeBlock(let block):
        builder.openBlock(.otherwise, at: start(block))
        branch(block.statements, wantsValue, &values)
        builder.closeBlock(at: end(block))
      case nil: break
      }
      guard wantsValue, !values.isEmpty else { return .none }
      return builder.expression(.conditional, list: values, at: start(conditional))
    }

    mutating func read(_ choice: SwitchExprSyntax, wantsValue: Bool) -> ExpressionID {
      defer { depth -= 1 }
      guard descend(choice) else { return .none }
      let subject = read(choice.subject)
      builder.condition(subject)
      var values: [ListEntry] = []
      cases(choice.cases, subject, wantsValue, &values)
      guard wantsValue, !values.isEmpty else { return .none }
      return builder.expression(.conditional, list: values, at: start(choice))
    }

    private mutating func cases(
      _ list: SwitchCaseListSyntax, _ subject: ExpressionID, _ wantsValue: Bool, _ values: inout [ListEntry]
    ) {
      for element in list {
        switch element {
        case .switchCase(let one):
          builder.openBlock(.branch, at: start(one))
          if case .case(let label) = one.label {
            for item in label.caseItems {
              bind(item.pattern, to: subject, flags: .isPart, isConstant: true)
              if let condition = item.whereClause?.condition { builder.condition(read(condition)) }
            }
          }
          branch(one.statements, wantsValue, &values)
          builder.closeBlock(at: end(one))
        case .ifConfigDecl(let config):
          forEachClause(config) { reader, elements in
            if case .switchCases(let inner) = elements { reader.cases(inner, subject, wantsValue, &values) }
          }
        }
      }
    }

    private mutating func branch(
      _ items: CodeBlockItemListSyntax, _ wantsValue: Bool, _ values: inout [ListEntry]
    ) {
      guard wantsValue, items.count == 1, let only = items.first, case .expr(let expression) = only.item else {
        for item in items { read(item) }
        return
      }
      let value: ExpressionID =
        if let conditional = expression.as(IfExprSyntax.self) {
          read(conditional, wantsValue: true)
        } else if let choice = expression.as(SwitchExprSyntax.self) {
          read(choice, wantsValue: true)
        } else {
          read(expression)
        }
      if value.isPresent { values.append(ListEntry(.none, value)) }
    }

    // MARK: #if

    mutating func forEachClause(
      _ config: IfConfigDeclSyntax, _ body: (inout SwiftReader, IfConfigClauseSyntax.Elements) -> Void
    ) {
      var elseIsDebug = false
      for clause in config.clauses {
        let condition = clause.condition.map { $0.trimmedDescription.filter { !$0.isWhitespace } }
        let isDebug = condition.map(Self.asksForDebug) ?? elseIsDebug
        if let condition, condition.hasPrefix("!"), Self.asksForDebug(String(condition.dropFirst())) {
          elseIsDebug = true
        }
        if isDebug { builder.region(.debugOnly, start(clause)..<clause.endPosition.utf8Offset) }
        if let elements = clause.elements { body(&self, elements) }
      }
    }

    private static func asksForDebug(_ condition: String) -> Bool {
      condition.split(separator: "&", omittingEmptySubsequences: true).contains { part in
        let part = part.drop { $0 == "(" }
        return part.hasPrefix("DEBUG") || part.hasPrefix("targetEnvironment(simulator)")
      } && !condition.contains("||")
    }
  }
#endif
