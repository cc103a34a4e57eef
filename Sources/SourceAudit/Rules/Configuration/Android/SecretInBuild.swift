import UntrustedInput

/// Passwords and keys in build files and their properties.
struct SecretInBuild: ProjectRule {
  private static let fields: Set<String> = ["buildConfigField", "resValue"]
  private static let passwords: Set<String> = ["storePassword", "keyPassword"]
  /// What the key of every debug build is called.
  private static let known: Set<String> = ["android", "androiddebugkey", "password", "changeit", ""]

  let manual = RuleManual(
    "secret-in-build", "Secrets do not belong into the build files",
    reason: "Whoever reads the repository signs as the app; what becomes a field of BuildConfig or a resource is in "
      + "every package besides.",
    fix: "Read it from the environment of the build machine; let the server hold what the app itself would need.",
    ids: ["O.Cryp_1", "O.Cryp_6", "MASVS-CRYPTO-2", "MASWE-0005", "CWE-798"],
    violating: [
      RuleExample(
        "the signing password, Groovy", path: "app/build.gradle", lines: [5, 6],
        "android {\n  signingConfigs {\n    release {\n      storeFile file(\"a.jks\")\n"
          + "      storePassword 'Tr0ub4dor3x'\n      keyPassword \"Tr0ub4dor3x\"\n    }\n  }\n}\n"),
      RuleExample(
        "a field, Kotlin", path: "app/build.gradle.kts", lines: [3],
        "android {\n  defaultConfig {\n"
          + "    buildConfigField(\"String\", \"API_SECRET\", \"\\\"9f8Ab3kQ7xZ2mN5pL0rT\\\"\")\n  }\n}\n"),
      RuleExample(
        "a list of another name", path: "app/server.properties", lines: [1], "db.password=horse7-battery\n"),
      RuleExample(
        "properties", path: "keystore.properties", lines: [2],
        "storeFile=a.jks\nstorePassword=Tr0ub4dor3x\n"),
    ],
    conforming: [
      RuleExample(
        "from the environment", path: "app/build.gradle",
        "android {\n  signingConfigs {\n    release {\n      storePassword System.getenv(\"STORE_PASSWORD\")\n"
          + "      keyPassword keystoreProperties['keyPassword']\n    }\n"
          + "    debug { storePassword 'android'\n keyPassword 'android' }\n  }\n}\n"),
      RuleExample(
        "a field from a property", path: "app/build.gradle.kts",
        "android { defaultConfig { buildConfigField(\"String\", \"API_SECRET\", \"\\\"${properties[\"s\"]}\\\"\") } }\n"
      ),
      RuleExample("translations", path: "i18n/errors_de.properties", "login.password=Kennwort1\n"),
      RuleExample("no secrets", path: "gradle.properties", "org.gradle.jvmargs=-Xmx4g\nandroid.useAndroidX=true\n"),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let android = project.documents.android
    for build in android.builds {
      for statement in build.statements { judge(statement, in: build, into: &record) }
    }
    for list in android.properties {
      for entry in list.entries {
        let name = entry.key.split(separator: ".").last.map(String.init) ?? entry.key
        guard isSecret(entry.value, named: name) || SecretInResources.isSecret(entry.value, named: name) else {
          continue
        }
        record.flaw(manual, android: list.file, at: entry.position, .warning, "A secret stands in the project.")
      }
    }
  }

  private func judge(_ statement: GradleStatement, in build: GradleBuild, into record: inout AuditRecord) {
    let isDebug = statement.entry(of: "signingConfigs")?.lowercased().contains("debug") == true
    if Self.passwords.contains(statement.setting) {
      guard let text = statement.first?.text, !isDebug, isSecret(text, named: "password") else { return }
      // O.Cryp_1#670
      record.flaw(
        manual, android: build.file, at: statement.position, .error, "The password of the signing key stands here.")
    } else if Self.fields.contains(statement.name), statement.arguments.count == 3 {
      guard let name = statement.arguments[1].text, let text = statement.arguments[2].text else { return }
      let bare = text.filter { $0 != "\"" && $0 != "\\" }
      guard SecretInResources.isSecret(bare, named: name), statement.entry(of: "buildTypes") != "debug" else { return }
      record.flaw(
        manual, android: build.file, at: statement.position, .warning, "A secret becomes part of the package.")
    } else if statement.first?.tokens.count == 1, let text = statement.first?.text,
      SecretInResources.isSecret(text, named: statement.name)
    {
      record.flaw(manual, android: build.file, at: statement.position, .warning, "A secret stands in the build file.")
    }
  }

  private func isSecret(_ text: String, named name: String) -> Bool {
    let lower = text.lowercased()
    return (name.hasSuffix("assword") || name.hasSuffix("PASSWORD")) && text.utf8.count >= 4 && !text.hasPrefix("$")
      && !Self.known.contains(lower) && !text.contains(" ")
      && !["your", "xxx", "***", "<", "todo", "placeholder", "example"].contains { lower.contains($0) }
  }
}
