extension Project {
  private static let mostKeyParts = 64
  private static let keyViews: Set<String> = ["rawValue", "name", "value", "key", "description", "stringValue"]

  /// What one call gives to a property of the object that it makes, or to a parameter: the argument, or else what is
  /// there without one. Nil when neither is in sight.
  func given(to declaration: Declaration, by call: Expression?) -> Expression? {
    call.flatMap { argument(givenTo: declaration, by: $0) } ?? declaration.value
      ?? parameters(filling: declaration).lazy.compactMap(\.value).first
  }

  /// The argument of a call that ends in a property of the object that it makes, or in a parameter.
  func argument(givenTo declaration: Declaration, by call: Expression) -> Expression? {
    let isSwift = call.unit.language == .swift
    // The initializer that the compiler writes.
    if isSwift, declaration.kind == .property, let labelled = call.argument(declaration.name) { return labelled }
    for parameter in parameters(filling: declaration) {
      guard let function = parameter.parent, isSwift || functions(calledBy: call).contains(function) else { continue }
      if let argument = argument(of: call, for: parameter, in: function) { return argument }
    }
    return nil
  }

  private func parameters(filling declaration: Declaration) -> [Declaration] {
    declaration.kind == .parameter ? [declaration] : assignments(to: declaration).flatMap { parameters(in: $0) }
  }

  /// The parameters of initializers that a value is made of.
  private func parameters(in value: Expression) -> [Declaration] {
    var found: [Declaration] = []
    var waiting = [value]
    var looked = 0
    while let next = waiting.popLast(), looked < Self.mostKeyParts {
      looked += 1
      found += declarations(of: next).filter { $0.kind == .parameter && $0.parent?.kind == .initializer }
      waiting += next.children
    }
    return found
  }

  /// The texts that a key may be made of, where an object is asked for what it was made with: `"app." + key`,
  /// `key.rawValue`.
  /// - Parameters:
  ///   - isOwn: whether a declaration belongs to the object.
  ///   - given: what one that belongs to it was given; nil leaves it out.
  func candidates(
    ofKey key: Expression, isOwn: (Declaration) -> Bool, given: (Declaration) -> Expression?
  ) -> [String] {
    var found: [String] = []
    var waiting = [key]
    var looked = 0
    while let next = waiting.popLast()?.unwrapped, looked < Self.mostKeyParts {
      looked += 1
      switch next.kind {
      case .string:
        found += next.list.filter { !$0.value.isPresent }.map { next.unit.name($0.name) }
        waiting += next.values
      case .name, .member:
        let known = declarations(of: next)
        if let own = known.first(where: isOwn) {
          waiting += [given(own)].compactMap { $0 }
        } else if known.isEmpty, next.kind == .member, Self.keyViews.contains(next.name), let base = next.first {
          waiting.append(base)
        } else {
          found += candidates(ofKey: next)
        }
      case .call: waiting += [next.receiver].compactMap { $0 } + next.arguments.map(\.value)
      default: waiting += next.children
      }
    }
    return found
  }
}
