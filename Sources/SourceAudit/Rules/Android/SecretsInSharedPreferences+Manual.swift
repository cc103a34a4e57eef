extension SecretsInSharedPreferences {
  static let violating: [RuleExample] = [
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
      "a delegate of another file", path: "A.kt", lines: [2, 3, 6],
      others: [
        SourceText(
          path: "Kept.kt",
          text: """
            class Kept(private val prefs: SharedPreferences, private val key: String) {
              operator fun getValue(a: Any?, p: KProperty<*>) = prefs.getString(key, "") ?: ""
              operator fun setValue(a: Any?, p: KProperty<*>, value: String) { prefs.edit { putString(key, value) } }
            }
            fun SharedPreferences.text(key: String) = object : ReadWriteProperty<Any, String> {
              override fun getValue(thisRef: Any, property: KProperty<*>) = getString(key, "") ?: ""
              override fun setValue(thisRef: Any, property: KProperty<*>, value: String) {
                edit().putString(key, value).apply()
              }
            }
            """)
      ],
      """
      class Session(prefs: SharedPreferences) {
        var mark by Kept(prefs, "auth_token")
        var password by Kept(prefs, "pw")
        var theme by Kept(prefs, "theme")
        var hint by Kept(prefs, "password_hint")
        var pin: String by prefs.text("p")
      }
      """),
    RuleExample(
      "a delegate with a key of its own, and one of the platform", path: "A.kt", lines: [4, 8],
      """
      class Mark(private val prefs: SharedPreferences) {
        operator fun getValue(a: Any?, p: KProperty<*>) = prefs.getString("refresh_token", "") ?: ""
        operator fun setValue(a: Any?, p: KProperty<*>, value: String) = keep("refresh_token", value)
        private fun keep(key: String, text: String) { prefs.edit().putString(key, text).apply() }
      }
      class Session(private val prefs: SharedPreferences) {
        var mark by Mark(prefs)
        var password: String by Delegates.observable("") { _, _, new -> prefs.edit().putString("p", new).apply() }
      }
      """),
    RuleExample(
      "a DataStore, in place and in a copy", path: "A.kt", lines: [2, 6],
      """
      suspend fun keep(store: DataStore<Preferences>, token: String) {
        store.edit { it[stringPreferencesKey("token")] = token }
      }
      suspend fun replace(store: DataStore<Preferences>, password: String) {
        store.updateData { all -> all.toMutablePreferences().apply {
          this[stringPreferencesKey("p")] = password
        } }
      }
      """),
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
  ]

  static let conforming: [RuleExample] = [
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
      "delegates that encrypt, and a value that is read when it is needed", path: "A.kt",
      """
      class Sealed(private val prefs: SharedPreferences, private val key: String) {
        operator fun getValue(a: Any?, p: KProperty<*>) = decrypt(prefs.getString(key, ""))
        operator fun setValue(a: Any?, p: KProperty<*>, value: String) {
          prefs.edit().putString(key, encrypt(value)).apply()
        }
      }
      class Session(prefs: SharedPreferences) {
        var token by Sealed(prefs, "auth_token")
        val password by lazy { vault.read() }
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
  ]
}
