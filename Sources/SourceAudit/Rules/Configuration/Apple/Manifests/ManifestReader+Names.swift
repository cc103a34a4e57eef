import UntrustedInput

extension ManifestReader {
  /// So many things may go by one name before none of them counts.
  private static let mostNamesakes = 8
  private static let mostChanges = 400
  /// Steps that one search through the project stands for.
  private static let costOfSearch = 500

  mutating func named(_ use: Expression, _ context: Context) -> PropertyListNode? {
    if use.isOwnInstance { return ownValue(use, context) }
    if use.kind == .member, use.name == "rawValue", let base = use.first { return node(of: base, in: context) }
    let meant = project.manifestDeclarations(of: use)
    if meant.isEmpty, use.kind == .member, use.name == "default" {
      extendsDefault = true
      return PropertyListNode(.dictionary([]), at: position(of: use, context))
    }
    let wasWhole = isWhole
    var nodes: [PropertyListNode?] = []
    for declaration in meant.prefix(Self.mostNamesakes) {
      switch declaration.kind {
      case .parameter: nodes.append(argument(for: declaration, context))
      case .local, .property: nodes.append(value(of: declaration, use, context))
      case .enumCase: nodes.append(value(ofCase: declaration, use, context))
      default: nodes.append(unknown())
      }
    }
    if let found = union(nodes) { return found }
    // Nothing, and known to be nothing.
    if !nodes.isEmpty, isWhole == wasWhole { return nil }
    return onlyText(use, context)
  }

  /// What other readers of texts make of it, when that is one.
  private mutating func onlyText(_ expression: Expression, _ context: Context) -> PropertyListNode? {
    guard steps > 0, context.depth < Self.deepest else { return unknown() }
    steps -= Self.costOfSearch
    let texts = project.texts(of: expression)
    guard texts.count == 1, let text = texts.first else { return unknown() }
    return PropertyListNode(.string(text), at: position(of: expression, context))
  }

  private mutating func value(
    ofCase declaration: Declaration, _ use: Expression, _ context: Context
  ) -> PropertyListNode? {
    if let raw = declaration.value { return node(of: raw, in: context) }
    return PropertyListNode(.string(declaration.name), at: position(of: use, context))
  }

  /// `self` inside a function or a property of a list.
  private mutating func ownValue(_ use: Expression, _ context: Context) -> PropertyListNode? {
    let function = use.owner.enclosingFunction
    var frame = context.frame
    while let here = frame {
      if here.function == function, let receiver = here.receiver {
        var outer = context
        outer.frame = here.outer
        return node(of: receiver, in: outer)
      }
      frame = here.outer
    }
    return unknown()
  }

  /// What a parameter stands for, through the calls that were gone into.
  func argument(_ written: Expression, _ frame: Frame?) -> Expression {
    var (here, outer) = (written, frame)
    while here.kind == .name, let parameter = project.declarations(of: here).first, parameter.kind == .parameter,
      let function = parameter.parent
    {
      while let around = outer, around.function != function { outer = around.outer }
      guard let found = outer, let call = found.call,
        let given = project.argument(of: call, for: parameter, in: function) ?? parameter.value
      else { return here }
      (here, outer) = (given, found.outer)
    }
    return here
  }

  private mutating func argument(for parameter: Declaration, _ context: Context) -> PropertyListNode? {
    guard let function = parameter.parent else { return unknown() }
    var outer = context
    var frame = context.frame
    while let here = frame {
      outer.frame = here.outer
      if here.function == function, let call = here.call {
        guard let given = project.argument(of: call, for: parameter, in: function) ?? parameter.value else {
          return unknown()
        }
        return node(of: given, in: outer)
      }
      frame = here.outer
    }
    lacksCaller = true
    let usual = parameter.value.flatMap { node(of: $0, in: outer) }
    isWhole = false
    return usual
  }

  // MARK: variables

  private mutating func value(
    of variable: Declaration, _ use: Expression, _ context: Context
  ) -> PropertyListNode? {
    var nodes: [PropertyListNode?] = []
    if let start = variable.value { nodes.append(node(of: start, in: context)) }
    for getter in variable.members where getter.kind == .accessor && getter.keyword == "get" {
      var inner = context
      inner.frame = Frame(
        getter, call: nil, receiver: use.kind == .member ? use.first : nil, outer: context.frame)
      nodes += results(of: getter, inner)
    }
    let isFixed = variable.flags.contains(.isConstant) && variable.value != nil || variable.keyword == "computed"
    if !isFixed {
      for assigned in project.assignments(to: variable).prefix(Self.mostNamesakes) {
        nodes.append(node(of: assigned, in: context))
      }
    }
    if nodes.isEmpty { nodes = given(to: use, context) }
    let start = union(nodes)
    return isFixed ? start : changed(variable, start, context)
  }

  /// What the initializer that the compiler writes gives to a property.
  private mutating func given(to use: Expression, _ context: Context) -> [PropertyListNode?] {
    steps -= Self.costOfSearch
    let leaves = project.origins(of: use).leaves.filter { $0 != use }
    let all = Set(leaves)
    var nodes: [PropertyListNode?] = []
    for leaf in leaves {
      var isInside = false
      var top = leaf
      while let parent = top.parent, !isInside {
        isInside = all.contains(parent)
        top = parent
      }
      if !isInside { nodes.append(node(of: leaf, in: context)) }
    }
    if nodes.isEmpty { isWhole = false }
    return nodes
  }

  /// With what is put into it later: `list["key"] = value`, `list.merge(other) { $1 }`.
  private mutating func changed(
    _ variable: Declaration, _ start: PropertyListNode?, _ context: Context
  ) -> PropertyListNode? {
    var members: [PropertyListMember] = []
    var place: TextPosition?
    for mention in variable.unit.mentions([variable.name]).prefix(Self.mostChanges) {
      guard let parent = mention.parent, parent.first == mention, parent.kind == .index || parent.kind == .member,
        let change = parent.parent, change.first == parent, change.kind == .assignment || change.kind == .call,
        project.declarations(of: mention).contains(variable)
      else { continue }
      let added = self.added(by: change, to: parent, context)
      if place == nil, !added.isEmpty { place = position(of: mention, context) }
      members = Self.merged(members, added)
    }
    guard let place else { return start }
    guard start == nil || start?.members != nil else { return start }
    return PropertyListNode(.dictionary(Self.merged(start?.members ?? [], members)), at: start?.position ?? place)
  }

  private mutating func added(
    by change: Expression, to target: Expression, _ context: Context
  ) -> [PropertyListMember] {
    if target.kind == .member {
      switch change.calledName {
      case "merge":
        guard let other = change.argument(at: 0) else { return [] }
        return node(of: other, in: context)?.members ?? []
      case "updateValue":
        guard let key = change.argument("forKey"), let value = change.argument(at: 0) else { return [] }
        return member(key, value, context)
      default: return []
      }
    }
    guard change.kind == .assignment, change.name == "=", let key = target.values.first, let value = change.second
    else { return [] }
    return member(key, value, context)
  }

  private mutating func member(
    _ key: Expression, _ value: Expression, _ context: Context
  ) -> [PropertyListMember] {
    guard let name = node(of: key, in: context)?.string else { return [] }
    let place = position(of: key, context)
    let node = node(of: value, in: context)
    return [PropertyListMember(name, node ?? .unknown(at: place), at: place)]
  }

  // MARK: calls

  func results(of body: Declaration) -> [Expression] {
    body.steps.filter { $0.kind == .yield }.compactMap { body.unit.expression($0.value) }
  }

  private mutating func results(of body: Declaration, _ context: Context) -> [PropertyListNode?] {
    var nodes: [PropertyListNode?] = []
    for result in results(of: body) { nodes.append(node(of: result, in: context)) }
    return nodes
  }

  mutating func called(_ call: Expression, _ context: Context) -> PropertyListNode? {
    if let closure = call.first?.declaration, call.first?.kind == .closure {
      return union(results(of: closure, context))
    }
    let functions = project.manifestFunctions(calledBy: call)
    guard functions.isEmpty else {
      var nodes: [PropertyListNode?] = []
      for function in functions.prefix(Self.mostNamesakes) {
        var inner = context
        inner.frame = Frame(function, call: call, receiver: call.receiver, outer: context.frame)
        nodes += results(of: function, inner)
      }
      return union(nodes)
    }
    switch call.calledName {
    case "extendingDefault":
      extendsDefault = true
      return call.argument("with").flatMap { node(of: $0, in: context) }
    case "dictionary", "array", "init", "InfoPlist", "Entitlements":
      return call.argument(at: 0).flatMap { node(of: $0, in: context) }
    case "string", "boolean", "integer", "real", "Bool":
      return call.argument(at: 0).flatMap { scalar($0, context) }
    // A file of its own, which is read as one.
    case "file", "relativeToRoot", "relativeToManifest", "path": return nil
    case "merging": return merging(call, context)
    case "mapValues", "compactMapValues":
      return call.receiver.flatMap { node(of: $0, in: context) }
    case "filter":
      let all = call.receiver.flatMap { node(of: $0, in: context) }
      isWhole = false
      return all
    default: return onlyText(call, context)
    }
  }

  private mutating func merging(_ call: Expression, _ context: Context) -> PropertyListNode? {
    guard let other = call.argument(at: 0) else { return unknown() }
    var lower: PropertyListNode?
    if let receiver = call.receiver {
      lower = node(of: receiver, in: context)
    } else {
      lower = ownValue(call, context)
    }
    let upper = node(of: other, in: context)
    guard let low = lower?.members, let high = upper?.members else { return lower ?? upper }
    let members = keepsFirst(call) ? Self.merged(high, low) : Self.merged(low, high)
    return PropertyListNode(.dictionary(members), at: lower?.position ?? .none)
  }

  /// `{ $0 }`, `{ current, _ in current }`
  private func keepsFirst(_ call: Expression) -> Bool {
    guard let closure = call.arguments.last?.value.declaration, let result = results(of: closure).first else {
      return false
    }
    return result.kind == .name && (result.name == "$0" || result.name == closure.parameters.first?.name)
  }
}
