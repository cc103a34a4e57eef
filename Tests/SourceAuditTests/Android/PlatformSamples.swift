/// Flawed code about other apps and input, written in many ways, and repaired twins.
enum PlatformSamples {
  static let text = #"""
    == concatenated-sql | safe calls and a template
    class Db(context: Context) : SQLiteOpenHelper(context, "a", null, 1) {
      fun login(user: String?, pass: String?): Boolean {
        val db: SQLiteDatabase? = readableDatabase
        val c = db?.rawQuery("SELECT * FROM users WHERE u='${user}' AND p='${pass}'", null) //!
        return c?.moveToFirst() ?: false
      }
    }
    == concatenated-sql | buildString, a helper, apply
    private fun where(name: String) = buildString { append("SELECT * FROM t WHERE n = '"); append(name); append("'") }
    fun find(db: SQLiteDatabase, n: String) = db.apply { rawQuery(where(n), null) } //!
    == concatenated-sql | String.format and a field, Java
    class A { SQLiteDatabase db;
      Cursor f(String id) {
        String sql = String.format("SELECT * FROM %s WHERE id = '%s'", "t", id);
        return db.rawQuery(sql, null); //!
      }
      void g(Uri uri) { db.delete("t", "id=" + uri.getLastPathSegment(), null); } //!
    }
    == concatenated-sql | a constant with a hole of another file
    -- Sql.kt
    object Sql { fun byName(n: String) = "SELECT * FROM t WHERE n = '" + n + "'" }
    -- A.kt
    fun f(db: SQLiteDatabase, n: String) { db.execSQL(Sql.byName(n)) } //!
    == concatenated-sql | an alias of the database
    import android.database.sqlite.SQLiteDatabase as Db
    fun f(db: Db, n: String) = db.query("t", null, "name = '$n'", null, null, null, null) //!
    == | statements with arguments
    const val TABLE = "t"
    object Columns { const val NAME = "name" }
    fun f(db: SQLiteDatabase, n: String) {
      db.rawQuery("SELECT * FROM $TABLE WHERE ${Columns.NAME} = ?", arrayOf(n))
      db.execSQL("CREATE TABLE IF NOT EXISTS $TABLE (${Columns.NAME} TEXT)")
      db.delete(TABLE, "${Columns.NAME} = ?", arrayOf(n))
      db.query(TABLE, null, Columns.NAME + " = ?", arrayOf(n), null, null, null)
    }
    == secret-in-implicit-intent | whoever takes the action reads the extras
    class Share(private val screen: Activity) {
      fun open(note: String, session: Session) {
        val open = Intent("app.notes.OPEN")
        open.putExtra("session_token", session.token) //!
        open.putExtra("password", session.password) //!
        open.putExtra("note", note)
        screen.startActivity(open)
      }
    }
    == secret-in-implicit-intent | a helper and a broadcast
    fun intent(action: String, token: String) = Intent(action).putExtra("t", token) //!
    fun send(c: Context, authToken: String) { c.sendBroadcast(intent("app.LOGIN", authToken)) }
    == secret-in-implicit-intent | Java, a bundle
    class A extends Activity { void f(String password) {
      Intent i = new Intent("app.LOGIN");
      Bundle b = new Bundle();
      b.putString("password", password);
      i.putExtras(b); //!
      sendBroadcast(i); } }
    == | intents with a receiver
    fun f(c: Context, token: String) {
      c.startActivity(Intent(c, Next::class.java).putExtra("token", token))
      c.sendBroadcast(Intent("a.B").setPackage(c.packageName).putExtra("token", token))
      val i = Intent("a.B"); i.`package` = c.packageName; i.putExtra("token", token); c.sendBroadcast(i)
    }
    == mutable-pending-intent | many ways
    fun flags() = PendingIntent.FLAG_UPDATE_CURRENT or PendingIntent.FLAG_MUTABLE
    fun f(c: Context, i: Intent) = PendingIntent.getBroadcast( //!
      c, 0, i, flags())
    class P(val c: Context) { fun g() = Intent("a.B").let { PendingIntent.getActivity(c, 0, it, 0) } } //!
    == forwarded-intent | a safe call and let
    class Proxy : Activity() {
      override fun onCreate(s: Bundle?) {
        intent?.extras?.getParcelable<Intent>("next")?.let { startActivity(it) } //!
      }
    }
    == forwarded-intent | with a class, in a helper
    class Proxy : Activity() {
      private fun next() = IntentCompat.getParcelableExtra(intent, "next", Intent::class.java)
      override fun onNewIntent(i: Intent) { startService(next()) } //!
    }
    == forwarded-intent | a URI
    class Proxy : Activity() { fun f() {
      val u = intent.getStringExtra("u") ?: return
      startActivity(Intent.parseUri(u, Intent.URI_INTENT_SCHEME)) } } //!
    == path-from-outside | a provider, Java
    public class Files extends ContentProvider {
      @Override public ParcelFileDescriptor openFile(Uri uri, String mode) throws FileNotFoundException {
        File file = new File(getContext().getFilesDir(), uri.getLastPathSegment()); //!
        return ParcelFileDescriptor.open(file, ParcelFileDescriptor.MODE_READ_ONLY);
      }
    }
    == path-from-outside | an archive, in ways of Kotlin
    fun unzip(input: InputStream, dir: File) {
      ZipInputStream(input).use { zip ->
        generateSequence { zip.nextEntry }.forEach { entry ->
          val out = dir.resolve(entry.name) //!
          out.outputStream().use { zip.copyTo(it) }
        }
      }
    }
    == path-from-outside | a loop over the entries
    fun unzip(zip: ZipFile, dir: File) {
      for (e in zip.entries()) {
        File(dir, e.name).outputStream().use { zip.getInputStream(e).copyTo(it) } //!
      }
    }
    == path-from-outside | an extra
    class A : Activity() { fun f() = File(filesDir, intent.getStringExtra("name")!!).readText() } //!
    == path-from-outside | the folder is asked, and not the entry
    fun unzip(zip: ZipFile, dir: File) {
      if (!dir.canonicalPath.startsWith("/data/")) throw SecurityException()
      for (e in zip.entries()) {
        Log.d("zip", File(e.name).canonicalPath) //!
        File(dir, e.name).outputStream().use { zip.getInputStream(e).copyTo(it) } //!
      }
    }
    == | entries that stay
    fun unzip(zip: ZipInputStream, dir: File) {
      var e = zip.nextEntry
      while (e != null) {
        val out = File(dir, e.name)
        if (!out.canonicalPath.startsWith(dir.canonicalPath + File.separator)) throw SecurityException()
        e = zip.nextEntry
      }
    }
    fun other(zip: ZipFile, dir: File) {
      for (e in zip.entries()) {
        if (e.name.contains("..")) continue
        File(dir, e.name).outputStream().use { zip.getInputStream(e).copyTo(it) }
      }
    }
    == forwarded-intent | the caller's name is only written down
    class Proxy : Activity() { fun go() {
      val next = intent.getParcelableExtra<Intent>("next")
      Log.d("proxy", "$callingPackage asks for ${next?.component}")
      startActivity(next) //!
    } }
    == | an intent of a known sender, and one for a known screen
    class Proxy : Activity() {
      fun one() {
        if (callingPackage != "app.sleep.watch") return
        startActivity(intent.getParcelableExtra<Intent>("next"))
      }
      fun two() {
        val next = intent.getParcelableExtra<Intent>("next") ?: return
        if (isOurs(next)) startActivity(next)
      }
      private fun isOurs(it: Intent) = it.component?.packageName == packageName
    }
    == command-from-outside | through a helper
    class A : Activity() {
      private fun run(c: String) { Runtime.getRuntime().exec(arrayOf("sh", "-c", c)) } //!
      override fun onCreate(s: Bundle?) { run(intent.getStringExtra("c") ?: "") }
    }
    == command-from-outside | what another app calls on a provider
    class Tools : ContentProvider() {
      override fun call(method: String, arg: String?, extras: Bundle?): Bundle? {
        Runtime.getRuntime().exec(arrayOf("sh", "-c", arg)) //!
        return extras
      }
      override fun delete(place: Uri, where: String?, values: Array<String>?): Int {
        Runtime.getRuntime().exec("rm " + place.lastPathSegment) //!
        return 1
      }
    }
    == | the same words outside of a provider
    class Tools(private val shell: String) {
      fun call(method: String, arg: String) { Runtime.getRuntime().exec(arrayOf(shell, method, arg)) }
      fun delete(place: Uri) = Runtime.getRuntime().exec("rm " + place.toString())
    }
    == command-from-outside | code from shared storage
    fun load(c: Context) = DexClassLoader(c.getExternalFilesDir(null)!!.path + "/p.dex", null, null, c.classLoader) //!
    == java-deserialization | an extra
    class A(private val context: Context) {
      fun processIntent(intent: Intent) {
        if (intent.hasExtra("p")) {
          val raw = Base64.getDecoder().decode(intent.getStringExtra("p"))
          val ois = ObjectInputStream(ByteArrayInputStream(raw))
          val thing = ois.readObject() //!
        }
      }
    }
    == java-deserialization | Java, from the network
    class A { Object f(Socket s) throws Exception { return new ObjectInputStream(s.getInputStream()).readObject(); } } //!
    == java-xml-entities | what others sent
    class A : Activity() { fun f() {
      val factory = DocumentBuilderFactory.newInstance()
      val doc = factory.newDocumentBuilder().parse(contentResolver.openInputStream(intent.data!!)) } } //!
    == java-xml-entities | switched on
    fun f(s: InputStream) {
      val p = SAXParserFactory.newInstance()
      p.setFeature("http://xml.org/sax/features/external-general-entities", true) //!
      p.newSAXParser().parse(s, DefaultHandler())
    }
    == | without entities
    class A : Activity() { fun f() {
      val factory = DocumentBuilderFactory.newInstance()
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true)
      val doc = factory.newDocumentBuilder().parse(contentResolver.openInputStream(intent.data!!)) } }
    == open-broadcast-receiver | no flag
    class A : Activity() {
      override fun onStart() { super.onStart(); registerReceiver(receiver, IntentFilter("app.LOGOUT")) } //!
    }
    == open-broadcast-receiver | exported
    fun f(c: Context, r: BroadcastReceiver) {
      val filter = IntentFilter().apply { addAction("app.SYNC") }
      ContextCompat.registerReceiver(c, r, filter, ContextCompat.RECEIVER_EXPORTED) //!
    }
    == | receivers of the system and of the app
    fun f(c: Context, r: BroadcastReceiver) {
      c.registerReceiver(r, IntentFilter(Intent.ACTION_BATTERY_CHANGED))
      c.registerReceiver(null, IntentFilter("a"))
      ContextCompat.registerReceiver(c, r, IntentFilter("a.B"), ContextCompat.RECEIVER_NOT_EXPORTED)
      LocalBroadcastManager.getInstance(c).registerReceiver(r, IntentFilter("a.B"))
      c.registerReceiver(r, IntentFilter("a.B"), "app.PERMISSION", null)
    }
    == secret-in-notification | a code
    fun f(c: Context, otp: String) = NotificationCompat.Builder(c, "a")
      .setContentTitle("Your code")
      .setContentText("Code: $otp") //!
      .build()
    == | a notification that is private
    fun f(c: Context, otp: String) = NotificationCompat.Builder(c, "a")
      .setContentText("Code: $otp").setVisibility(NotificationCompat.VISIBILITY_SECRET).build()
    == keyboard-cache-in-code | a field
    fun f(passwordField: EditText) { passwordField.inputType = InputType.TYPE_CLASS_TEXT } //!
    == keyboard-cache-in-code | Compose
    @Composable fun Login(state: LoginState) {
      OutlinedTextField( //!
        value = state.password,
        onValueChange = { state.password = it },
        keyboardOptions = KeyboardOptions(keyboardType = KeyboardType.Text, autoCorrect = true))
    }
    == | fields that are not learnt
    @Composable fun Login(state: LoginState) {
      OutlinedTextField(value = state.password, onValueChange = { }, visualTransformation = PasswordVisualTransformation(),
        keyboardOptions = KeyboardOptions(keyboardType = KeyboardType.Password))
    }
    fun f(pinField: EditText) { pinField.inputType = InputType.TYPE_CLASS_NUMBER or InputType.TYPE_NUMBER_VARIATION_PASSWORD }
    == strict-mode-left-on | an alias, also
    import android.os.StrictMode as Strict
    fun f() {
      Strict.ThreadPolicy.Builder().detectAll().penaltyLog().build().also { Strict.setThreadPolicy(it) } //!
    }
    == strict-mode-left-on | an app that looks for leaks
    class Notes : Application() {
      override fun onCreate() {
        super.onCreate()
        val rules = StrictMode.VmPolicy.Builder().detectLeakedSqlLiteObjects().penaltyLog()
        StrictMode.setVmPolicy(rules.build()) //!
        openOrCreateDatabase("notes", MODE_PRIVATE, null).use { it.rawQuery("SELECT 1", null) }
      }
    }
    == screen-capture-allowed | taken away in a helper
    fun Activity.open() = window.run { clearFlags(WindowManager.LayoutParams.FLAG_SECURE) } //!
    """#
}
