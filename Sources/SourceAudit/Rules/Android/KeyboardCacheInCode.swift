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
      RuleExample(
        "Compose, by its defaults", path: "A.kt", lines: [3, 4],
        """
        @Composable fun Login(state: LoginState, onPassword: (String) -> Unit) {
          var pin by remember { mutableStateOf("") }
          TextField(value = pin, onValueChange = { pin = it })
          OutlinedTextField(state.password, onPassword, label = { Text("Password") })
        }
        """),
      RuleExample(
        "views that code makes", path: "A.kt", lines: [3, 6, 9],
        """
        class Form(context: Context) : LinearLayout(context) {
          fun build(): View {
            val passwordField = EditText(context)
            passwordField.setSingleLine(true)
            addView(passwordField)
            val second = EditText(context).apply { hint = "Your passcode" }
            val name = EditText(context).apply { inputType = InputType.TYPE_CLASS_TEXT }
            addView(second)
            val third = EditText(context)
            addView(third)
            button.setOnClickListener { val password = third.text.toString(); login(name.text.toString(), password) }
            return this
          }
        }
        """),
      RuleExample(
        "a view that a field of a class holds", path: "A.java", lines: [3],
        """
        class A extends Activity { private EditText pinField;
          void make() {
            pinField = new EditText(this);
            setContentView(pinField);
          }
        }
        """),
    ],
    conforming: [
      RuleExample(
        "views that code makes and sets up", path: "A.kt",
        """
        class Form(context: Context) : LinearLayout(context) {
          private lateinit var pinField: EditText
          fun build() {
            val passwordField = EditText(context).apply {
              inputType = InputType.TYPE_CLASS_TEXT or InputType.TYPE_TEXT_VARIATION_PASSWORD
            }
            val passcodeField = EditText(context)
            passcodeField.transformationMethod = PasswordTransformationMethod.getInstance()
            pinField = EditText(context)
            quiet(pinField)
            val note = EditText(context).apply { hint = "Note" }
            val passwordView = EditText(context, attrs, 0)
            listOf(passwordField, passcodeField, pinField, note).forEach(::addView)
          }
          private fun quiet(field: EditText) { field.inputType = InputType.TYPE_CLASS_NUMBER }
        }
        """),
      RuleExample(
        "Compose: a name, what is only shown, and a field of the project's own", path: "A.kt",
        """
        @Composable fun Login(name: String, recoveryKey: String, pin: String) {
          TextField(value = name, onValueChange = { })
          TextField(value = recoveryKey, onValueChange = { }, readOnly = true)
          TextField(value = recoveryKey, onValueChange = { }, enabled = false)
          BasicTextField(pin) { }
        }
        @Composable fun BasicTextField(value: String, onChange: (String) -> Unit) { draw(value, onChange) }
        """),
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
      guard let field = write.receiver,
        SecretWords.judge(words: Self.words(ofField: field.unwrapped.name)) == .secret
      else { continue }
      let words = code.words(of: write.value)
      guard words.contains(where: { $0.hasPrefix("TYPE_CLASS_") }), !words.contains(where: Self.isQuiet) else {
        continue
      }
      record.flaw(manual, on: write.place, .warning, Self.message)
    }
    for call in unit.calls("TextField", "OutlinedTextField", "BasicTextField") where isLearnt(call, code) {
      record.flaw(manual, on: call, .warning, Self.message)
    }
    judgeMade(code, &record)
  }

  /// Whether a field of Compose holds a secret and the keyboard learns it.
  private func isLearnt(_ field: Expression, _ code: AndroidCode) -> Bool {
    guard let value = field.argument("value") ?? field.argument(at: 0), code.project.isSecret(value),
      field.argument("visualTransformation") == nil
    else { return false }
    guard let options = field.argument("keyboardOptions") else { return isOfDefaults(field, code) }
    let words = code.words(of: options)
    guard !words.contains("Password"), !words.contains("NumberPassword") else { return false }
    return words.contains("Text")
      || code.project.origins(of: options).leaves.contains { maker in
        ["autoCorrect", "autoCorrectEnabled"].contains { maker.argument($0).map(code.isTrue) == true }
      }
  }

  /// Whether a field is typed into by the defaults, which are ordinary text with corrections.
  /// Source: developer.android.com, androidx.compose.foundation.text.KeyboardOptions.
  private func isOfDefaults(_ field: Expression, _ code: AndroidCode) -> Bool {
    field.unit.language == .kotlin && field.arguments.count > 1 && code.project.functions(calledBy: field).isEmpty
      && field.argument("readOnly").map(code.isTrue) != true && field.argument("enabled").map(code.isFalse) != true
      && !field.arguments.contains { $0.label.isEmpty && code.words(of: $0.value).contains("KeyboardOptions") }
  }

  static let message = "Keyboards learn what is typed here."

  private static func isQuiet(_ word: String) -> Bool {
    word.contains("PASSWORD") || word == "TYPE_TEXT_FLAG_NO_SUGGESTIONS" || word == "TYPE_CLASS_NUMBER"
      || word == "TYPE_CLASS_PHONE"
  }

  /// The words of `passwordField`, `passwordInput` without those that say that it is a field.
  static func words(ofField name: String) -> [String] {
    SecretWords.words(of: name).filter { !["field", "input", "edit", "text", "view", "et"].contains($0) }
  }
}
