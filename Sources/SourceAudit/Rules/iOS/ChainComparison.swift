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
  }

  static let reads = [
    "SecTrustCopyCertificateChain", "SecTrustGetCertificateAtIndex", "SecTrustCopyKey", "SecTrustCopyPublicKey",
  ]
  /// The key is that of the first certificate.
  private static let leafReads: Set<String> = ["SecTrustCopyKey", "SecTrustCopyPublicKey"]
  private static let comparisons: Set<String> = [
    "contains", "elementsEqual", "isEqual", "isEqualToData", "isEqualToString", "containsObject", "isSuperset",
    "isSubset", "isDisjoint", "intersection", "allSatisfy", "first", "firstIndex", "CFEqual", "memcmp",
  ]
  /// What tells something about a certificate or a chain, and does not say which one it is.
  private static let facts: Set<String> = [
    "count", "isEmpty", "SecCertificateCopySubjectSummary", "SecCertificateCopyCommonName", "SecKeyGetBlockSize",
    "SecCertificateCopyNotValidBeforeDate", "SecCertificateCopyNotValidAfterDate", "SecKeyCopyAttributes",
    "SecCertificateCopyEmailAddresses", "SecKeyIsAlgorithmSupported",
  ]
  /// After these the first of a list is not the leaf any more.
  private static let shifts: Set<String> = ["dropFirst", "reversed", "suffix", "removeFirst"]
  private static let additions: Set<String> = ["append", "insert", "update", "formUnion", "combine"]
  private static let mostRounds = 24

  let project: Project

  /// Every way from what the bodies compare to a call that reads a chain.
  func flows(in bodies: [Declaration]) -> [Flow] {
    var found: [Flow] = []
    var seen: Set<Expression> = []
    for place in bodies.flatMap({ project.expressions(in: $0) }) where seen.insert(place).inserted {
      for operand in Self.operands(of: place) { found += flows(from: operand) }
    }
    return found
  }

  private static func operands(of place: Expression) -> [Expression] {
    if place.kind == .binary, ["==", "!="].contains(place.name) {
      // Whether there is one at all.
      return place.children.contains { $0.kind == .null } ? [] : place.children
    }
    guard comparisons.contains(place.calledName) else { return [] }
    let given = place.arguments.map(\.value)
    // What a closure compares stands in the closure.
    guard !given.isEmpty, !given.contains(where: { $0.kind == .closure }) else { return [] }
    return [place.receiver].compactMap { $0 } + given
  }

  private func flows(from operand: Expression) -> [Flow] {
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
          found.append(Flow(source: part, leaf: leaf(of: part, before + origins.way(to: part))))
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
        $0.kind != .call || $0 == part || !project.functions(calledBy: $0).isEmpty
      }
    }
  }

  // MARK: the place in the chain

  private func leaf(of source: Expression, _ way: [Expression]) -> Expression? {
    if Self.leafReads.contains(source.calledName) { return source }
    if source.calledName == "SecTrustGetCertificateAtIndex" {
      return source.argument(at: 1).map(isFirst) == true ? source : nil
    }
    guard !way.contains(where: { Self.shifts.contains($0.calledName) }) else { return nil }
    return way.first(where: choosesFirst)
  }

  private func choosesFirst(_ part: Expression) -> Bool {
    switch part.kind {
    case .member: return part.name == "first" || part.name == "firstObject"
    case .index: return part.values.first.map(isFirst) ?? false
    case .call:
      if part.calledName == "prefix", let length = part.argument(at: 0) { return project.integers(of: length) == [1] }
      let isByIndex = ["CFArrayGetValueAtIndex", "object", "objectAtIndex"].contains(part.calledName)
      return isByIndex && part.arguments.last.map { isFirst($0.value) } ?? false
    default: return false
    }
  }

  /// Zero, and not the first of a range.
  private func isFirst(_ index: Expression) -> Bool {
    project.integers(of: index) == [0]
      && project.origins(of: index).passed.allSatisfy { $0.kind != .binary || !["..<", "..."].contains($0.name) }
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
      for use in variable.unit.mentions([variable.name]) {
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
