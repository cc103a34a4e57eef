/// Flaws behind imports under another name, references to functions, and functions that are handed over.
enum RewriteSamples {
  static let text = #"""
    == weak-java-cipher | a constant and a class under other names, from another file
    -- Names.kt
    package app.names
    const val ALGORITHM = "DESede"
    const val TRANSFORMATION = "$ALGORITHM/CBC/PKCS5Padding"
    -- Box.kt
    import app.names.TRANSFORMATION as CHOSEN
    import javax.crypto.Cipher as Machine
    fun machine(): Machine? = Machine.getInstance(CHOSEN) //!
    == secrets-in-android-logs | a function of Log under another name
    import android.util.Log.w as complain
    fun refuse(user: String, password: String?) { complain("auth", "refused " + user + " with " + password) } //!
    == secrets-in-android-logs | a part of a pair
    fun refuse(login: Pair<String, String>) {
      val (user, password) = login
      Log.w("auth", "refused $user $password") //!
    }
    == secrets-in-android-logs | a function that is handed over
    fun trace(line: () -> String) { if (verbose) Log.d("app", line()) } //!
    fun enter(pin: String) { trace { "entered $pin" } }
    == forwarded-intent | a reference to a function
    class Door : Activity() {
      override fun onNewIntent(intent: Intent?) {
        intent?.extras?.getParcelable<Intent>("then")?.let(::startActivity) //!
      }
    }
    == strict-mode-left-on | a reference to a setter
    fun watch() = StrictMode.VmPolicy.Builder().penaltyLog().build().also(StrictMode::setVmPolicy) //!
    == concatenated-sql | a builder, and a helper that nobody fills
    class Notes(var db: SQLiteDatabase?) {
      private fun condition(title: String?) = "title = '" + title + "'"
      fun find(title: String?) = db?.rawQuery( //!
        buildString { append("SELECT * FROM notes WHERE "); append(condition(title)) }, null)
    }
    == forwarded-intent | a reference in Java
    public class Door extends Activity { void open() {
      Optional.ofNullable((Intent) getIntent().getParcelableExtra("then")).ifPresent(this::startActivity); //!
    } }
    == secrets-in-android-logs | an extension of everything
    private inline fun Any.trace(line: () -> String) { Log.d(javaClass.simpleName, line()) } //!
    class Login { fun enter(password: String) { trace { "entered $password" } } }
    == secrets-in-shared-preferences | an object whose property is a secret
    data class Login(val user: String, val password: String)
    fun Context.keep(login: Login?) = login?.let { Gson().toJson(it) }?.also { json ->
      getSharedPreferences("a", Context.MODE_PRIVATE).edit().putString("last", json).apply() //!
    }
    == weak-digest | a name that falls back
    class A { byte[] f(byte[] d, String name) throws Exception {
      return MessageDigest.getInstance(Optional.ofNullable(name).orElse("MD5")).digest(d); //!
    } }
    == hostname-unchecked | a method that looks at nothing
    class A {
      private boolean isFine(String host, SSLSession session) { return host != null; }
      void f(HttpsURLConnection c) { c.setHostnameVerifier(this::isFine); } //!
    }
    == predictable-random | the generator of the thread
    class A { String newToken() {
      return IntStream.range(0, 32).mapToObj(i -> Integer.toHexString(ThreadLocalRandom.current().nextInt(16))).collect(joining()); //!
    } }
    == | an object without a secret
    data class Choice(val theme: String, val passwordLength: Int)
    fun Context.keep(choice: Choice) =
      getSharedPreferences("a", 0).edit().putString("last", Gson().toJson(choice)).apply()
    == | an alias that the file uses for something else
    import android.util.Log.w as complain
    class Desk(private val complain: (String, String) -> Unit) {
      fun refuse(password: String) { complain("auth", password) }
    }
    == | the pin of a certificate
    fun show(certificate: X509Certificate) { Log.d("tls", "pin " + CertificatePinner.pin(certificate)) }
    == | a reference to what only looks
    fun names(list: List<String>) = list.filter(String::isNotBlank).map(String::trim).forEach(::println)
    """#
}
