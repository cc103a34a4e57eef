/// Who somebody is and what ails them, written to `UserDefaults`.
///
/// Sees calls of `set` and `setValue` whose key, or else whose value, is called by one of a few plain names. Does not see
/// personal data under other names.
struct PersonalDataInUserDefaults: Rule {
  private static let names: Set<String> = [
    "user id", "user email", "email address", "diagnosis", "diagnoses", "medication", "medications", "patient id",
    "patient name", "date of birth", "birth date", "birthdate", "credit card", "card holder", "passport number",
  ]

  let manual = RuleManual(
    "personal-data-in-user-defaults", "Who somebody is does not lie in UserDefaults",
    reason: "UserDefaults is a plain property list that every backup holds; it tells whoever opens one whose it is.",
    fix: "Keep it in the secret store or in sealed records, and remove the old entry.",
    ids: ["O.Data_2", "O.Data_15", "MASVS-STORAGE-1", "MASWE-0006", "CWE-312", "CWE-922"],
    violating: [
      RuleExample(
        "an account, a diagnosis, a card", lines: [2, 3, 4],
        """
        func keep(_ userId: String, _ text: String, _ creditCard: String) {
          UserDefaults.standard.set(userId, forKey: "user_id")
          UserDefaults.standard.set(text, forKey: "diagnosis")
          UserDefaults.standard.set(creditCard, forKey: "cc")
        }
        """)
    ],
    conforming: [
      RuleExample(
        "facts, switches and other ids",
        """
        func keep(_ id: String, _ shown: Bool) {
          UserDefaults.standard.set(shown, forKey: "emailAddress")
          UserDefaults.standard.set(id, forKey: "lastUserIdMigration")
          UserDefaults.standard.set(id, forKey: "selectedKeyId")
          UserDefaults.standard.set(nil, forKey: "user_id")
          UserDefaults.standard.removeObject(forKey: "user_id")
        }
        """),
      RuleExample(
        "another store", "func keep(_ store: SecretStore, _ userId: String) { store.set(userId, forKey: \"user_id\") }"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("set", "setValue") {
      let arguments = call.arguments
      guard arguments.count == 2, arguments[0].label.isEmpty, arguments[1].label == "forKey",
        isPersonal(arguments[0].value, under: arguments[1].value, project),
        SecretsInUserDefaults().isStore(call.receiver, around: call.owner, project),
        !project.isHarmless(arguments[0].value), !project.keepsSecret(arguments[0].value, under: arguments[1].value)
      else { continue }
      record.flaw(
        manual, at: call, .warning, "Personal data is written to UserDefaults, a plain file that backups hold.",
        confidence: .medium)
    }
  }

  private func isPersonal(_ value: Expression, under key: Expression, _ project: Project) -> Bool {
    let names = project.candidates(ofKey: key) + [value.unwrapped].filter { $0.kind == .name }.map(\.name)
    return names.contains { Self.names.contains(SecretWords.words(of: $0).joined(separator: " ")) }
  }
}
