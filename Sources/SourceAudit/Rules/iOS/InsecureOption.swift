/// Options with `insecure` in their name that a release build reaches.
struct InsecureOption: Rule {
  let manual = RuleManual(
    "insecure-option", "What is called insecure stays in debug builds",
    reason: "The word is there to be found: the option turns off a protection that the policy counts on.",
    fix: "Remove it, or put it inside #if DEBUG.",
    ids: ["O.Source_8", "MASVS-CODE-4", "MASWE-0067", "CWE-489"],
    violating: [
      RuleExample("an argument", lines: [1], "let store = Store(insecureAllowsBackup: true)"),
      RuleExample("a case", lines: [1], "policy.accessibility = .insecureMigratingWhenUnlocked"),
    ],
    conforming: [
      RuleExample("another word", "let store = Store(allowsBackup: true)"),
      RuleExample("handled", "switch level { case .insecureMigrating: warn()\n default: go() }"),
      RuleExample("handed on", "func f(_ insecureHTTP: Bool) { serve(insecureHTTP: insecureHTTP) }"),
      RuleExample("turned off", "let store = Store(insecureAllowsBackup: false)"),
      RuleExample("the name of an algorithm", "sign(digest, padding: .insecurePKCS1v1_5)"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    guard unit.role == .app else { return }
    let names = unit.names.filter { $0.hasPrefix("insecure") && $0.utf8.count > 8 && !isAlgorithm($0) }
    guard !names.isEmpty else { return }
    for place in unit.mentions(names)
    where !isDebug(place) && !isAskedFor(place) && project.declarations(of: place).isEmpty {
      record.flaw(manual, at: place, .warning, "An insecure option in a release build.")
    }
    for call in unit.all(.call) {
      for argument in call.arguments where argument.label.hasPrefix("insecure") && !isDebug(call) {
        guard argument.value.name != "false", argument.value.kind != .null, !isHandedOn(argument.value) else {
          continue
        }
        record.flaw(manual, at: call, .warning, "An insecure option in a release build.")
      }
    }
  }

  /// An algorithm that a library calls insecure turns off nothing; the rules for algorithms judge it.
  private func isAlgorithm(_ name: String) -> Bool {
    let rest = name.dropFirst("insecure".count)
    return ["PKCS", "SHA", "MD", "RSA", "DES", "RC", "HMAC", "PBKDF"].contains { rest.hasPrefix($0) }
  }

  /// A value that has the word in its own name was decided elsewhere.
  private func isHandedOn(_ value: Expression) -> Bool {
    value.unwrapped.path?.contains { $0.lowercased().hasPrefix("insecure") } ?? false
  }

  /// A case of a switch or a comparison: it handles the option and does not take it.
  private func isAskedFor(_ place: Expression) -> Bool {
    var top = place
    while let parent = top.parent {
      if parent.kind == .binary, ["==", "!=", "~="].contains(parent.name) { return true }
      top = parent
    }
    return place.owner.steps.contains { $0.kind == .condition && $0.value == top.id }
  }

  private func isDebug(_ place: Expression) -> Bool { place.unit.isInside(.debugOnly, place.offset) }
}
