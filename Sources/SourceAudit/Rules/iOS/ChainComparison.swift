/// Where certificates and keys of a server's chain are compared: those of the leaf alone, or of all the chain.
///
/// Follows them through names, functions of the project, and variables that calls fill or add to. Tells which place of
/// the chain is compared, and not whether it is compared with a pin.
struct ChainComparison {
  /// One way from what is compared back to the call that read the chain.
  struct Flow {
    let source: Expression
    /// What takes the leaf out of the chain; nil where the way does not end at the leaf.
    let leaf: Expression?
    let comparison: Expression
  }

  static let reads = [
    "SecTrustCopyCertificateChain", "SecTrustGetCertificateAtIndex", "SecTrustCopyKey", "SecTrustCopyPublicKey",
  ]
  /// What tells one certificate or its key from all others.
  static let readsOfOne = ["SecCertificateCopyData", "SecCertificateCopyKey", "SecCertificateCopyPublicKey"]
  /// The key is that of the first certificate.
  private static let leafReads: Set<String> = ["SecTrustCopyKey", "SecTrustCopyPublicKey"]
  private static let comparisons: Set<String> = [
    "contains", "elementsEqual", "isEqual", "isEqualToData", "isEqualToString", "containsObject", "isSuperset",
    "isSubset", "isDisjoint", "intersection", "allSatisfy", "first", "firstIndex", "CFEqual", "memcmp",
  ]
  /// What tells something about a certificate or a chain, and does not say which one it is.
  private static let facts: Set<String> = [
    "count", "isEmpty", "indices", "SecCertificateCopySubjectSummary", "SecCertificateCopyCommonName",
    "SecCertificateCopyNotValidBeforeDate", "SecCertificateCopyNotValidAfterDate", "SecKeyCopyAttributes",
    "SecCertificateCopyEmailAddresses", "SecKeyIsAlgorithmSupported", "SecKeyGetBlockSize",
    "SecCertificateCopySerialNumber", "SecCertificateCopySerialNumberData",
    "SecCertificateCopyNormalizedIssuerSequence", "SecCertificateCopyNormalizedSubjectSequence",
  ]
  /// Calls that leave a fact what it is.
  private static let shapers: Set<String> = ["map", "compactMap", "flatMap", "String", "lowercased", "uppercased"]
  /// Calls that give what their closure makes of each part.
  private static let mappings: Set<String> = ["map", "compactMap", "flatMap"]
  /// After these the first of a list is not the leaf any more.
  private static let shifts: Set<String> = ["dropFirst", "reversed", "suffix", "removeFirst"]
  private static let additions: Set<String> = ["append", "insert", "update", "formUnion", "combine"]
  private static let mostRounds = 24

  let project: Project

  /// Every way from what the bodies compare to a call that reads a chain, in one of them or in what a property gives.
  /// What others hand to a function that they share with the bodies is theirs.
  func flows(in bodies: [Declaration]) -> [Flow] {
    var found: [Flow] = []
    var seen: Set<Expression> = []
    for body in bodies {
      let places = project.expressions(in: body)
      let scopes = [body] + places.compactMap { $0.kind == .closure ? $0.declaration : nil }
      let matched = Set(scopes.flatMap { Self.matched(in: $0) })
      for place in places where seen.insert(place).inserted {
        for operand in Self.operands(of: place) + (matched.contains(place) ? [place] : []) {
          found += flows(from: operand, comparedAt: place)
        }
      }
    }
    let own = Set(bodies)
    return found.filter { flow in
      guard let function = flow.source.owner.enclosingFunction, function.kind != .accessor else { return true }
      return own.contains(function)
    }
  }

  /// What a `switch` compares with the values of its cases; a case without a value before it says only what is there.
  private static func matched(in scope: Declaration) -> [Expression] {
    let steps = Array(scope.steps)
    return steps.indices.dropLast(2).compactMap { row -> Expression? in
      guard steps[row].kind == .condition, steps[row + 1].kind == .open, steps[row + 1].block == .branch,
        steps[row + 2].kind == .condition, let value = scope.unit.expression(steps[row + 2].value),
        [.string, .name].contains(value.kind) || value.kind == .member && value.first != nil
      else { return nil }
      return scope.unit.expression(steps[row].value)
    }
  }

  private static func operands(of place: Expression) -> [Expression] {
    if place.kind == .binary, ["==", "!="].contains(place.name) {
      guard place.children.contains(where: { $0.kind == .null }) else { return place.children }
      // Whether there is one at all, and in `owners[hash] != nil` whether it is among the keys.
      return place.children.flatMap { $0.unwrapped.kind == .index ? $0.unwrapped.values : [] }
    }
    // `if let owner = owners[hash]`
    if place.kind == .index, place.unit.declaration(withValue: place.id)?.flags.contains(.isUnwrapped) == true {
      return place.values
    }
    guard comparisons.contains(place.calledName) else { return [] }
    let given = place.arguments.map(\.value)
    // What a closure compares stands in the closure.
    guard !given.isEmpty, !given.contains(where: { $0.kind == .closure }) else { return [] }
    return [place.receiver].compactMap { $0 } + given
  }

  private func flows(from operand: Expression, comparedAt place: Expression) -> [Flow] {
    guard !isFact(operand) else { return [] }
    var found: [Flow] = []
    var seen: Set<Expression> = [operand]
    var waiting: [(value: Expression, way: [Expression])] = [(operand, [])]
    var rounds = 0
    while let (value, before) = waiting.popLast(), rounds < Self.mostRounds {
      rounds += 1
      let origins = project.origins(of: value, reach: .influence)
      for part in origins.passed {
        if Self.reads.contains(part.calledName), !isOfOneCertificate(part) {
          let leaf = leaf(of: part, before + origins.way(to: part))
          found.append(Flow(source: part, leaf: leaf, comparison: place))
          continue
        }
        for next in givers(of: part) where seen.insert(next).inserted {
          waiting.append((next, before + origins.way(to: part)))
        }
      }
    }
    return found
  }

  /// `chain.count`, or a name that stands for it.
  private func isFact(_ operand: Expression) -> Bool {
    let origins = project.origins(of: operand)
    return origins.passed.contains { part in
      guard Self.facts.contains(part.kind == .call ? part.calledName : part.name) else { return false }
      return origins.way(to: part).allSatisfy {
        $0.kind != .call || $0 == part || Self.shapers.contains($0.calledName)
          || !project.functions(calledBy: $0).isEmpty
      }
    }
  }

  // MARK: the place in the chain

  private func leaf(of source: Expression, _ whole: [Expression]) -> Expression? {
    if Self.leafReads.contains(source.calledName) { return source }
    if source.calledName == "SecTrustGetCertificateAtIndex" {
      return source.argument(at: 1).map(isFirst) == true ? source : nil
    }
    // A shift of the chain; one of what was made of the leaf lies before the place that takes the leaf.
    let shift = whole.lastIndex { Self.shifts.contains($0.calledName) }
    let way = whole[(shift.map { $0 + 1 } ?? 0)...]
    return way.first(where: choosesFirst)
  }

  private func choosesFirst(_ part: Expression) -> Bool {
    switch part.kind {
    case .member: return part.name == "first" || part.name == "firstObject"
    case .index: return part.values.first.map(isFirst) ?? false
    case .call:
      if part.calledName == "prefix", let length = part.argument(at: 0) { return project.integers(of: length) == [1] }
      if part.calledName == "next" { return isFirstOfIterator(part) }
      if Self.mappings.contains(part.calledName), let closure = part.arguments.last?.value.declaration {
        return closure.steps.contains { step in
          step.kind == .yield && closure.unit.expression(step.value).map(takesFirst) ?? false
        }
      }
      let isByIndex = ["CFArrayGetValueAtIndex", "object", "objectAtIndex"].contains(part.calledName)
      return isByIndex && part.arguments.last.map { isFirst($0.value) } ?? false
    default: return false
    }
  }

  /// `$0.first` and `$0[0]`: of what is mapped, itself.
  private func takesFirst(_ result: Expression) -> Bool {
    let result = result.unwrapped
    guard result.kind == .member || result.kind == .index, result.first?.unwrapped.kind == .name else { return false }
    return choosesFirst(result)
  }

  /// The first call of `next()` on an iterator, outside of a loop.
  private func isFirstOfIterator(_ call: Expression) -> Bool {
    guard let iterator = call.receiver, iterator.kind == .name else { return false }
    let isMade = project.origins(of: iterator).passed.contains { $0.calledName == "makeIterator" }
    let isLater = call.unit.calls("next").contains {
      $0.owner == call.owner && $0.offset < call.offset && $0.receiver?.name == iterator.name
    }
    let steps = call.owner.steps.filter { $0.offset <= call.offset }
    let open = steps.reduce(into: [BodyStep.Block]()) { open, step in
      if step.kind == .open { open.append(step.block) }
      if step.kind == .close { _ = open.popLast() }
    }
    return isMade && !isLater && !open.contains(.loop)
  }

  /// Zero, and neither the first of a range nor where a count begins.
  private func isFirst(_ index: Expression) -> Bool {
    if index.unwrapped.name == "startIndex" { return true }
    let parts = project.origins(of: index).passed
    return project.integers(of: index) == [0]
      && parts.allSatisfy { $0.kind != .binary || !["..<", "..."].contains($0.name) }
      && !parts.contains(where: isCounted)
  }

  /// `i++`
  private func isCounted(_ part: Expression) -> Bool {
    guard part.kind == .name else { return false }
    return project.declarations(of: part).contains { variable in
      uses(of: variable).contains { use in
        guard let parent = use.parent, parent.kind == .unary, ["++", "--"].contains(parent.name) else { return false }
        return project.declarations(of: use).contains(variable)
      }
    }
  }

  /// Where the name of a variable stands that may be this one: of a local no farther than its function.
  private func uses(of variable: Declaration) -> [Expression] {
    guard variable.kind == .local, let scope = variable.parent else { return variable.unit.mentions([variable.name]) }
    return project.expressions(in: scope).filter {
      ($0.kind == .name || $0.kind == .member) && $0.node.name == variable.record.name
    }
  }

  // MARK: what else takes part

  /// A trust object that was made of one certificate, to read its key: no server's chain.
  private func isOfOneCertificate(_ source: Expression) -> Bool {
    guard let trust = source.argument(at: 0) else { return false }
    return project.origins(of: trust).passed.contains { part in
      fillers(of: part).contains { $0.calledName == "SecTrustCreateWithCertificates" }
    }
  }

  /// What a function of the project is given, whatever it does with it, and what a variable is filled from.
  private func givers(of part: Expression) -> [Expression] {
    if part.kind == .call {
      guard !project.functions(calledBy: part).isEmpty else { return [] }
      return [part.receiver].compactMap { $0 } + Self.given(to: part)
    }
    return fillers(of: part).flatMap { Self.given(to: $0) }
  }

  private static func given(to call: Expression) -> [Expression] {
    call.arguments.map(\.value).filter { $0.kind != .closure && ($0.kind != .unary || $0.name != "&") }
  }

  /// `CC_SHA256(bytes, length, &hash)` and `hash.append(bytes)` of `hash`.
  private func fillers(of part: Expression) -> [Expression] {
    guard part.kind == .name || part.kind == .member else { return [] }
    var found: [Expression] = []
    for variable in project.declarations(of: part)
    where [.local, .property].contains(variable.kind) && !variable.flags.contains(.isConstant) {
      for use in uses(of: variable) {
        guard let around = use.parent, let call = around.parent, call.kind == .call else { continue }
        let isHandedOver = around.kind == .unary && around.name == "&"
        let isAddedTo =
          around.kind == .member && around.first == use && call.calleeID == around.id
          && Self.additions.contains(around.name)
        if isHandedOver || isAddedTo, project.declarations(of: use).contains(variable) { found.append(call) }
      }
    }
    return found
  }
}
