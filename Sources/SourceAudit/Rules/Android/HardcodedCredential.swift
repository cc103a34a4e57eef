/// Passwords, tokens and keys of services in the source.
struct HardcodedCredential: Rule {
  private static let placeholders = [
    "your", "example", "changeme", "placeholder", "todo", "xxx", "test", "dummy", "sample", "<", "${", "insert",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "hardcoded-credential", "No credential stands in the source",
    reason: "Whoever has the app has it: a decompiler or a search for texts finds it, and it cannot be taken back.",
    fix: "Let the server hold it, or hand it out after login and keep it in the keystore's care.",
    ids: ["O.Cryp_1", "O.Auth_13", "MASVS-CRYPTO-2", "MASWE-0005", "CWE-798"],
    violating: [
      RuleExample("by its look", path: "A.kt", lines: [1], #"val access = "AKIA" + "2E0A8F3B244C9986""#),
      RuleExample(
        "by its name", path: "A.java", lines: [1], #"class A { static final String DB_PASSWORD = "Tr0ub4dor&3x"; }"#),
    ],
    conforming: [
      RuleExample("a key of a preference", path: "A.kt", #"const val KEY_PASSWORD = "password""#),
      RuleExample(
        "empty, a hint, a field", path: "A.kt",
        "var password = \"\"\nval passwordHint = \"Your password\"\nval tokenKey = \"auth_token\""),
      RuleExample("not yet filled in", path: "A.java", #"class A { String apiKey = "YOUR_API_KEY_1"; }"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for holder in unit.allDeclarations where [.property, .local, .parameter].contains(holder.kind) {
      guard let value = holder.value, value.kind == .string || value.kind == .binary else { continue }
      let texts = project.texts(of: value)
      // The documentation's own examples open nothing.
      guard let text = texts.first, texts.count == 1, text.firstPlace(of: "EXAMPLE") == nil else { continue }
      guard
        SecretLook.isSecret(text)
          || holder.kind != .local && (SecretWords.judge(holder.name) == .secret && Self.isRandom(text))
      else {
        continue
      }
      record.flaw(
        manual, at: holder, Self.isCounted(text) ? .note : .error, "A credential stands in the source.",
        confidence: Self.isCounted(text) ? .low : .medium)
    }
  }

  /// `1234567890`, `abcdefgh`: nobody's generator made it.
  private static func isCounted(_ text: String) -> Bool {
    var run = 1
    for (one, next) in zip(text.utf8, text.utf8.dropFirst()) {
      run = next == one &+ 1 ? run + 1 : 1
      if run >= 8 { return true }
    }
    return false
  }

  /// Letters and digits or signs mixed, no blank, not a path, not a name of a field.
  private static func isRandom(_ text: String) -> Bool {
    guard text.utf8.count >= 8, !text.contains(" "), !text.contains("/"), !text.hasPrefix("com."),
      !text.contains(where: { "()[]{}\\|^*".contains($0) })
    else { return false }
    let lower = text.lowercased()
    guard !placeholders.contains(where: { lower.contains($0) }) else { return false }
    let hasDigit = text.contains(where: \.isNumber)
    let hasLetter = text.contains(where: \.isLetter)
    let hasMixedCase = text != lower && text != text.uppercased()
    return hasDigit && hasLetter
      && (hasMixedCase || text.contains { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" && $0 != "." }
        || text.utf8.count >= 16 && !text.contains("_"))
  }
}
