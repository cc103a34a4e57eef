/// Files whose protection is turned off, and secrets that are written to files or left in backups.
struct UnprotectedFile: Rule {
  private static let writes = ["write", "createFile", "copyItem", "writeToFile"]

  let manual = RuleManual(
    "unprotected-file", "Files with secrets are encrypted, bound to the lock screen, and not in backups",
    reason: "A file without protection is readable on a device that was never unlocked, and what lies in Documents or "
      + "Application Support is copied into every backup.",
    fix: "Write with .completeFileProtection, set isExcludedFromBackup and look whether it was set; keep small secrets "
      + "in the secret store.",
    ids: [
      "O.Data_2", "O.Data_3", "O.Data_15", "MASVS-STORAGE-1", "MASVS-STORAGE-2", "MASWE-0004", "MASWE-0006",
      "MASTG-TEST-0215", "CWE-311", "CWE-312", "CWE-530",
    ],
    violating: [
      RuleExample(
        "no protection", lines: [1],
        "try FileManager.default.setAttributes([.protectionKey: FileProtectionType.none], ofItemAtPath: path)"),
      RuleExample("the option for none", lines: [1], "try data.write(to: url, options: [.atomic, .noFileProtection])"),
      RuleExample(
        "a token in a file", lines: [2],
        """
        func keep(_ refreshToken: String, at url: URL) throws {
          try refreshToken.write(to: url, atomically: true, encoding: .utf8)
        }
        """),
      RuleExample("back into backups", lines: [1], "values.isExcludedFromBackup = false"),
    ],
    conforming: [
      RuleExample(
        "protected and excluded",
        """
        func keep(_ refreshToken: Data, at url: URL) throws {
          try refreshToken.write(to: url, options: .completeFileProtection)
          var values = URLResourceValues()
          values.isExcludedFromBackup = true
          var url = url
          try url.setResourceValues(values)
        }
        """),
      RuleExample("a picture", "try picture.write(to: url)"),
      RuleExample("a stream", "stream.write(token)"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for place in unit.mentions("noFileProtection", "NSFileProtectionNone") {
      record.flaw(manual, at: place, .error, "This file is readable on a locked device.")
    }
    for place in unit.mentions("none") {
      guard let base = place.first, base.name == "FileProtectionType" else { continue }
      record.flaw(manual, at: place, .error, "This file is readable on a locked device.")
    }
    for place in unit.mentions("isExcludedFromBackup", "isExcludedFromBackupKey") {
      guard let set = excluded(place, project) else { continue }
      if set {
        record.control("a file is kept out of backups", manual, at: place)
      } else {
        record.flaw(manual, at: place, .warning, "This file goes into backups.")
      }
    }
    for call in unit.calls(Self.writes) { judge(call, project, &record) }
  }

  /// Whether the resource value is set to true or false; nil where it is only read.
  private func excluded(_ place: Expression, _ project: Project) -> Bool? {
    if let parent = place.parent, parent.kind == .assignment, parent.first == place, let value = parent.second {
      return !project.texts(of: value).contains("false")
    }
    if let call = place.parent, call.kind == .call, call.calledName == "setResourceValue",
      let value = call.argument(at: 0)
    {
      return !project.texts(of: value).contains("false")
    }
    return nil
  }

  private func judge(_ call: Expression, _ project: Project, _ record: inout AuditRecord) {
    let names = call.arguments.map(\.label)
    let value: Expression?
    switch call.calledName {
    case "write": value = names.contains("to") || names.contains("toFile") ? call.receiver : nil
    case "writeToFile": value = call.receiver
    case "createFile": value = call.argument("contents")
    default: value = nil
    }
    guard let value, project.isSecret(value), project.functions(calledBy: call).isEmpty else { return }
    let options = call.argument("options") ?? call.argument("attributes")
    let protection = options.map { project.origins(of: $0, reach: .influence).names } ?? []
    guard !protection.contains(where: { $0.hasPrefix("complete") || $0 == "protectionKey" }) else { return }
    record.flaw(
      manual, at: call, .warning, "A secret is written to a file without protection of its own.", confidence: .medium)
  }
}
