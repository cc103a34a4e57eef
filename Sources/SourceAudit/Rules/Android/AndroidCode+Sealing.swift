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
      return origins.way(to: part).contains { step in
        // `token.let { encrypt(it) }`
        sealed.contains(step) || filled.contains(step) && Self.givingScopes.contains(step.calledName)
      }
    }
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
