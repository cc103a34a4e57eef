/// Secrets written to preferences that nothing encrypts: by an editor, into a DataStore, or by a delegate of the project.
struct SecretsInSharedPreferences: Rule {
  private static let chain: Set<String> = [
    "edit", "putString", "putStringSet", "putInt", "putLong", "putBoolean", "putFloat", "remove", "clear", "apply",
    "also",
  ]
  private static let openers: Set<String> = [
    "getSharedPreferences", "getDefaultSharedPreferences", "getPreferences", "preferencesDataStore",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "secrets-in-shared-preferences", "Secrets do not belong in SharedPreferences",
    reason:
      "SharedPreferences and DataStore are plain files in the app's folder: backups copy them, and whoever reaches "
      + "the folder reads them.",
    fix: "Seal the value with a key of the Android Keystore before it is written, or use EncryptedSharedPreferences.",
    ids: [
      "O.Data_2", "O.Data_3", "O.Data_15", "O.Auth_13", "MASVS-STORAGE-1", "MASWE-0006", "MASTG-TEST-0287",
      "MASTG-TEST-0207", "CWE-312",
    ],
    violating: SecretsInSharedPreferences.violating, conforming: SecretsInSharedPreferences.conforming)

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("putString", "putStringSet", "putInt", "putLong") {
      let base = code.root(of: code.receiver(of: call), through: Self.chain)
      switch base.map({ kind(of: $0, code) }) ?? kind(ofType: code.receiverType(of: call)) {
      case .plain:
        guard let value = call.argument(at: 1), call.calledName.hasPrefix("putString") || isNumber(call, project),
          !code.isSealed(value)
        else { continue }
        let values = [value] + code.fillings(of: value, ["add", "addAll", "plus"])
        let isSecret =
          isFixedSecretOfDelegate(call, value, project)
          ?? values.contains { value in
            project.keepsSecret(value, under: call.argument(at: 0)) || SecretLook.isSecret(value, project)
          }
        guard isSecret else { continue }
        record.flaw(manual, on: call, .error, "A secret is written to SharedPreferences in the clear.")
      case .encrypted: record.control("preferences are encrypted", manual, at: call)
      case .other: break
      }
    }
    for write in unit.assignments where write.first?.kind == .index {
      guard isInEdit(write, project), let key = write.first?.values.first, let value = write.second,
        !code.isSealed(value), project.keepsSecret(value, under: key)
      else { continue }
      record.flaw(manual, on: write, .error, "A secret is written to a DataStore in the clear.")
    }
    for call in unit.calls("set") where call.arguments.count == 2 && call.receiver != nil {
      guard isInEdit(call, project), let value = call.argument(at: 1), !code.isSealed(value),
        project.keepsSecret(value, under: call.argument(at: 0))
      else { continue }
      record.flaw(manual, on: call, .error, "A secret is written to a DataStore in the clear.")
    }
    delegatedProperties(unit, project, &record)
  }

  /// Whether a put goes into preferences that nothing encrypts.
  func isPlain(_ put: Expression, _ code: AndroidCode) -> Bool {
    let base = code.root(of: code.receiver(of: put), through: Self.chain)
    return (base.map { kind(of: $0, code) } ?? kind(ofType: code.receiverType(of: put))) == .plain
  }

  /// `store.edit { … }`, `store.updateData { it.toMutablePreferences().apply { … } }`
  private func isInEdit(_ write: Expression, _ project: Project) -> Bool {
    ([write.owner] + write.owner.enclosing).contains { scope in
      guard scope.kind == .closure, let call = project.closureExpression(scope)?.parent else { return false }
      return call.calledName == "edit" || call.calledName == "updateData"
    }
  }

  /// `putInt("pin", pin)`: most numbers under the name of a secret are times and counts.
  private func isNumber(_ call: Expression, _ project: Project) -> Bool {
    guard ["putInt", "putLong"].contains(call.calledName) else { return false }
    let names =
      (call.argument(at: 0).map { project.candidates(ofKey: $0) } ?? [])
      + (call.argument(at: 1).flatMap { project.meanings(of: $0).first }.map { [$0] } ?? [])
    return names.contains(where: SecretWords.isMadeOfDigits)
  }

  private static let sealed: Set<String> = ["encrypted", "sealed", "keystore"]

  private enum Base { case plain, encrypted, other }

  private func kind(ofType type: String?) -> Base { type == "Editor" ? .plain : .other }

  private func kind(of base: Expression, _ code: AndroidCode) -> Base {
    let words = code.words(of: base).union([base.calledName, base.name])
    if words.contains("EncryptedSharedPreferences") { return .encrypted }
    let type = code.project.type(of: base)
    if type == "EncryptedSharedPreferences" { return .encrypted }
    // Handed in as the interface, opened elsewhere, and called encrypted: nothing here says that it is not.
    let isOpenedHere = !words.isDisjoint(with: Self.openers)
    if !isOpenedHere, words.contains(where: { !Self.sealed.isDisjoint(with: SecretWords.words(of: $0)) }) {
      return .other
    }
    if let type, type != "Any" {
      return type == "SharedPreferences" || type == "Editor" || type == "PreferenceManager" ? .plain : .other
    }
    if !words.isDisjoint(with: Self.openers) { return .plain }
    let name = SecretWords.words(of: base.kind == .call ? base.calledName : base.name)
    return name.contains { ["prefs", "preferences", "pref", "editor"].contains($0) } ? .plain : .other
  }
}
