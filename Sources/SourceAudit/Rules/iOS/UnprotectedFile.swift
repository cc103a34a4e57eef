import UntrustedInput

/// Files whose protection is turned off, and secrets and data about somebody's health that are written to files or left
/// in backups.
///
/// Takes the protection that an entitlements file of the app gives to all files for that of each. Does not tell which
/// target a file belongs to.
struct UnprotectedFile: Rule {
  private static let entitlement = "com.apple.developer.default-data-protection"
  /// Of files that were given no class of their own.
  private static let protections = ["NSFileProtectionComplete", "NSFileProtectionCompleteUnlessOpen"]
  private static let writes = ["write", "createFile", "copyItem", "writeToFile"]

  /// Folders that backups copy; caches and temporary files are left out by the system.
  static let backedUp: Set<String> = [
    "documentDirectory", "applicationSupportDirectory", "libraryDirectory", "documentsDirectory",
    "NSDocumentDirectory", "NSApplicationSupportDirectory",
  ]

  let manual = RuleManual(
    "unprotected-file", "Files with secrets are encrypted, bound to the lock screen, and not in backups",
    reason: "A file without protection is readable on a device that was never unlocked, and what lies in Documents or "
      + "Application Support is copied into every backup.",
    fix: "Write with .completeFileProtection, set isExcludedFromBackup and look whether it was set; keep small secrets "
      + "in the secret store.",
    ids: [
      "O.Data_2", "O.Data_14", "O.Arch_4", "MASVS-STORAGE-1", "MASVS-STORAGE-2", "MASWE-0004", "MASWE-0006",
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
      RuleExample(
        "a diagnosis in a file, and what is encoded", lines: [2, 7],
        """
        func keep(_ diagnosis: Data, at url: URL) throws {
          try diagnosis.write(to: url)
        }
        struct Entry: Codable { let medication: String, dose: String }
        func keep(_ entry: Entry, at url: URL) throws {
          let data = try JSONEncoder().encode(entry)
          try data.write(to: url, options: .atomic)
        }
        """),
      RuleExample(
        "prescriptions, encrypted and in every backup", lines: [8],
        """
        final class Store {
          private var url: URL {
            FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0].appendingPathComponent("list.json")
          }
          func save(_ prescriptions: [Prescription]) throws {
            let encoder = JSONEncoder()
            let data = try encoder.encode(prescriptions)
            try data.write(to: url, options: .completeFileProtection)
          }
        }
        """),
      RuleExample(
        "an entitlement that protects until the first unlock", lines: [1],
        others: [Self.entitlements("NSFileProtectionCompleteUntilFirstUserAuthentication")],
        "func keep(_ diagnosis: Data, at url: URL) throws { try diagnosis.write(to: url) }"),
      RuleExample(
        "protected by the entitlement, and in every backup", lines: [3],
        others: [Self.entitlements("NSFileProtectionComplete")],
        """
        func keep(_ diagnosis: Data) throws {
          let file = URL.documentsDirectory.appending(path: "list.json")
          try diagnosis.write(to: file)
        }
        """),
      RuleExample("back into backups", lines: [1], "values.isExcludedFromBackup = false"),
      RuleExample(
        "encrypted, and in every backup", lines: [4],
        """
        func keep(_ pem: Data) throws {
          let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
          let file = folder.appendingPathComponent("private-key.pem")
          try pem.write(to: file, options: .completeFileProtection)
        }
        """),
      RuleExample(
        "encrypted, and resource values that no file gets", lines: [3],
        """
        func keep(_ privateKey: Data) throws {
          let file = URL.documentsDirectory.appending(path: "identity.bin")
          try privateKey.write(to: file, options: .completeFileProtection)
          var values = URLResourceValues()
          values.isExcludedFromBackup = true
        }
        """),
      RuleExample(
        "encrypted, and another file is excluded", lines: [9],
        """
        func keep(_ privateKey: Data, covers: Data) throws {
          let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
          var pictures = folder.appendingPathComponent("covers.db")
          try covers.write(to: pictures)
          var values = URLResourceValues()
          values.isExcludedFromBackup = true
          try pictures.setResourceValues(values)
          let file = folder.appendingPathComponent("identity.bin")
          try privateKey.write(to: file, options: .completeFileProtection)
        }
        """),
      RuleExample(
        "a helper that excludes what others hand it", lines: [9],
        """
        enum Disk {
          static let root = URL.documentsDirectory
          static func leaveOut(_ url: URL) throws {
            var url = url, values = URLResourceValues()
            values.isExcludedFromBackup = true
            try url.setResourceValues(values)
          }
          static func keep(_ sessionToken: Data, _ sounds: Data) throws {
            try sessionToken.write(to: root.appending(path: "a.bin"), options: .completeFileProtection)
            try leaveOut(root.appending(path: "sounds"))
          }
        }
        """),
    ],
    conforming: [
      RuleExample(
        "the folder is excluded, elsewhere",
        """
        enum Vault {
          static var folder: URL {
            FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0].appendingPathComponent("vault")
          }
          static func prepare() throws {
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            var place = folder
            try place.setResourceValues(values)
          }
          static func keep(_ privateKey: Data) throws {
            try privateKey.write(to: folder.appendingPathComponent("identity.bin"), options: .completeFileProtection)
          }
        }
        """),
      RuleExample(
        "the same path, made twice",
        """
        func prepare() throws {
          var place = URL.documentsDirectory.appending(path: "vault")
          var values = URLResourceValues()
          values.isExcludedFromBackup = true
          try place.setResourceValues(values)
        }
        func keep(_ privateKey: Data) throws {
          let file = URL.documentsDirectory.appending(path: "vault").appending(path: "identity.bin")
          try privateKey.write(to: file, options: .completeFileProtection)
        }
        """),
      RuleExample(
        "through an extension of URL",
        """
        extension URL {
          mutating func leaveOutOfBackups() throws {
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            try setResourceValues(values)
          }
        }
        func keep(_ privateKey: Data) throws {
          var file = URL.documentsDirectory.appending(path: "identity.bin")
          try privateKey.write(to: file, options: .completeFileProtection)
          try file.leaveOutOfBackups()
        }
        """),
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
      RuleExample(
        "protected by the entitlement", others: [Self.entitlements("NSFileProtectionComplete")],
        "func keep(_ diagnosis: Data, at url: URL) throws { try diagnosis.write(to: url) }"),
      RuleExample(
        "protected by the entitlement unless open", others: [Self.entitlements("NSFileProtectionCompleteUnlessOpen")],
        "func keep(_ refreshToken: Data, at url: URL) throws { try refreshToken.write(to: url) }"),
      RuleExample("a picture", "try picture.write(to: url)"),
      RuleExample(
        "what only sounds personal, and what is sealed before",
        """
        func keep(_ networkDiagnosis: Data, _ patientCount: String, _ medicationCatalogue: Data, _ url: URL) throws {
          try networkDiagnosis.write(to: url)
          try patientCount.write(to: url, atomically: true, encoding: .utf8)
          try medicationCatalogue.write(to: url)
        }
        func keep(_ diagnosis: Data, _ key: SymmetricKey, _ url: URL) throws {
          guard let box = try AES.GCM.seal(diagnosis, using: key).combined else { return }
          try box.write(to: url)
        }
        func show(_ patients: [Patient], _ url: URL) throws { try PatientList(patients).style.write(to: url) }
        """),
      RuleExample(
        "health data, protected and excluded",
        """
        func keep(_ prescriptions: Data) throws {
          var file = URL.documentsDirectory.appending(path: "prescriptions.json")
          try prescriptions.write(to: file, options: .completeFileProtection)
          var values = URLResourceValues()
          values.isExcludedFromBackup = true
          try file.setResourceValues(values)
        }
        """),
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
      let exclusion = BackupExclusion(project: project)
      guard let set = exclusion.isSet(place) else { continue }
      if set {
        guard exclusion.isApplied(place) else { continue }
        record.control("a file is kept out of backups", manual, at: place)
      } else {
        record.flaw(manual, at: place, .warning, "This file goes into backups.")
      }
    }
    for call in unit.calls(Self.writes) { judge(call, project, &record) }
  }

  private static func entitlements(_ protection: String) -> SourceText {
    SourceText(
      path: "App/App.entitlements", text: plist("<key>\(entitlement)</key><string>\(protection)</string>"))
  }

  /// The last part of a path; nil for a file of source code, which holds no secret that it is about.
  private static func nameOfFile(_ path: String) -> String? {
    path.split(separator: "/").last.map { String($0) }.flatMap { SourceLanguage(path: $0) == nil ? $0 : nil }
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
    guard let value, project.functions(calledBy: call).isEmpty else { return }
    let target = call.argument("to") ?? call.argument("toFile") ?? call.argument("atPath")
    // `text.write(to: &stream)`: a stream of texts, no file.
    guard target.map({ $0.kind != .unary }) ?? true else { return }
    let place = target.map { project.origins(of: $0, reach: .influence) }
    let files = place?.leaves.compactMap(\.plainText).compactMap(Self.nameOfFile) ?? []
    let isSecret =
      project.isSecret(value) || project.secret(inside: value) != nil
      || files.contains { SecretWords.judge($0) == .secret }
    guard isSecret || project.isPersonal(value) || files.contains(where: PersonalWords.isPersonal) else { return }
    let what = isSecret ? "A secret is" : "Personal data is"
    let options = call.argument("options") ?? call.argument("attributes")
    let protection = options.map { project.origins(of: $0, reach: .influence).names } ?? []
    let isProtected = protection.contains { $0.hasPrefix("complete") || $0 == "protectionKey" }
    guard !(isProtected || isProtectedByDefault(project)) else {
      if let target, let place, !Self.backedUp.isDisjoint(with: place.names),
        !BackupExclusion(project: project).covers(target)
      {
        record.flaw(
          manual, at: call, .warning, "\(what) written where backups copy it; nothing takes it out of them.",
          confidence: .medium)
      }
      return
    }
    record.flaw(
      manual, at: call, .warning, "\(what) written to a file without protection of its own.", confidence: .medium)
  }

  /// Whether the entitlements encrypt every file while the device is locked: each that names a class, and one does.
  private func isProtectedByDefault(_ project: Project) -> Bool {
    let named = project.documents.apple.lists.filter { $0.kind == .entitlements && $0.isShipped }
      .compactMap { $0.root[Self.entitlement] }
    return !named.isEmpty && named.allSatisfy { node in node.string.map { Self.protections.contains($0) } ?? false }
  }
}
