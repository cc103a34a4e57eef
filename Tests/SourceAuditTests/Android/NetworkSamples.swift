/// Flawed code about the network and web views, written in many ways, and repaired twins.
enum NetworkSamples {
  static let text = #"""
    == trust-everything | a class of an app
    class MastgTest(private val context: Context) {
        private fun trustAll(connection: HttpsURLConnection) {
            try {
                val trustAllCerts = arrayOf<TrustManager>(
                    object : X509TrustManager {
                        override fun checkClientTrusted(chain: Array<out X509Certificate>?, authType: String?) {}
                        override fun checkServerTrusted(chain: Array<out X509Certificate>?, authType: String?) {} //!
                        override fun getAcceptedIssuers(): Array<X509Certificate> = arrayOf()
                    }
                )
                val sslContext = SSLContext.getInstance("TLS")
                sslContext.init(null, trustAllCerts, SecureRandom())
                connection.sslSocketFactory = sslContext.socketFactory
            } catch (e: Exception) {
                Log.e("TRUST_MANAGER", "Failed to setup trust manager: ${e.message}")
            }
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
    == hostname-unchecked | a class of an app
    class MastgTest(private val context: Context) {
        fun fetch(connection: HttpsURLConnection) {
                connection.hostnameVerifier = HostnameVerifier { hostname, _ -> //!
                    Log.w("HOSTNAME_VERIFIER", "Insecurely allowing host: $hostname")
                    true
                }
                connection.connect()
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
    == hostname-unchecked | a socket in a class of an app
    class MastgTest(private val context: Context) {
        fun mastgTest(): String {
            var result = ""
            runBlocking {
                withContext(Dispatchers.IO) {
                    val sslSocketFactory = SSLSocketFactory.getDefault() as SSLSocketFactory
                    val host = "wrong.host.example.com"
                    val socket = sslSocketFactory.createSocket(host, 443) as SSLSocket //!
                    socket.startHandshake()
                    val request = "GET / HTTP/1.1\r\nHost: $host\r\nConnection: close\r\n\r\n"
                    socket.outputStream.write(request.toByteArray())
                    result = socket.inputStream.bufferedReader().readText()
                }
            }
            return result
        }
    }
    == hostname-unchecked | a socket in Java through a helper
    class A {
      private SSLSocketFactory factory() throws Exception { return SSLContext.getDefault().getSocketFactory(); }
      Socket open(String h) throws Exception { return factory().createSocket(h, 443); } //!
    }
    == | a socket whose name is checked
    class MastgTest(private val context: Context) {
        fun mastgTest(host: String): String {
            val socket = (SSLSocketFactory.getDefault() as SSLSocketFactory).createSocket(host, 443) as SSLSocket
            socket.sslParameters = socket.sslParameters.apply { endpointIdentificationAlgorithm = "HTTPS" }
            socket.startHandshake()
            return "ok"
        }
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
    == webview-local-files | a class of an app
    class MastgTestWebView(private val context: Context) {
        fun mastgTest(webView: WebView) {
            val sensitiveFile = File(context.filesDir, "api-key.txt")
            sensitiveFile.writeText("MASTG_API_KEY=072037ab-1b7b-4b3b-8b7b-1b7b4b3b8b7b")
            webView.settings.apply {
                javaScriptEnabled = true
                allowFileAccess = true //!
                allowFileAccessFromFileURLs = true //!
            }
            webView.loadDataWithBaseURL("file:///", "<html></html>", "text/html", "UTF-8", null)
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
    == | an address that is asked
    class Page : Activity() {
      override fun onCreate(s: Bundle?) {
        val u = intent.data ?: return
        if (u.scheme == "https" && u.host in HOSTS) web.loadUrl(u.toString())
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
