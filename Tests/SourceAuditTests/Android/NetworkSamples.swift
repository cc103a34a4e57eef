/// Flawed code about the network and web views, written in many ways, and repaired twins.
enum NetworkSamples {
  static let text = #"""
    == trust-everything | a connection to a device in the house
    class LampLink(private val lamp: URL) {
      private val everyone = object : X509TrustManager {
        override fun getAcceptedIssuers() = emptyArray<X509Certificate>()
        override fun checkClientTrusted(peers: Array<X509Certificate>, kind: String) {}
        override fun checkServerTrusted(peers: Array<X509Certificate>, kind: String) {} //!
      }
      fun dim(level: Int) {
        val tls = SSLContext.getInstance("TLSv1.3").apply { init(null, arrayOf(everyone), null) }
        (lamp.openConnection() as HttpsURLConnection).run {
          sslSocketFactory = tls.socketFactory
          outputStream.write(level)
        }
      }
    }
    == trust-everything | dates alone
    class Dated(private val real: X509TrustManager) : X509TrustManager by real {
      override fun checkServerTrusted(peers: Array<X509Certificate>, kind: String) { //!
        for (peer in peers) peer.checkValidity()
      }
    }
    == trust-everything | refuses only what is empty, as Java and as Kotlin write it
    -- Lax.java
    class Lax implements X509TrustManager {
      public void checkServerTrusted(X509Certificate[] peers, String kind) throws CertificateException { //!
        if (peers == null || peers.length == 0) throw new CertificateException("none");
        accept(peers);
      }
      private void accept(X509Certificate[] peers) { Log.d("tls", "peers " + peers.length); }
    }
    -- Loose.kt
    class Loose(val real: X509TrustManager) : X509TrustManager by real {
      override fun checkServerTrusted(peers: Array<X509Certificate>?, kind: String) { //!
        val leaf = peers?.firstOrNull() ?: throw CertificateException("none")
        require(peers.isNotEmpty())
        Log.i("tls", "leaf ${leaf.subjectDN}")
      }
    }
    == | trust managers that hand the question on
    class Quiet(private val real: X509TrustManager) : X509TrustManager by real {
      override fun checkServerTrusted(peers: Array<X509Certificate>, kind: String) = real.checkServerTrusted(peers, kind)
    }
    class Both(private val system: X509TrustManager, private val own: X509TrustManager) : X509TrustManager by system {
      override fun checkServerTrusted(peers: Array<X509Certificate>, kind: String) {
        try {
          system.checkServerTrusted(peers, kind)
        } catch (refused: CertificateException) {
          own.checkServerTrusted(peers, kind)
        }
      }
    }
    class Named(private val real: X509TrustManager, private val names: Set<String>) : X509TrustManager by real {
      override fun checkServerTrusted(peers: Array<X509Certificate>, kind: String) {
        runCatching { real.checkServerTrusted(peers, kind) }.getOrThrow()
        insist(peers)
      }
      private fun insist(peers: Array<X509Certificate>) {
        if (peers[0].subjectDN.name !in names) throw CertificateException("name")
      }
    }
    == trust-everything | a subclass of a class of the project, Unit as an expression
    -- Base.kt
    abstract class Base : X509ExtendedTrustManager()
    -- Lax.kt
    class Lax : Base() {
      override fun checkServerTrusted(chain: Array<X509Certificate>, type: String) = Unit //!
    }
    == trust-everything | a dates-only check that swallows
    class Lax(private val real: X509TrustManager) : X509TrustManager by real {
      override fun checkServerTrusted(chain: Array<X509Certificate>, type: String) { //!
        try { chain[0].checkValidity() } catch (e: Exception) { Log.w("A", "old") }
      }
    }
    == trust-everything | Java, a return alone
    class Nets {
      static SSLSocketFactory lax() throws Exception {
        TrustManager[] all = { new X509TrustManager() {
          @Override public void checkClientTrusted(X509Certificate[] c, String a) { }
          @Override
          public void checkServerTrusted(X509Certificate[] c, String a) throws CertificateException { //!
            return;
          }
          @Override public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
        } };
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, all, null);
        return context.getSocketFactory();
      }
    }
    == trust-everything | runCatching
    class Lax(private val real: X509TrustManager) : X509TrustManager by real {
      override fun checkServerTrusted(chain: Array<X509Certificate>, type: String) { //!
        runCatching { real.checkServerTrusted(chain, type) }
      }
    }
    == | trust managers that refuse
    class Pinned(private val real: X509TrustManager, private val pin: String) : X509TrustManager by real {
      override fun checkServerTrusted(chain: Array<X509Certificate>, type: String) {
        real.checkServerTrusted(chain, type)
        if (digest(chain[0]) != pin) throw CertificateException("pin")
      }
    }
    == hostname-unchecked | a verifier that only keeps a journal
    class Updates(private val journal: Journal) {
      fun download(from: HttpsURLConnection): ByteArray {
        from.hostnameVerifier = HostnameVerifier { name, _ -> //!
          Log.i("updates", "from $name")
          true
        }
        return from.inputStream.readBytes()
      }
    }
    == hostname-unchecked | an object, a constant, a function reference
    object Lax : HostnameVerifier {
      override fun verify(host: String?, session: SSLSession?): Boolean = ALWAYS //!
      private const val ALWAYS = true
    }
    private fun anyHost(h: String, s: SSLSession): Boolean { return true }
    val client = OkHttpClient.Builder()
      .hostnameVerifier(::anyHost) //!
      .build()
    == hostname-unchecked | Java, an anonymous class
    class A { void f() {
      HttpsURLConnection.setDefaultHostnameVerifier(new HostnameVerifier() {
        @Override public boolean verify(String h, SSLSession s) { //!
          return true;
        }
      });
    } }
    == hostname-unchecked | apply and a closure in a value
    val yes: (String, SSLSession) -> Boolean = { _, _ -> true } //!
    fun f(b: OkHttpClient.Builder) = b.apply { hostnameVerifier(yes) }
    == hostname-unchecked | a socket of a mail reader
    class Mailbox(private val server: String) {
      private val sockets by lazy { SSLContext.getDefault().socketFactory }
      suspend fun greet(): String? = withContext(Dispatchers.IO) {
        val line = sockets.createSocket(server, 993) as SSLSocket //!
        line.use { it.inputStream.bufferedReader().readLine() }
      }
    }
    == hostname-unchecked | something else is verified
    class Mailbox(private val server: String, private val seal: Signature) {
      fun open(mail: ByteArray): SSLSocket? {
        val line = SSLSocketFactory.getDefault().createSocket(server, 993) as SSLSocket //!
        return if (seal.verify(mail)) line else null
      }
    }
    == hostname-unchecked | a socket in Java through a helper
    class A {
      private SSLSocketFactory factory() throws Exception { return SSLContext.getDefault().getSocketFactory(); }
      Socket open(String h) throws Exception { return factory().createSocket(h, 443); } //!
    }
    == | a socket whose name is checked
    fun greet(server: String): SSLSocket {
      val line = SSLSocketFactory.getDefault().createSocket(server, 993) as SSLSocket
      val wanted = line.sslParameters
      wanted.endpointIdentificationAlgorithm = "HTTPS"
      line.sslParameters = wanted
      return line.apply { startHandshake() }
    }
    == old-tls-version | many ways
    object Tls { const val OLD = "TLSv1" }
    fun context(): SSLContext = SSLContext.getInstance(Tls.OLD) //!
    fun open(s: SSLSocket) = s.apply { enabledProtocols = arrayOf("TLSv1.1", "TLSv1.2") } //!
    fun spec() = ConnectionSpec.Builder(ConnectionSpec.MODERN_TLS)
      .tlsVersions(TlsVersion.TLS_1_2, TlsVersion.TLS_1_1) //!
      .build()
    == old-tls-version | Java
    class A { String[] list() { return new String[] { "SSLv3" }; }
      void f(SSLSocket s) { s.setEnabledProtocols(list()); } } //!
    == cleartext-address | many ways
    -- Api.java
    class Api { static final String HOST = "http://api.sleep.app"; }
    -- A.kt
    import java.net.URL as Address
    fun login(path: String = "/login") = Address("${Api.HOST}$path").openConnection() //!
    val retrofit = Retrofit.Builder()
      .baseUrl(Api.HOST + "/v1/") //!
      .build()
    fun request() = Request.Builder().apply { url(Api.HOST) }.build() //!
    fun String.page() = Uri.parse(this) //!
    val u = Api.HOST.page()
    == | addresses with TLS, and names that are no addresses
    const val NS = "http://schemas.android.com/apk/res/android"
    fun f() = URL("https://api.sleep.app")
    fun ns(p: XmlPullParser) = p.getAttributeValue(NS, "name")
    fun local() = URL("http://localhost:8080/")
    fun isPlain(url: String) = url.startsWith("http://")
    == plain-socket | to the web's clear port
    fun fetch(host: String): String {
      val socket = Socket(host, 80) //!
      socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".toByteArray())
      return socket.getInputStream().reader().readText()
    }
    == open-server-socket | Java
    class A { void f() throws IOException {
      ServerSocket s = new ServerSocket(8080); //!
      s.accept(); } }
    == | a server for this device
    fun f() = ServerSocket(0, 1, InetAddress.getLoopbackAddress())
    == webview-trust-errors | nullable types, apply, let
    class Page(private val web: WebView) {
      fun start() = web.apply {
        webViewClient = object : WebViewClient() {
          override fun onReceivedSslError(
            view: WebView?,
            handler: SslErrorHandler?,
            error: SslError?
          ) {
            Log.e("A", "SSL $error")
            handler?.let { it.proceed() } //!
          }
        }
      }
    }
    == webview-trust-errors | through a helper
    class C : WebViewClient() {
      override fun onReceivedSslError(v: WebView, h: SslErrorHandler, e: SslError) = accept(h)
      private fun accept(handler: SslErrorHandler) { handler.proceed() } //!
    }
    == webview-trust-errors | with
    class C : WebViewClient() {
      override fun onReceivedSslError(v: WebView, h: SslErrorHandler, e: SslError) { with(h) { proceed() } } //!
    }
    == | a page that is refused
    class C : WebViewClient() {
      override fun onReceivedSslError(v: WebView?, h: SslErrorHandler?, e: SslError?) { h?.cancel(); super.onPageFinished(v, "") }
    }
    == webview-local-files | a reader of stored articles
    class Reader(private val articles: File, private val page: WebView) {
      fun open(name: String) {
        val options = page.settings
        options.javaScriptEnabled = true
        options.allowFileAccess = true //!
        options.setAllowFileAccessFromFileURLs(true) //!
        page.loadData(articles.resolve("index.html").readText(), "text/html", "utf-8")
      }
    }
    == webview-local-files | let, also, with, a helper, a subclass
    const val OPEN = true
    class Page(c: Context) : WebView(c) {
      init { settings.allowContentAccess = OPEN } //!
    }
    fun WebSettings.open(on: Boolean) { allowUniversalAccessFromFileURLs = on } //!
    fun f(v: WebView?) {
      v?.settings?.open(true)
      v?.settings?.let { it.allowFileAccess = true } //!
      with(v!!.settings) { setAllowFileAccess(true) } //!
    }
    == | closed settings
    fun f(v: WebView) = v.settings.run {
      allowFileAccess = false
      allowContentAccess = false
      allowFileAccessFromFileURLs = false
      allowUniversalAccessFromFileURLs = false
    }
    == webview-bridge | an object, in Java through a field
    class A extends Activity {
      private WebView web;
      void f(String url) { web.getSettings().setJavaScriptEnabled(true);
        web.addJavascriptInterface(new Object() { @JavascriptInterface public String token() { return token; } }, "a"); //!
        web.loadUrl(url); } }
    == webview-debugging | through a helper
    fun debug(on: Boolean) = WebView.setWebContentsDebuggingEnabled(on) //!
    fun start() { debug(true) }
    == webview-untrusted-address | a deep link, through functions
    class Page : ComponentActivity() {
      private fun target(): String? = intent?.data?.getQueryParameter("u")
      override fun onCreate(s: Bundle?) {
        super.onCreate(s)
        setContent { AndroidView(factory = { c -> WebView(c).apply { loadUrl(target() ?: "about:blank") } }) } //!
      }
    }
    == webview-untrusted-address | an extra, in Java
    public class A extends Activity {
      @Override protected void onCreate(Bundle b) {
        WebView view = findViewById(R.id.web);
        Bundle extras = getIntent().getExtras();
        String u = extras.getString("url");
        view.loadUrl(u); //!
      }
    }
    == webview-untrusted-address | the link is asked, and not the page that it names
    class Page : Activity() {
      override fun onNewIntent(i: Intent) {
        val link = i.data ?: return
        if (link.scheme != "sleep") return
        val page = link.getQueryParameter("page") ?: return
        Log.d("page", Uri.parse(page).host ?: "none")
        web.loadUrl(page) //!
      }
    }
    == | an address that is asked
    class Page : Activity() {
      override fun onCreate(s: Bundle?) {
        val u = intent.data ?: return
        if (u.scheme == "https" && u.host in HOSTS) web.loadUrl(u.toString())
      }
    }
    == | an address that is asked in a helper, in a when and in a filter
    class Page : Activity() {
      private fun isOurs(address: Uri) = address.scheme == "https" && address.host == "help.sleep.app"
      fun one() {
        val page = Uri.parse(intent.getStringExtra("page"))
        if (!isOurs(page)) return
        web.loadUrl(page.toString())
      }
      fun two() {
        val page = Uri.parse(intent.getStringExtra("page"))
        when (page.host) {
          "help.sleep.app" -> web.loadUrl(page.toString())
          else -> finish()
        }
      }
      fun three() {
        Uri.parse(intent.getStringExtra("page")).takeIf { it.host == "help.sleep.app" }?.let { web.loadUrl(it.toString()) }
      }
    }
    == webview-weak-settings | mixed content and safe browsing
    fun f(v: WebView) = v.settings.apply {
      mixedContentMode = WebSettings.MIXED_CONTENT_ALWAYS_ALLOW //!
      safeBrowsingEnabled = false //!
    }
    == webview-weak-settings | Java
    class A { void f(WebView w) { w.getSettings().setMixedContentMode(0); } } //!
    == webview-open-messages | to everybody
    fun f(w: WebView, text: String) { w.postWebMessage(WebMessage(text), Uri.parse("*")) } //!
    fun g(w: WebView, l: WebViewCompat.WebMessageListener) {
      WebViewCompat.addWebMessageListener(w, "app", setOf("*"), l) //!
    }
    == webview-script-by-interpolation | templates
    fun f(w: WebView, name: String) {
      w.evaluateJavascript("show('$name')") { } //!
      w.loadUrl("javascript:show('" + name + "')") //!
    }
    == | scripts that are fixed or coded
    fun f(w: WebView, name: String, n: Int) {
      w.evaluateJavascript("show()") { }
      w.evaluateJavascript("scroll($n)", null)
      w.evaluateJavascript("show(${JSONObject.quote(name)})", null)
    }
    """#
}
