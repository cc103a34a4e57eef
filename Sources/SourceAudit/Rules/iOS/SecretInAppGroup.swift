/// A secret in the folder that all apps and extensions of the group read.
struct SecretInAppGroup: Rule {
  let manual = RuleManual(
    "secret-in-app-group", "Secrets are not shared through the folder of an app group",
    reason: "Every app and extension of the group reads the folder, the weakest of them included, and backups hold it.",
    fix: "Share a secret through a keychain access group, with the policy's class; keep the group's folder for what "
      + "may be seen.",
    ids: ["O.Data_2", "O.Plat_6", "MASVS-STORAGE-1", "MASVS-PLATFORM-1", "MASWE-0006", "CWE-668", "CWE-312"],
    violating: [
      RuleExample(
        "a token for a widget", lines: [4],
        """
        func hand(_ refreshToken: Data) throws {
          let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.sleep")
          guard let file = folder?.appendingPathComponent("t") else { return }
          try refreshToken.write(to: file, options: .completeFileProtection)
        }
        """)
    ],
    conforming: [
      RuleExample(
        "a count for a widget",
        """
        func hand(_ summary: Data) throws {
          let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.sleep")
          guard let file = folder?.appendingPathComponent("t") else { return }
          try summary.write(to: file, options: .completeFileProtection)
        }
        """)
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("write", "createFile") {
      guard let value = call.argument("contents") ?? call.receiver,
        let place = call.argument("to") ?? call.argument("toFile") ?? call.argument("atPath"),
        project.isSecret(value) || project.secret(inside: value) != nil
      else { continue }
      let names = project.origins(of: place, reach: .influence).names
      guard names.contains("containerURL") else { continue }
      record.flaw(
        manual, at: call, .warning, "Every app and extension of the group reads this secret.", confidence: .medium)
    }
  }
}
