/// Options with `insecure` in their name that a release build reaches.
struct InsecureOption: Rule {
  let manual = RuleManual(
    "insecure-option", "What is called insecure stays in debug builds",
    reason: "The word is there to be found: the option turns off a protection that the policy counts on.",
    fix: "Remove it, or put it inside #if DEBUG.",
    ids: ["O.Source_9", "O.Purp_8", "MASVS-CODE-4", "MASWE-0067", "CWE-489"],
    violating: [
      RuleExample("an argument", lines: [1], "let store = Store(insecureAllowsBackup: true)"),
      RuleExample("a case", lines: [1], "policy.accessibility = .insecureMigratingWhenUnlocked"),
    ],
    conforming: [
      RuleExample("another word", "let store = Store(allowsBackup: true)"),
      RuleExample("handled", "switch level { case .insecureMigrating: warn()\n default: go() }"),
      RuleExample("turned off", "let store = Store(insecureAllowsBackup: false)"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    guard unit.role == .app else { return }
    let names = unit.names.filter { $0.hasPrefix("insecure") && $0.utf8.count > 8 }
    guard !names.isEmpty else { return }
    for place in unit.mentions(names)
    where !isDebug(place) && !isAskedFor(place) && project.declarations(of: place).isEmpty {
      record.flaw(manual, at: place, .warning, "An insecure option in a release build.")
    }
    for call in unit.all(.call) {
      for argument in call.arguments where argument.label.hasPrefix("insecure") && !isDebug(call) {
        guard argument.value.name != "false", argument.value.kind != .null else { continue }
        record.flaw(manual, at: call, .warning, "An insecure option in a release build.")
      }
    }
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
