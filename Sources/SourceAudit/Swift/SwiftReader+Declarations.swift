#if Audit
  import SwiftSyntax

  extension SwiftReader {
    mutating func read(_ declaration: DeclSyntax, isLocal: Bool) {
      defer { depth -= 1 }
      guard descend(declaration) else { return }
      switch declaration.as(DeclSyntaxEnum.self) {
      case .variableDecl(let variable): read(variable, isLocal: isLocal)
      case .functionDecl(let function):
        builder.open(
          .function, name: text(function.name), keyword: "func",
          type: function.signature.returnClause.map { text($0.type) } ?? "", flags: flags(function.modifiers),
          at: start(function))
        finish(function, function.attributes, function.signature.parameterClause, function.body)
      case .initializerDecl(let initializer):
        builder.open(
          .initializer, name: "init", keyword: "init", flags: flags(initializer.modifiers), at: start(initializer))
        finish(initializer, initializer.attributes, initializer.signature.parameterClause, initializer.body)
      case .subscriptDecl(let subscripted):
        builder.open(
          .function, name: "subscript", keyword: "subscript", type: text(subscripted.returnClause.type),
          flags: flags(subscripted.modifiers), at: start(subscripted))
        attributes(subscripted.attributes)
        parameters(subscripted.parameterClause)
        if let block = subscripted.accessorBlock { accessors(block) }
        builder.close(end: end(subscripted))
      case .deinitializerDecl(let deinitializer):
        builder.open(.function, name: "deinit", keyword: "deinit", at: start(deinitializer))
        finish(deinitializer, deinitializer.attributes, nil, deinitializer.body)
      case .classDecl(let type):
        open(type, "class", type.name, type.modifiers, type.attributes, type.inheritanceClause, type.memberBlock)
      case .structDecl(let type):
        open(type, "struct", type.name, type.modifiers, type.attributes, type.inheritanceClause, type.memberBlock)
      case .enumDecl(let type):
        open(type, "enum", type.name, type.modifiers, type.attributes, type.inheritanceClause, type.memberBlock)
      case .actorDecl(let type):
        open(type, "actor", type.name, type.modifiers, type.attributes, type.inheritanceClause, type.memberBlock)
      case .protocolDecl(let type):
        open(type, "protocol", type.name, type.modifiers, type.attributes, type.inheritanceClause, type.memberBlock)
      case .extensionDecl(let extended):
        let id = builder.open(
          .typeExtension, name: Declaration.simpleTypeName(text(extended.extendedType)), keyword: "extension",
          type: text(extended.extendedType), flags: flags(extended.modifiers), at: start(extended))
        supertypes(extended.inheritanceClause, of: id)
        attributes(extended.attributes)
        members(extended.memberBlock.members)
        builder.close(end: end(extended))
      case .enumCaseDecl(let cases):
        for element in cases.elements {
          let value = element.rawValue.map { read($0.value) } ?? .none
          builder.declare(
            .enumCase, name: text(element.name), keyword: element.parameterClause == nil ? "case" : "payload",
            value: value, at: start(element), end: end(element))
        }
      case .typeAliasDecl(let alias):
        builder.declare(
          .typeAlias, name: text(alias.name), type: text(alias.initializer.value), at: start(alias), end: end(alias))
      case .importDecl(let imported):
        let path = imported.path.map { text($0.name) }
        builder.declare(
          .importing, name: path.last ?? "", type: path.joined(separator: "."), at: start(imported),
          end: end(imported))
      case .ifConfigDecl(let config):
        forEachClause(config) { reader, elements in
          switch elements {
          case .statements(let items): for item in items { reader.read(item) }
          case .decls(let list): reader.members(list)
          default: break
          }
        }
      case .macroExpansionDecl(let macro):
        builder.evaluate(
          call(
            macro, named: "#" + text(macro.macroName), macro.arguments, macro.trailingClosure,
            macro.additionalTrailingClosures))
        if macro.macroName.text == "Preview" { builder.region(.preview, start(macro)..<end(macro)) }
      default: break
      }
    }

    mutating func members(_ list: MemberBlockItemListSyntax) {
      for member in list { read(member.decl, isLocal: false) }
    }

    private mutating func open(
      _ node: some SyntaxProtocol, _ keyword: String, _ name: TokenSyntax, _ modifiers: DeclModifierListSyntax,
      _ list: AttributeListSyntax, _ inheritance: InheritanceClauseSyntax?, _ block: MemberBlockSyntax
    ) {
      let id = builder.open(
        .type, name: text(name), keyword: keyword, flags: flags(modifiers), at: start(node))
      supertypes(inheritance, of: id)
      if let inheritance, inheritance.inheritedTypes.contains(where: { text($0.type) == "PreviewProvider" }) {
        builder.region(.preview, start(node)..<end(node))
      }
      attributes(list)
      members(block.members)
      builder.close(end: end(node))
    }

    private mutating func finish(
      _ node: some SyntaxProtocol, _ list: AttributeListSyntax, _ clause: FunctionParameterClauseSyntax?,
      _ block: CodeBlockSyntax?
    ) {
      attributes(list)
      if let clause { parameters(clause) }
      if let block { body(block.statements) }
      builder.close(end: end(node))
    }

    private mutating func parameters(_ clause: FunctionParameterClauseSyntax) {
      for parameter in clause.parameters {
        let label = text(parameter.firstName)
        let name = parameter.secondName.map { text($0) } ?? label
        let value = parameter.defaultValue.map { read($0.value) } ?? .none
        var flags: DeclarationRecord.Flags = []
        if parameter.type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { flags.insert(.isImplicitlyUnwrapped) }
        let id = builder.declare(
          .parameter, name: name, keyword: label == "_" ? "" : label, type: text(parameter.type), value: value,
          flags: flags, at: start(parameter), end: end(parameter))
        attributes(parameter.attributes, of: id)
      }
    }

    private mutating func read(_ variable: VariableDeclSyntax, isLocal: Bool) {
      var flags = flags(variable.modifiers)
      if variable.bindingSpecifier.tokenKind == .keyword(.let) { flags.insert(.isConstant) }
      // `var a, b: Int` writes the type once, behind the last name.
      let lastType = variable.bindings.last?.typeAnnotation?.type
      for binding in variable.bindings {
        let type = binding.typeAnnotation?.type ?? lastType
        if isLocal, binding.accessorBlock == nil {
          let value = binding.initializer.map { read($0.value) } ?? .none
          bind(
            binding.pattern, to: value, type: type, flags: flags, isConstant: flags.contains(.isConstant),
            attributes: variable.attributes)
          continue
        }
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
          let value = binding.initializer.map { read($0.value) } ?? .none
          bind(binding.pattern, to: value, type: type, flags: flags, isConstant: flags.contains(.isConstant))
          continue
        }
        var own = flags
        if type?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) == true { own.insert(.isImplicitlyUnwrapped) }
        let id = builder.open(
          isLocal ? .local : .property, name: text(name), keyword: binding.accessorBlock == nil ? "" : "computed",
          type: type.map { text($0) } ?? "", flags: own,
          at: start(variable.bindings.count == 1 ? Syntax(variable) : Syntax(binding)))
        attributes(variable.attributes)
        if let value = binding.initializer?.value { builder.setValue(read(value), of: id) }
        if let block = binding.accessorBlock { accessors(block) }
        builder.close(end: end(binding))
        if isLocal { builder.bind(id) }
      }
    }

    private mutating func accessors(_ block: AccessorBlockSyntax) {
      switch block.accessors {
      case .getter(let items):
        builder.open(.accessor, name: "get", keyword: "get", at: start(block))
        body(items)
        builder.close(end: end(block))
      case .accessors(let list):
        for accessor in list {
          let word = accessor.accessorSpecifier.text
          builder.open(.accessor, name: word, keyword: word, at: start(accessor))
          if let parameter = accessor.parameters {
            builder.declare(
              .parameter, name: text(parameter.name), at: start(parameter), end: end(parameter))
          } else if word == "set" || word == "willSet" {
            builder.declare(.parameter, name: "newValue", at: start(accessor), end: start(accessor))
          }
          if let block = accessor.body { body(block.statements) }
          builder.close(end: end(accessor))
        }
      }
    }

    // MARK: parts

    private mutating func supertypes(_ clause: InheritanceClauseSyntax?, of id: DeclarationID) {
      guard let clause else { return }
      let types = clause.inheritedTypes.flatMap { inherited in
        // `@preconcurrency P`, `P & Q`
        Declaration.composed(text(inherited.type.as(AttributedTypeSyntax.self)?.baseType ?? inherited.type))
      }
      builder.setSupertypes(types, of: id)
    }

    private mutating func attributes(_ list: AttributeListSyntax) { attributes(list, of: builder.current) }

    mutating func attributes(_ list: AttributeListSyntax, of id: DeclarationID) {
      guard !list.isEmpty else { return }
      var found: [(name: String, call: ExpressionID, offset: Int)] = []
      for element in list {
        guard case .attribute(let attribute) = element else { continue }
        let name = Declaration.simpleTypeName(text(attribute.attributeName))
        var call: ExpressionID = .none
        if case .argumentList(let arguments)? = attribute.arguments {
          let callee = builder.expression(.name, name: name, at: start(attribute))
          call = builder.call(callee, read(arguments), at: start(attribute))
        }
        found.append((name, call, start(attribute)))
      }
      builder.setAttributes(found, of: id)
    }

    func flags(_ modifiers: DeclModifierListSyntax) -> DeclarationRecord.Flags {
      var flags: DeclarationRecord.Flags = []
      for modifier in modifiers {
        switch modifier.name.tokenKind {
        case .keyword(.static), .keyword(.class): flags.insert(.isStatic)
        case .keyword(.private), .keyword(.fileprivate): flags.insert(.isPrivate)
        case .keyword(.public), .keyword(.open): flags.insert(.isPublic)
        case .keyword(.override): flags.insert(.isOverride)
        case .keyword(.lazy): flags.insert(.isLazy)
        case .keyword(.weak): flags.insert(.isWeak)
        default: break
        }
      }
      return flags
    }

    func text(_ token: TokenSyntax) -> String {
      let text = token.text
      return text.utf8.first == UInt8(ascii: "`") && text.utf8.count > 2 ? String(text.dropFirst().dropLast()) : text
    }

    func text(_ type: TypeSyntax) -> String {
      if let name = type.as(IdentifierTypeSyntax.self), name.genericArgumentClause == nil { return name.name.text }
      return type.trimmedDescription.filter { !$0.isWhitespace }
    }
  }
#endif
