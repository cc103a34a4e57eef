/// Fields whose input keyboards learn.
struct KeyboardCacheInCode: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "keyboard-cache-in-code", "Keyboards do not learn secrets",
    reason: "A keyboard keeps what is typed into an ordinary field, offers it again and may send it away.",
    fix: "Use a password variation of the input type; in Compose KeyboardType.Password and autoCorrectEnabled = false.",
    ids: ["O.Data_10", "MASVS-PLATFORM-3", "MASWE-0053", "MASTG-TEST-0258", "CWE-524"],
    violating: [
      RuleExample(
        "a view", path: "A.kt", lines: [1],
        """
        fun f(passwordField: EditText) { passwordField.inputType = InputType.TYPE_CLASS_TEXT }
        """),
      RuleExample(
        "Compose", path: "A.kt", lines: [2],
        """
        @Composable fun Login(pin: String) {
          TextField(value = pin, onValueChange = { }, keyboardOptions = KeyboardOptions(autoCorrectEnabled = true))
        }
        """),
    ],
    conforming: [
      RuleExample(
        "a password", path: "A.java",
        """
        class A { void f(EditText passwordField) { passwordField.setInputType(InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_PASSWORD); } }
        """),
      RuleExample(
        "Compose", path: "A.kt",
        """
        @Composable fun Login(pin: String) {
          TextField(value = pin, onValueChange = { }, keyboardOptions = KeyboardOptions(keyboardType = KeyboardType.NumberPassword))
        }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for write in code.writes("inputType") + code.writes("rawInputType") {
      guard let field = write.receiver, SecretWords.judge(words: Self.name(of: field)) == .secret else { continue }
      let words = code.words(of: write.value)
      guard words.contains(where: { $0.hasPrefix("TYPE_CLASS_") }), !words.contains(where: Self.isQuiet) else {
        continue
      }
      record.flaw(manual, on: write.place, .warning, Self.message)
    }
    for call in unit.calls("TextField", "OutlinedTextField", "BasicTextField") {
      guard let value = call.argument("value") ?? call.argument(at: 0), project.isSecret(value),
        let options = call.argument("keyboardOptions"), call.argument("visualTransformation") == nil
      else { continue }
      let words = code.words(of: options)
      let isLearnt =
        words.contains("Text")
        || code.project.origins(of: options).leaves.contains { maker in
          ["autoCorrect", "autoCorrectEnabled"].contains { maker.argument($0).map(code.isTrue) == true }
        }
      if isLearnt, !words.contains("Password"), !words.contains("NumberPassword") {
        record.flaw(manual, on: call, .warning, Self.message)
      }
    }
  }

  private static let message = "Keyboards learn what is typed here."

  private static func isQuiet(_ word: String) -> Bool {
    word.contains("PASSWORD") || word == "TYPE_TEXT_FLAG_NO_SUGGESTIONS" || word == "TYPE_CLASS_NUMBER"
      || word == "TYPE_CLASS_PHONE"
  }

  /// `passwordField`, `binding.passwordInput` without what says that it is a field.
  private static func name(of field: Expression) -> [String] {
    SecretWords.words(of: field.unwrapped.name).filter {
      !["field", "input", "edit", "text", "view", "et"].contains($0)
    }
  }
}
