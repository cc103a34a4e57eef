import UntrustedInput

/// Secrets in build settings, from where they go into Info.plist or into the code.
struct SecretInXcodeSettings: ProjectRule {
  let manual = RuleManual(
    "secret-in-xcode-settings", "Secrets do not belong into build settings",
    reason: "A settings file lies in the repository, and what it sets lies in the bundle: whoever has either has the "
      + "secret.",
    fix: "Let the server hold the secret; what the build itself needs comes from the build machine's own store.",
    ids: [
      "O.Data_4", "O.Cryp_4", "MASVS-CRYPTO-2", "MASWE-0005", "MASWE-0014", "MASTG-TEST-0214", "CWE-798", "CWE-321",
    ],
    violating: [
      RuleExample(
        "a client's secret", path: "Prod.xcconfig", lines: [1], "CLIENT_SECRET = 9f8Ab3kQ7xZ2mN5pL0rT\n")
    ],
    conforming: [
      RuleExample(
        "from the build machine", path: "Prod.xcconfig", "CLIENT_SECRET = $(CLIENT_SECRET)\nAPI_HOST = api.a.app\n"),
      RuleExample("empty", path: "Prod.xcconfig", "CLIENT_SECRET =\n"),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    for configuration in project.documents.apple.configurations {
      for (name, setting) in configuration.settings.sorted(by: { $0.key < $1.key }) {
        for piece in setting.pieces where !piece.text.contains("$(") && !piece.text.contains("${") {
          let text = piece.text.trimmingQuotes
          let isNamed = SecretWords.judge(name) == .secret && HardcodedSecret.isRandom(text)
          guard isNamed || HardcodedSecret.hasKnownForm(text) else { continue }
          record.flaw(manual, in: piece.file, at: piece.position, .warning, "A secret lies in the build settings.")
        }
      }
    }
  }
}

extension String {
  fileprivate var trimmingQuotes: String {
    count > 1 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
  }
}
