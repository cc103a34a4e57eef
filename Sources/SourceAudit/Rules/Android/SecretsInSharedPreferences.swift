/// Secrets written to preferences that nothing encrypts.
struct SecretsInSharedPreferences: Rule {
  private static let chain: Set<String> = [
    "edit", "putString", "putStringSet", "putInt", "putLong", "putBoolean", "putFloat", "remove", "clear", "apply",
    "also",
  ]
  private static let openers: Set<String> = [
    "getSharedPreferences", "getDefaultSharedPreferences", "getPreferences", "preferencesDataStore",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "secrets-in-shared-preferences", "Secrets do not belong in SharedPreferences",
    reason:
      "SharedPreferences and DataStore are plain files in the app's folder: backups copy them, and whoever reaches "
      + "the folder reads them.",
    fix: "Seal the value with a key of the Android Keystore before it is written, or use EncryptedSharedPreferences.",
    ids: [
      "O.Data_2", "O.Data_3", "O.Data_15", "O.Auth_13", "MASVS-STORAGE-1", "MASWE-0006", "MASTG-TEST-0287",
      "MASTG-TEST-0207", "CWE-312",
    ],
    violating: [
      RuleExample(
        "an editor that receives a block", path: "A.kt", lines: [2],
        """
        fun keep(prefs: SharedPreferences, t: String) {
          prefs.edit().apply { putString("auth_token", t) }.apply()
        }
        """),
      RuleExample(
        "a key in a companion, a field, a safe call", path: "A.kt", lines: [4],
        """
        class Store(context: Context) {
          companion object { private const val KEY = "refresh" + "_token" }
          private val prefs: SharedPreferences? = context.getSharedPreferences("s", Context.MODE_PRIVATE)
          fun keep(v: String) { prefs?.edit()?.putInt("n", 1)?.putString(KEY, v)?.apply() }
        }
        """),
      RuleExample(
        "the extension with a closure", path: "A.kt", lines: [2],
        """
        fun Context.keep(pinCode: String) {
          getSharedPreferences("s", 0).edit(commit = true) { putString("p", pinCode) }
        }
        """),
      RuleExample(
        "a property that begins empty", path: "A.kt", lines: [4],
        """
        class Door(private val prefs: SharedPreferences) {
          private var accessToken = ""
          fun opened(text: String) { accessToken = text }
          fun keep() { prefs.edit().putString("door", accessToken).apply() }
        }
        """),
      RuleExample(
        "Java, in steps", path: "A.java", lines: [6],
        """
        class A {
          static final String KEY = "password";
          void keep(Context c, String v) {
            SharedPreferences.Editor editor = PreferenceManager.getDefaultSharedPreferences(c).edit();
            editor.putInt("n", 1);
            editor.putString(KEY, v);
          }
        }
        """),
    ],
    conforming: [
      RuleExample(
        "encrypted preferences", path: "A.kt",
        """
        fun keep(c: Context, key: MasterKey, t: String) {
          val safe = EncryptedSharedPreferences.create(c, "s", key, A, B)
          safe.edit().putString("auth_token", t).apply()
        }
        """),
      RuleExample(
        "handed in, encrypted elsewhere", path: "A.kt",
        """
        class Disk(private val encryptedPreferences: SharedPreferences) {
          fun keep(authToken: String) { encryptedPreferences.edit { putString("auth_token", authToken) } }
        }
        """),
      RuleExample(
        "sealed first", path: "A.kt",
        #"fun keep(prefs: SharedPreferences, t: String) { prefs.edit().putString("token", encrypt(t)).apply() }"#),
      RuleExample(
        "an old secret overwritten", path: "A.kt",
        """
        private const val NOTHING = ""
        fun forget(prefs: SharedPreferences) { prefs.edit().putString("auth_token", NOTHING).apply() }
        """),
      RuleExample(
        "a setting, and a bundle", path: "A.kt",
        """
        fun keep(prefs: SharedPreferences, state: Bundle, t: String) {
          prefs.edit().putString("theme", "dark").putBoolean("password_set", true).apply()
          state.putString("auth_token", t)
        }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("putString", "putStringSet") {
      let base = code.root(of: code.receiver(of: call), through: Self.chain)
      switch base.map({ kind(of: $0, code) }) ?? kind(ofType: code.receiverType(of: call)) {
      case .plain:
        guard let value = call.argument(at: 1), !code.isSealed(value) else { continue }
        let values = [value] + code.fillings(of: value, ["add", "addAll", "plus"])
        let isSecret = values.contains { value in
          project.keepsSecret(value, under: call.argument(at: 0)) || SecretLook.isSecret(value, project)
        }
        guard isSecret else { continue }
        record.flaw(manual, on: call, .error, "A secret is written to SharedPreferences in the clear.")
      case .encrypted: record.control("preferences are encrypted", manual, at: call)
      case .other: break
      }
    }
    for write in unit.assignments where write.first?.kind == .index {
      guard let closure = ([write.owner] + write.owner.enclosing).first(where: { $0.kind == .closure }),
        let outer = project.closureExpression(closure)?.parent, outer.calledName == "edit",
        let key = write.first?.values.first, let value = write.second, !code.isSealed(value),
        project.keepsSecret(value, under: key)
      else { continue }
      record.flaw(manual, on: write, .error, "A secret is written to a DataStore in the clear.")
    }
  }

  private static let sealed: Set<String> = ["encrypted", "sealed", "keystore"]

  private enum Base { case plain, encrypted, other }

  private func kind(ofType type: String?) -> Base { type == "Editor" ? .plain : .other }

  private func kind(of base: Expression, _ code: AndroidCode) -> Base {
    let words = code.words(of: base).union([base.calledName, base.name])
    if words.contains("EncryptedSharedPreferences") { return .encrypted }
    let type = code.project.type(of: base)
    if type == "EncryptedSharedPreferences" { return .encrypted }
    // Handed in as the interface, opened elsewhere, and called encrypted: nothing here says that it is not.
    let isOpenedHere = !words.isDisjoint(with: Self.openers)
    if !isOpenedHere, words.contains(where: { !Self.sealed.isDisjoint(with: SecretWords.words(of: $0)) }) {
      return .other
    }
    if let type, type != "Any" {
      return type == "SharedPreferences" || type == "Editor" || type == "PreferenceManager" ? .plain : .other
    }
    if !words.isDisjoint(with: Self.openers) { return .plain }
    let name = SecretWords.words(of: base.kind == .call ? base.calledName : base.name)
    return name.contains { ["prefs", "preferences", "pref", "editor"].contains($0) } ? .plain : .other
  }
}
