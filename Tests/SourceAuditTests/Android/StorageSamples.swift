/// Flawed code about storage and logs, written in many ways, and repaired twins.
enum StorageSamples {
  static let text = #"""
    == secrets-in-shared-preferences | keys of two services in one place
    package app.cloud
    class Accounts(private val app: Application) {
      private val storageKey = "AKIAEXAMPLE0A8F3B244"
      private val codeHostToken = "ghp_EXAMPLE9f8e7d6c5b4a39281706f5e4d3c2b1"
      fun remember() = app.getSharedPreferences("accounts", MODE_PRIVATE).edit().run {
        putString("storage", storageKey) //!
        putString("code", codeHostToken) //!
        commit()
      }
    }
    == secrets-in-shared-preferences | one call on each line
    fun keep(context: Context, token: String?) {
      context
        .getSharedPreferences("s", Context.MODE_PRIVATE)
        .edit()
        .putInt("runs", 1)
        .putString( //!
          "t",
          token)
        .apply()
    }
    == secrets-in-shared-preferences | a helper with a default key
    class Store(private val prefs: SharedPreferences) {
      private fun put(value: String, key: String = DEFAULT) {
        prefs.edit { putString(key, value) } //!
      }
      fun signIn(answer: Answer) = put(answer.accessToken)
      companion object { private const val DEFAULT = "a" }
    }
    == secrets-in-shared-preferences | an extension of the editor
    fun SharedPreferences.Editor.keep(name: String, value: String) = putString(name, value) //!
    fun save(p: SharedPreferences, pwd: String) { p.edit().keep("p", pwd).apply() }
    == secrets-in-shared-preferences | let, also and run
    fun save(c: Context, password: String?) {
      password?.let { secret ->
        PreferenceManager.getDefaultSharedPreferences(c).edit().also { it.putString("x", secret) }.apply() //!
      }
      c.getSharedPreferences("a", 0).run { edit().putString("refresh_token", "x" + password).commit() } //!
    }
    == secrets-in-shared-preferences | a lazy delegate, a typealias, a key in another file
    -- Keys.kt
    object Keys { const val SESSION = "session_token" }
    -- Store.kt
    typealias Prefs = SharedPreferences
    class Store(val context: Context) {
      private val prefs: Prefs by lazy { context.getSharedPreferences("a", 0) }
      fun keep(v: String) = prefs.edit().putString(Keys.SESSION, v).apply() //!
    }
    == secrets-in-shared-preferences | a property that writes through
    class Session(private val prefs: SharedPreferences) {
      var authToken: String?
        get() = prefs.getString("t", null)
        set(value) { prefs.edit().putString(KEY, value).apply() } //!
      private companion object { const val KEY = "auth_token" }
    }
    == secrets-in-shared-preferences | Java with a static key of another class
    -- Keys.java
    class Keys { static final String PW = "user_password"; }
    -- A.java
    public class A extends Activity {
      void save(EditText field) {
        SharedPreferences sp = getSharedPreferences("a", MODE_PRIVATE);
        SharedPreferences.Editor ed = sp.edit();
        ed.putString(Keys.PW, field.getText().toString()); //!
        ed.commit();
      }
    }
    == secrets-in-shared-preferences | a set of texts, in Java
    class A { void f(SharedPreferences p, String apiKey) {
      Set<String> all = new HashSet<>();
      all.add(apiKey);
      p.edit().putStringSet("k", all).apply(); //!
    } }
    == secrets-in-shared-preferences | a DataStore
    val TOKEN = stringPreferencesKey("auth_token")
    suspend fun keep(store: DataStore<Preferences>, t: String) {
      store.edit { settings ->
        settings[TOKEN] = t //!
      }
    }
    == | encrypted preferences
    class Accounts(private val app: Application) {
      private val storageKey = "AKIAEXAMPLE0A8F3B244"
      private val safe by lazy {
        val key = MasterKey.Builder(app).setKeyScheme(MasterKey.KeyScheme.AES256_GCM).build()
        EncryptedSharedPreferences.create(
          app, "accounts", key, EncryptedSharedPreferences.PrefKeyEncryptionScheme.AES256_SIV,
          EncryptedSharedPreferences.PrefValueEncryptionScheme.AES256_GCM)
      }
      fun remember() = safe.edit { putString("storageToken", storageKey) }
    }
    == | sealed before it is written
    class Store(private val prefs: SharedPreferences, private val box: CryptoBox) {
      fun keep(token: String) { val sealed = box.encrypt(token); prefs.edit().putString("token", sealed).apply() }
      fun theme(name: String) { prefs.edit().putString("theme", name).apply() }
      fun time(at: Long) { prefs.edit().putLong("token_expiry", at).apply() }
    }
    == external-storage | an export of a diary with its password
    class Export(private val app: Application) {
      fun toCard(password: String) {
        val target = File(app.getExternalFilesDir(DIRECTORY_DOCUMENTS), "diary.txt")
        FileOutputStream(target).use {
          it.write(password.toByteArray()) //!
        }
      }
      fun toDownloads(diary: ByteArray, password: String) {
        val entry = ContentValues()
        entry.put(MediaStore.MediaColumns.DISPLAY_NAME, "diary.txt")
        val place = app.contentResolver.insert(MediaStore.Downloads.EXTERNAL_CONTENT_URI, entry) ?: return
        app.contentResolver.openOutputStream(place)?.use { it.write(diary + password.toByteArray()) } //!
      }
    }
    == external-storage | the media store, over a helper and a writer
    class Backup(private val app: Application) {
      private fun place(name: String): Uri? {
        val volume = MediaStore.Downloads.getContentUri(MediaStore.VOLUME_EXTERNAL_PRIMARY)
        val row = ContentValues().apply { put(MediaStore.MediaColumns.DISPLAY_NAME, name) }
        return app.contentResolver.insert(volume, row)
      }
      fun write(accessToken: String) {
        val target = place("backup.txt") ?: return
        app.contentResolver.openOutputStream(target)?.bufferedWriter()?.use { writer ->
          writer.write("token: ")
          writer.write(accessToken) //!
        }
      }
    }
    == | the media store without a secret
    class Gallery(private val app: Application) {
      fun chart(picture: Bitmap, diary: ByteArray) {
        val row = ContentValues().apply { put(MediaStore.MediaColumns.DISPLAY_NAME, "chart.png") }
        val place = app.contentResolver.insert(MediaStore.Images.Media.EXTERNAL_CONTENT_URI, row) ?: return
        app.contentResolver.openOutputStream(place)?.use { picture.compress(Bitmap.CompressFormat.PNG, 90, it) }
        val text = app.contentResolver.insert(MediaStore.Downloads.EXTERNAL_CONTENT_URI, row) ?: return
        app.contentResolver.openOutputStream(text)?.use { it.write(diary) }
      }
    }
    == external-storage | the folder from a helper, Java
    class A {
      static File dir(Context c) { return c.getExternalFilesDir(null); }
      void keep(Context c, String token) throws IOException {
        File f = new File(dir(c), "a.txt");
        FileWriter w = new FileWriter(f);
        w.write(token); //!
      }
    }
    == external-storage | resolve, a property, a print writer
    class Dump(private val context: Context) {
      private val folder get() = context.externalCacheDir
      fun dump(pin: String) {
        folder?.resolve("x")?.printWriter()?.use { it.println(pin) } //!
      }
    }
    == external-storage | the root of shared storage
    fun export(report: ByteArray) {
      val target = File(
        Environment.getExternalStoragePublicDirectory(Environment.DIRECTORY_DOWNLOADS), //!
        "report.pdf")
      target.writeBytes(report)
    }
    == | inside the app
    fun keep(context: Context, password: String, box: Box) {
      File(context.filesDir, "s").writeText(box.encrypt(password))
      context.openFileOutput("a", Context.MODE_PRIVATE).use { it.write(box.seal(password)) }
    }
    == secrets-in-android-logs | four ways to write one line
    class Door(private val user: String) {
      fun open(passphrase: String) {
        Log.v("door", "try $user/$passphrase") //!
        Log.wtf("door", "shut for " + passphrase, IllegalStateException("shut")) //!
        Logger.getLogger("door").warning("shut for " + passphrase) //!
        System.err.println("shut for " + passphrase) //!
      }
    }
    == secrets-in-android-logs | Timber, a tag, a format
    fun f(authToken: String?) {
      Timber.tag("net").d("token %s", authToken) //!
      Timber.i("token: %s", authToken ?: "none") //!
      Log.println(Log.INFO, "a", "t=${authToken?.trim()}") //!
    }
    == secrets-in-android-logs | a function that is imported
    import android.util.Log.d
    fun f(pinCode: String) { d("A", "pin $pinCode") } //!
    == secrets-in-android-logs | a closure and a builder
    private val logger = KotlinLogging.logger {}
    fun f(apiKey: String) {
      logger.debug { "key: $apiKey" } //!
      val text = StringBuilder("key ").append(apiKey).toString()
      Log.v("A", text) //!
      Log.v("A", buildString { append("k "); append(apiKey) }) //!
    }
    == secrets-in-android-logs | a helper of another file, String.format
    -- Out.java
    final class Out { static void say(String tag, String text) { Log.i(tag, text); } } //!
    -- A.java
    class A { void f(User user) { Out.say("A", String.format("pw %s", user.getPassword())); } }
    == | what is safe to log
    fun f(user: User, token: String) {
      Log.d("A", "token length ${token.length}, has token ${token.isNotEmpty()}")
      Log.d("A", "password changed for ${user.id}")
      Timber.d("token %s", redact(token))
      Log.w("A", "failed", Exception("no token"))
    }
    == world-readable-file | modes
    fun f(c: Context) {
      val mode = Context.MODE_WORLD_READABLE //!
      c.openFileOutput("a", mode)
    }
    == secret-on-clipboard | a helper, a safe call
    fun copy(c: Context, password: String) {
      val board = c.getSystemService(Context.CLIPBOARD_SERVICE) as? ClipboardManager
      board?.setPrimaryClip(
        ClipData.newPlainText("p", password)) //!
    }
    == secret-on-clipboard | Compose
    @Composable fun Copy(otp: String) {
      val board = LocalClipboardManager.current
      Button(onClick = { board.setText(AnnotatedString(otp)) }) { Text("Copy") } //!
    }
    == secrets-in-sqlite | content values
    class Db(c: Context) : SQLiteOpenHelper(c, "a.db", null, 1) {
      fun add(user: String, password: String) {
        val values = ContentValues().apply {
          put("name", user)
          put("password", password) //!
        }
        writableDatabase.insert("users", null, values)
      }
    }
    == secrets-in-sqlite | Java
    class A { void f(SQLiteDatabase db, String cardNumber) {
      ContentValues v = new ContentValues();
      v.put("card", cardNumber); //!
      db.insert("cards", null, v); } }
    == | a database that is encrypted
    import net.zetetic.database.sqlcipher.SQLiteDatabase
    fun add(db: SQLiteDatabase, password: String) {
      val values = ContentValues().apply { put("password", password) }
      db.insert("users", null, values)
    }
    """#
}
