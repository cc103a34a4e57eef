/// Archives that say themselves which classes are made from them.
struct InsecureUnarchiving: Rule {
  private static let calls = [
    "unarchiveObject", "unarchiveTopLevelObjectWithData", "decodeTopLevelObject",
  ]

  let manual = RuleManual(
    "insecure-unarchiving", "The reader decides which classes an archive holds",
    reason: "An archive that names its classes makes any class of the app, with whatever state it likes, before the "
      + "cast asks what it is.",
    fix: "Use NSKeyedUnarchiver.unarchivedObject(ofClass:from:), or Codable.",
    ids: ["O.Source_1", "MASVS-CODE-4", "MASWE-0088", "CWE-502"],
    violating: [
      RuleExample("the old call", lines: [1], "let user = NSKeyedUnarchiver.unarchiveObject(with: data) as? User"),
      RuleExample(
        "the switch turned off", lines: [2],
        "let u = try NSKeyedUnarchiver(forReadingFrom: data)\nu.requiresSecureCoding = false"),
    ],
    conforming: [
      RuleExample("the class is named", "let u = try NSKeyedUnarchiver.unarchivedObject(ofClass: User.self, from: d)")
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for type in unit.allDeclarations where type.kind == .type || type.kind == .typeExtension {
      let above = type.supertypes
      guard above.contains("NSCoding"), !above.contains("NSSecureCoding") else { continue }
      record.flaw(manual, at: type, .note, "NSCoding does not ask which class is made; NSSecureCoding does.")
    }
    for call in unit.calls(Self.calls) {
      guard let receiver = call.receiver, project.type(of: receiver) == "NSKeyedUnarchiver" else { continue }
      record.flaw(manual, at: call, .warning, "The archive decides which classes are made.")
    }
    for assignment in unit.assignments {
      guard let target = assignment.first, target.kind == .member, target.name == "requiresSecureCoding",
        let value = assignment.second, project.texts(of: value) == ["false"], let base = target.first,
        project.type(of: base).map({ $0 == "NSKeyedUnarchiver" }) ?? true
      else { continue }
      record.flaw(manual, at: assignment, .warning, "The archive decides which classes are made.")
    }
  }
}
