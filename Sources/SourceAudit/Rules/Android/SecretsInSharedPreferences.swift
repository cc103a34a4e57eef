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
        "beside a hash of something else", path: "A.kt", lines: [2, 3],
        """
        fun keep(prefs: SharedPreferences, userHash: String, token: String) {
          prefs.edit().putString("session", userHash + ":" + token).apply()
          prefs.edit().putString("device", "$userHash:$token").apply()
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
        "words of sealing that seal nothing", path: "A.kt", lines: [2, 5, 8],
        """
        class Door(private val prefs: SharedPreferences) {
          fun key(cipherKey: String) = prefs.edit().putString("cipher_key", cipherKey).apply()
          fun keep(token: String?) {
            val finalToken = token ?: return
            prefs.edit().putString("auth_token", finalToken).apply()
          }
          fun quote(token: String) {
            prefs.edit().putString("auth_token", wrapInQuotes(token)).apply()
          }
          private fun wrapInQuotes(text: String) = "'" + text + "'"
        }
        """),
      RuleExample(
        "a function that only says that it encrypts", path: "A.kt", lines: [2],
        """
        private fun encrypt(text: String) = text.reversed()
        fun keep(prefs: SharedPreferences, token: String) { prefs.edit().putString("token", encrypt(token)).apply() }
        """),
      RuleExample(
        "a variable that is sealed on one way only, and one that is filled again", path: "A.kt", lines: [4, 8],
        """
        fun keep(prefs: SharedPreferences, user: User, isNew: Boolean) {
          var pin = user.pin
          if (isNew) { pin = hash(pin) }
          prefs.edit().putString("pin", pin).apply()
          var token = user.token
          token = encrypt(token)
          token = user.accessToken
          prefs.edit().putString("token", token).apply()
        }
        """),
      RuleExample(
        "a number", path: "A.kt", lines: [1],
        #"fun keep(prefs: SharedPreferences, pin: Int) { prefs.edit().putInt("pin", pin).apply() }"#),
      RuleExample(
        "a DataStore, by its setter", path: "A.kt", lines: [2],
        """
        private val TOKEN = stringPreferencesKey("auth_token")
        suspend fun keep(store: DataStore<Preferences>, t: String) { store.edit { prefs -> prefs.set(TOKEN, t) } }
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
        "sealed in a function of the project, and called so", path: "A.kt",
        """
        class Box(private val key: SecretKey, private val prefs: SharedPreferences) {
          private fun encrypt(text: String): String {
            val cipher = Cipher.getInstance("AES/GCM/NoPadding")
            cipher.init(Cipher.ENCRYPT_MODE, key)
            val output = ByteArrayOutputStream()
            CipherOutputStream(output, cipher).use { it.write(text.toByteArray()) }
            return Base64.encodeToString(output.toByteArray(), Base64.NO_WRAP)
          }
          fun keep(token: String) { prefs.edit().putString("token", encrypt(token)).apply() }
          fun keepAgain(encryptedToken: String) { prefs.edit().putString("token", encryptedToken).apply() }
          fun keepKey(cipher: Cipher, key: SecretKey) {
            prefs.edit().putString("secret_key", Base64.encodeToString(cipher.wrap(key), 0)).apply()
          }
        }
        """),
      RuleExample(
        "a hash with its salt, a ciphertext with its nonce", path: "A.kt",
        """
        fun keep(p: SharedPreferences, passwordHash: String, passwordSalt: String) {
          p.edit().putString("password", "$passwordHash:$passwordSalt").apply()
        }
        fun keepToken(p: SharedPreferences, encryptedToken: String, tokenIv: String) {
          p.edit().putString("token", "$encryptedToken:$tokenIv").apply()
        }
        """),
      RuleExample(
        "a variable sealed in place, in Java", path: "A.java",
        """
        class A {
          void keep(SharedPreferences prefs, Response response) {
            String token = response.getToken();
            token = encrypt(token);
            prefs.edit().putString("token", token).apply();
          }
        }
        """),
      RuleExample(
        "a variable sealed in place, in Kotlin", path: "A.kt",
        """
        fun keep(prefs: SharedPreferences, user: User) {
          var pin = user.pin
          pin = hash(pin)
          prefs.edit { putString("pin", pin) }
        }
        """),
      RuleExample(
        "numbers about a secret", path: "A.kt",
        """
        fun keep(prefs: SharedPreferences, pinLength: Int, left: Int, token: Int, now: Long) {
          prefs.edit().putInt("pinLength", pinLength).putInt("pin_attempts", left).putInt("token", token)
            .putLong("pin_set_at", now).putLong("otpRequested", System.currentTimeMillis()).apply()
        }
        """),
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
    for call in unit.calls("putString", "putStringSet", "putInt", "putLong") {
      let base = code.root(of: code.receiver(of: call), through: Self.chain)
      switch base.map({ kind(of: $0, code) }) ?? kind(ofType: code.receiverType(of: call)) {
      case .plain:
        guard let value = call.argument(at: 1), call.calledName.hasPrefix("putString") || isNumber(call, project),
          !code.isSealed(value)
        else { continue }
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
      guard isInEdit(write, project), let key = write.first?.values.first, let value = write.second,
        !code.isSealed(value), project.keepsSecret(value, under: key)
      else { continue }
      record.flaw(manual, on: write, .error, "A secret is written to a DataStore in the clear.")
    }
    for call in unit.calls("set") where call.arguments.count == 2 && call.receiver != nil {
      guard isInEdit(call, project), let value = call.argument(at: 1), !code.isSealed(value),
        project.keepsSecret(value, under: call.argument(at: 0))
      else { continue }
      record.flaw(manual, on: call, .error, "A secret is written to a DataStore in the clear.")
    }
  }

  /// `store.edit { … }`
  private func isInEdit(_ write: Expression, _ project: Project) -> Bool {
    let closure = ([write.owner] + write.owner.enclosing).first { $0.kind == .closure }
    return closure.flatMap { project.closureExpression($0)?.parent }?.calledName == "edit"
  }

  /// `putInt("pin", pin)`: most numbers under the name of a secret are times and counts.
  private func isNumber(_ call: Expression, _ project: Project) -> Bool {
    guard ["putInt", "putLong"].contains(call.calledName) else { return false }
    let names =
      (call.argument(at: 0).map { project.candidates(ofKey: $0) } ?? [])
      + (call.argument(at: 1).flatMap { project.meanings(of: $0).first }.map { [$0] } ?? [])
    return names.contains(where: SecretWords.isMadeOfDigits)
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
