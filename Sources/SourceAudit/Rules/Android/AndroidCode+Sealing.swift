/// What goes through a cipher or a hash before it is kept.
extension AndroidCode {
  /// Words of what a call does to its value. A name alone that holds one says nothing: `cipherKey` is a key.
  private static let acts: Set<String> = [
    "encrypt", "encrypted", "encrypting", "seal", "sealed", "ciphertext", "hash", "hashed", "hmac", "digest",
  ]
  private static let undoing: Set<String> = ["decrypt", "decrypted", "unseal", "unsealed", "open", "unwrap"]
  /// Collections and what every object has.
  private static let otherHashes: Set<String> = [
    "HashSet", "HashMap", "hashSetOf", "hashMapOf", "LinkedHashSet", "LinkedHashMap", "linkedSetOf", "hashCode",
  ]
  private static let mostDepth = 3

  /// Calls whose closure gives the value.
  private static let givingScopes: Set<String> = ["let", "run", "with", "map", "mapNotNull", "flatMap", "use"]

  /// Whether a value went through a cipher or a hash on its way: through a call that does it, or out of something that is
  /// called sealed as a whole. Of the project's own functions the body decides.
  ///
  /// Every part that is called a secret must: what is sealed may stand beside what is not.
  func isSealed(_ value: Expression) -> Bool {
    let origins = project.origins(of: value)
    guard origins.passed.contains(where: seals(part:)) else { return false }
    let sealed = Set(origins.passed.filter(seals(part:)))
    // What something sealed flows into: `val token = encrypt(raw)`.
    let filled = Set(sealed.flatMap { origins.way(to: $0) })
    return origins.passed.allSatisfy { part in
      guard [.name, .member, .call].contains(part.kind), !filled.contains(part),
        SecretWords.judge(part.kind == .call ? part.calledName : part.name) == .secret, !project.isHarmless(part)
      else { return true }
      if isPublicPart(part) || isOverwritten(part, origins, sealed) { return true }
      return origins.way(to: part).contains { step in
        // `token.let { encrypt(it) }`
        sealed.contains(step) || filled.contains(step) && Self.givingScopes.contains(step.calledName)
      }
    }
  }

  /// What a cipher or a hash needs again to open or to compare, and what is kept beside its result: `passwordSalt`,
  /// `tokenIv`.
  private static let publicParts: Set<String> = ["salt", "iv", "nonce", "tag"]
  private static let forms: Set<String> = ["base", "hex", "bytes", "string", "text", "encoded"]

  private func isPublicPart(_ part: Expression) -> Bool {
    let words = SecretWords.words(of: part.kind == .call ? part.calledName : part.name)
    return words.last { !Self.forms.contains($0) }.map(Self.publicParts.contains) ?? false
  }

  /// Whether a part was in a variable only until what it is sealed to took its place: `token = encrypt(token)`.
  private func isOverwritten(_ part: Expression, _ origins: Origins, _ sealed: Set<Expression>) -> Bool {
    let way = origins.way(to: part)
    return zip(way, way.dropFirst()).contains { use, given in
      guard use.kind == .name, let variable = project.declarations(of: use).first, variable.kind == .local,
        let scope = variable.parent, given.owner == scope, use.owner == scope || use.owner.enclosing.contains(scope)
      else { return false }
      return project.assignments(to: variable).contains { value in
        guard let assignment = value.parent, assignment.name == "=", !assignment.node.parent.isPresent,
          assignment.owner == scope, given.startOffset < value.startOffset, value.offset < use.offset,
          !holds(value, use)
        else { return false }
        return isCertain(assignment.startOffset, before: use.offset, in: scope)
          && sealsEvery(variable, in: value, sealed)
      }
    }
  }

  private func holds(_ value: Expression, _ part: Expression) -> Bool {
    var here: Expression? = part
    while let next = here, next != value { here = next.parent }
    return here != nil
  }

  /// Whether a variable stands in a value, and nowhere but in calls that seal.
  private func sealsEvery(_ variable: Declaration, in value: Expression, _ sealed: Set<Expression>) -> Bool {
    let uses = value.unit.mentions(variable.name).filter {
      holds(value, $0) && project.declarations(of: $0).contains(variable)
    }
    return !uses.isEmpty
      && uses.allSatisfy { use in
        var here = use
        while here != value, let next = here.parent {
          here = next
          if sealed.contains(here), here.kind == .call { return true }
        }
        return false
      }
  }

  /// Whether every block that holds the earlier place holds the later one, too.
  private func isCertain(_ earlier: UInt32, before later: UInt32, in scope: Declaration) -> Bool {
    var open: [UInt32] = []
    for step in scope.steps {
      if step.kind == .open { open.append(step.offset) }
      guard step.kind == .close, let start = open.popLast(), start <= earlier, earlier < step.offset else { continue }
      guard later < step.offset else { return false }
    }
    return !open.contains { $0 <= earlier }
  }

  private func seals(part: Expression) -> Bool {
    switch part.kind {
    case .call: seals(part) || sealsInClosure(part)
    case .name, .member: isCalledSealed(part)
    default: false
    }
  }

  /// `encryptedToken`, `ciphertext`, `pin_hash`; nothing that is only another name for a secret.
  private func isCalledSealed(_ part: Expression) -> Bool {
    let words = SecretWords.words(of: part.name)
    guard let first = words.first, let last = words.last else { return false }
    let isSaid =
      ["encrypted", "sealed", "hashed", "ciphertext"].contains(first)
      || ["encrypted", "sealed", "hashed", "ciphertext", "hash", "digest"].contains(last)
      || words.suffix(2) == ["cipher", "text"] || words == ["wrapped", "key"]
    guard isSaid, Self.undoing.isDisjoint(with: words) else { return false }
    return !project.declarations(of: part).contains { declaration in
      guard let value = declaration.value?.unwrapped, value.kind == .name || value.kind == .member else { return false }
      return SecretWords.judge(value.name) == .secret
    }
  }

  private func seals(_ call: Expression, depth: Int = 0) -> Bool {
    let name = call.calledName
    let known = project.functions(calledBy: call).filter { $0.hasBody && $0.kind != .initializer }
    guard known.isEmpty else {
      return depth < Self.mostDepth && known.allSatisfy { sealsInside($0, depth: depth + 1) }
    }
    let words = SecretWords.words(of: name)
    guard Self.undoing.isDisjoint(with: words), !Self.otherHashes.contains(name) else { return false }
    switch name {
    case "doFinal": return !isUndone(around: call)
    case "wrap":
      guard let receiver = receiver(of: call) else { return false }
      let type = project.type(of: receiver) ?? receiver.name
      return SecretWords.words(of: type).contains { ["cipher", "keystore", "aead"].contains($0) }
    default: return !Self.acts.isDisjoint(with: words)
    }
  }

  /// Whether one of the calls in a function of the project seals.
  private func sealsInside(_ function: Declaration, depth: Int) -> Bool {
    guard Self.undoing.isDisjoint(with: SecretWords.words(of: function.name)) else { return false }
    return function.unit.all(.call).contains { call in
      call.owner.enclosingFunction == function && (call.calledName == "CipherOutputStream" || seals(call, depth: depth))
    }
  }

  /// `with(cipher) { doFinal(bytes) }`
  private func sealsInClosure(_ call: Expression) -> Bool {
    guard ["with", "run", "use", "let"].contains(call.calledName),
      let closure = call.arguments.last?.value.declaration
    else { return false }
    return call.unit.calls("doFinal", "encrypt", "seal").contains { $0.owner == closure && seals($0) }
  }

  /// A cipher that gives back what was sealed.
  private func isUndone(around call: Expression) -> Bool {
    let around = function(around: call)
    let modes = call.unit.mentions("DECRYPT_MODE", "UNWRAP_MODE", "ENCRYPT_MODE").filter {
      function(around: $0) == around
    }
    return !modes.isEmpty && !modes.contains { $0.name == "ENCRYPT_MODE" }
  }
}
