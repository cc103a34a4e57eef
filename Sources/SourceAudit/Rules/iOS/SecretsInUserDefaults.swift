import SecurityPolicy

/// Secrets written to `UserDefaults`: a plain property list that every backup holds.
///
/// Sees `set`, `setValue`, subscript assignment and `@AppStorage`, on any name that is a `UserDefaults`. What is a
/// secret is told by the words of the key and of the written value, both followed through constants, functions and
/// files. Does not see secrets under names that do not tell.
/// Source: OWASP MASVS-STORAGE-1, MASWE-0006; CWE-312, CWE-922.
struct SecretsInUserDefaults: Rule {
  private static let stores: Set<String> = ["UserDefaults", "NSUserDefaults", "NSUbiquitousKeyValueStore"]

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let severity = Self.severity(project.policy)
    for call in unit.calls("set", "setValue") {
      let arguments = call.arguments
      guard arguments.count == 2, arguments[0].label.isEmpty, arguments[1].label == "forKey",
        isStore(call.receiver, around: call.owner, project)
      else { continue }
      guard project.keepsSecret(arguments[0].value, under: arguments[1].value) else { continue }
      record.flaw(
        manual, at: call, severity, message(arguments[1].value, project), confidence: .medium,
        way: way(arguments[0].value, project))
    }
    for expression in unit.assignments {
      guard let target = expression.first?.unwrapped, target.kind == .index, target.node.listCount == 1,
        isStore(target.first, around: expression.owner, project), let key = target.values.first,
        let value = expression.second, project.keepsSecret(value, under: key)
      else { continue }
      record.flaw(
        manual, at: expression, severity, message(key, project), confidence: .medium, way: way(value, project))
    }
    for call in unit.calls("setValuesForKeys", "register", "setPersistentDomain") {
      guard isStore(call.receiver, around: call.owner, project),
        let all = call.argument("defaults") ?? call.argument(at: 0), let key = secretKey(in: all, project)
      else { continue }
      record.flaw(manual, at: call, severity, message(key, project), confidence: .medium)
    }
    appStorage(unit, project, severity, &record)
  }

  private func secretKey(in values: Expression, _ project: Project) -> Expression? {
    for leaf in project.origins(of: values).leaves where leaf.kind == .dictionary {
      let entries = leaf.values
      for index in stride(from: 0, to: entries.count - 1, by: 2)
      where project.keepsSecret(entries[index + 1], under: entries[index]) {
        return entries[index]
      }
    }
    return nil
  }

  private func appStorage(
    _ unit: SourceUnit, _ project: Project, _ severity: FindingSeverity, _ record: inout AuditRecord
  ) {
    for attribute in unit.mentions("AppStorage") {
      guard let call = attribute.parent, call.kind == .call,
        let key = call.arguments.first(where: \.label.isEmpty)?.value
      else { continue }
      let property = call.owner
      guard property.kind == .property || property.kind == .local,
        !["Bool", "Int", "Double", "Date", "Float"].contains(property.typeName)
      else { continue }
      if let start = property.value, project.isHarmless(start), start.plainText?.isEmpty != true, start.kind != .null {
        continue
      }
      let judgements = project.candidates(ofKey: key).map(SecretWords.judge)
      let isSecret =
        judgements.contains(.secret)
        || !judgements.contains(.aboutSecret) && SecretWords.judge(property.name) == .secret
      guard isSecret else { continue }
      record.flaw(manual, at: call, severity, message(key, project), confidence: .medium)
    }
  }

  /// A receiver of that type; inside `extension UserDefaults` it is not written.
  func isStore(_ receiver: Expression?, around owner: Declaration, _ project: Project) -> Bool {
    guard let receiver else {
      return owner.enclosing.first { $0.kind == .type || $0.kind == .typeExtension }.map { $0.name == "UserDefaults" }
        ?? false
    }
    guard let type = project.type(of: receiver) else { return false }
    return Self.stores.contains(type) || !Self.stores.isDisjoint(with: project.lineage(of: type))
  }

  private func way(_ value: Expression, _ project: Project) -> [Expression] {
    project.origins(of: value).longestWay
  }

  /// A class that never leaves the device is broken twice: no encryption, and a copy in every backup.
  private static func severity(_ policy: Policy) -> FindingSeverity {
    policy.storage.accessibility.rawValue.hasSuffix("ThisDeviceOnly") ? .error : .warning
  }

  private func message(_ key: Expression, _ project: Project) -> String {
    let texts = project.texts(of: key)
    let plain = texts.count == 1 ? texts.first.flatMap(Self.quotable) : nil
    return "A secret is written to UserDefaults\(plain.map { " under the key '\($0)'" } ?? ""), a plain file that "
      + "backups hold; the policy keeps secrets in a store of class \(project.policy.storage.accessibility.rawValue)."
  }

  private static func quotable(_ key: String) -> String? {
    key.utf8.count <= 64 && key.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) })
      ? key : nil
  }
}
