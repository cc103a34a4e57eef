import SecurityPolicy

/// Secrets written to `UserDefaults`: a plain property list that every backup holds.
///
/// Sees `set`, `setValue`, subscript assignment, `@AppStorage` and property wrappers of the project that keep what is set
/// there, on any name that is a `UserDefaults`, also behind a protocol of the project. What is a secret is told by the words
/// of the key and of the written value, both followed through constants, functions, dictionaries and files. Does not see
/// secrets under names that do not tell.
/// Source: OWASP MASVS-STORAGE-1, MASWE-0006; CWE-312, CWE-922.
struct SecretsInUserDefaults: Rule {
  private static let stores: Set<String> = ["UserDefaults", "NSUserDefaults", "NSUbiquitousKeyValueStore"]

  /// One value under one key.
  struct Write {
    let place: Expression
    let value: Expression
    let key: Expression
  }

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let severity = Self.severity(project.policy)
    for write in writes(in: unit, project) where keepsSecret(write, project) {
      record.flaw(
        manual, at: write.place, severity, message(write.key, project), confidence: .medium,
        way: project.origins(of: write.value).longestWay)
    }
    for call in unit.calls("setValuesForKeys", "register", "setPersistentDomain") {
      guard isStore(call.receiver, around: call.owner, project),
        let all = call.argument("defaults") ?? call.argument(at: 0), let key = secretKey(in: all, project)
      else { continue }
      record.flaw(manual, at: call, severity, message(key, project), confidence: .medium)
    }
    appStorage(unit, project, severity, &record)
    wrappedProperties(unit, project, severity, &record)
  }

  /// What a file writes into such a store.
  func writes(
    in unit: SourceUnit, _ project: Project, around isWanted: (Expression) -> Bool = { _ in true }
  ) -> [Write] {
    let calls = unit.calls("set", "setValue").compactMap { call -> Write? in
      let arguments = call.arguments
      guard isWanted(call), arguments.count == 2, arguments[0].label.isEmpty, arguments[1].label == "forKey",
        isStore(call.receiver, around: call.owner, project)
      else { return nil }
      return Write(place: call, value: arguments[0].value, key: arguments[1].value)
    }
    let assignments = unit.assignments.compactMap { assignment -> Write? in
      // Most of what is written to by a subscript is a dictionary.
      guard isWanted(assignment), let target = assignment.first?.unwrapped, target.kind == .index,
        target.node.listCount == 1, let shelf = target.first, project.type(of: shelf) != nil,
        isStore(shelf, around: assignment.owner, project), let key = target.values.first,
        let value = assignment.second
      else { return nil }
      return Write(place: assignment, value: value, key: key)
    }
    return calls + assignments
  }

  private func keepsSecret(_ write: Write, _ project: Project) -> Bool {
    // Of a wrapper the properties tell; what it keeps under a key of its own is told here.
    if let wrapper = wrapper(around: write, project) { return keepsFixedSecret(write, in: wrapper, project) }
    if let all = iterated(by: write.key, project) {
      if secretKey(in: all, project) != nil { return true }
      // Of entries that are all in sight none is a secret.
      if isListed(all, project) { return false }
    }
    return project.keepsSecret(write.value, under: write.key)
  }

  private func appStorage(
    _ unit: SourceUnit, _ project: Project, _ severity: FindingSeverity, _ record: inout AuditRecord
  ) {
    for attribute in unit.mentions("AppStorage") {
      guard let call = attribute.parent, call.kind == .call,
        let key = call.arguments.first(where: \.label.isEmpty)?.value
      else { continue }
      let property = call.owner
      guard property.kind == .property || property.kind == .local, mayHoldText(property, project),
        isSecret(property, under: project.candidates(ofKey: key))
      else { continue }
      record.flaw(manual, at: call, severity, message(key, project), confidence: .medium)
    }
  }

  /// No flag and no number, nor anything fixed but an empty text.
  func mayHoldText(_ property: Declaration, _ project: Project) -> Bool {
    guard !["Bool", "Int", "Double", "Date", "Float"].contains(property.typeName) else { return false }
    guard let start = property.value, project.isHarmless(start) else { return true }
    return start.plainText?.isEmpty == true || start.kind == .null
  }

  /// The keys decide, or else what the property is called.
  func isSecret(_ property: Declaration, under keys: [String]) -> Bool {
    let judgements = keys.map(SecretWords.judge)
    return judgements.contains(.secret)
      || !judgements.contains(.aboutSecret) && SecretWords.judge(property.name) == .secret
  }

  // MARK: the store

  /// A receiver of that type; inside `extension UserDefaults` it is not written.
  func isStore(_ receiver: Expression?, around owner: Declaration, _ project: Project) -> Bool {
    guard let receiver else {
      return owner.enclosing.first { $0.kind == .type || $0.kind == .typeExtension }.map { $0.name == "UserDefaults" }
        ?? false
    }
    let type = project.type(of: receiver)
    if let type, Self.stores.contains(type) || !Self.stores.isDisjoint(with: project.lineage(of: type)) { return true }
    return mayBeStore(type, project)
      && project.origins(of: receiver).passed.contains { part in
        project.type(of: part).map(Self.stores.contains) ?? false
      }
  }

  /// Whether a value of a type may be such a store: the type is a protocol that the project makes one fit, or nothing
  /// tells what it is.
  private func mayBeStore(_ type: String?, _ project: Project) -> Bool {
    guard let type else { return true }
    // A dictionary, a closure.
    guard type.first?.isUppercase ?? false else { return false }
    let parts = Declaration.composed(type)
    guard parts.contains(where: { project.isType($0) }) else { return true }
    return Self.stores.contains { !project.lineage(of: $0).filter(parts.contains).isEmpty }
  }

  /// A class that never leaves the device is broken twice: no encryption, and a copy in every backup.
  static func severity(_ policy: Policy) -> FindingSeverity {
    policy.storage.accessibility.rawValue.hasSuffix("ThisDeviceOnly") ? .error : .warning
  }

  private func message(_ key: Expression, _ project: Project) -> String {
    message(keys: project.texts(of: key), project)
  }

  func message(keys texts: [String], _ project: Project) -> String {
    let plain = texts.count == 1 ? texts.first.flatMap(Self.quotable) : nil
    return "A secret is written to UserDefaults\(plain.map { " under the key '\($0)'" } ?? ""), a plain file that "
      + "backups hold; the policy keeps secrets in a store of class \(project.policy.storage.accessibility.rawValue)."
  }

  private static func quotable(_ key: String) -> String? {
    key.utf8.count <= 64 && key.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) })
      ? key : nil
  }
}
