extension HostnameUnchecked {
  static let violating: [RuleExample] = [
    RuleExample(
      "a closure", path: "A.kt", lines: [1],
      "fun f(c: HttpsURLConnection) { c.hostnameVerifier = HostnameVerifier { _, _ -> true } }"),
    RuleExample(
      "a switch beside the comparison", path: "A.kt", lines: [3, 9],
      """
      class Settings { var relaxed = false; fun load(stored: Boolean) { relaxed = stored } }
      fun f(c: HttpsURLConnection, inner: HostnameVerifier, settings: Settings) {
        c.hostnameVerifier = HostnameVerifier { host, session ->
          val same = inner.verify(host, session)
          same || settings.relaxed
        }
      }
      class Lax(private val inner: HostnameVerifier, private val isDebug: Boolean) : HostnameVerifier {
        override fun verify(host: String, session: SSLSession): Boolean {
          val isFine = inner.verify(host, session) || isDebug
          return isFine
        }
      }
      """),
    RuleExample(
      "a closure in a variable", path: "A.kt", lines: [3, 7],
      """
      fun f(c: HttpsURLConnection) {
        val decide: (String?) -> Boolean = { true }
        c.setHostnameVerifier { name, _ -> decide(name) }
      }
      fun g(c: HttpsURLConnection) {
        val decide: (String?) -> Boolean = { name -> name != null }
        c.hostnameVerifier = HostnameVerifier { name, _ -> decide.invoke(name) }
      }
      """),
    RuleExample(
      "a predicate in a variable", path: "A.java", lines: [3],
      """
      class A { void f(HttpsURLConnection c) {
        Predicate<String> decide = name -> true;
        c.setHostnameVerifier((name, session) -> decide.test(name));
      } }
      """),
    RuleExample(
      "a class", path: "A.java", lines: [2],
      """
      class Lax implements HostnameVerifier {
        public boolean verify(String host, SSLSession s) { Log.d("a", host); return true; }
      }
      """),
    RuleExample(
      "a builder", path: "A.java", lines: [1],
      "class A { Object c = new Builder().hostnameVerifier((h, s) -> true).build(); }"),
    RuleExample(
      "the library's own", path: "A.java", lines: [1],
      "class A { Object v = SSLSocketFactory.ALLOW_ALL_HOSTNAME_VERIFIER; }"),
    RuleExample(
      "a socket", path: "A.kt", lines: [2],
      """
      fun f(context: SSLContext, host: String) {
        val s = SSLSocketFactory.getDefault().createSocket(host, 443) as SSLSocket
        s.startHandshake()
      }
      """),
    RuleExample(
      "a socket, and a signature that is verified", path: "A.kt", lines: [2],
      """
      fun f(context: SSLContext, host: String, signature: Signature, bytes: ByteArray) {
        val s = SSLSocketFactory.getDefault().createSocket(host, 443) as SSLSocket
        if (!signature.verify(bytes)) throw SSLException("x")
      }
      """),
    RuleExample(
      "a socket without an algorithm, beside one that has it", path: "A.kt", lines: [8],
      """
      class Mail(private val factory: SSLSocketFactory) {
        fun fetch(host: String) {
          val line = factory.createSocket(host, 993) as SSLSocket
          line.sslParameters = line.sslParameters.apply { endpointIdentificationAlgorithm = "HTTPS" }
          line.startHandshake()
        }
        fun send(host: String) {
          val line = factory.createSocket(host, 465) as SSLSocket
          val settings = line.sslParameters
          settings.endpointIdentificationAlgorithm = null
          line.sslParameters = settings
          line.startHandshake()
        }
      }
      """),
    RuleExample(
      "an algorithm without a name", path: "A.java", lines: [2],
      """
      class Mail { void send(SSLSocketFactory factory, String host) throws IOException {
        SSLSocket line = (SSLSocket) factory.createSocket(host, 465);
        SSLParameters settings = line.getSSLParameters();
        settings.setEndpointIdentificationAlgorithm("");
        line.setSSLParameters(settings);
      } }
      """),
    RuleExample(
      "conditions that decide nothing", path: "A.kt", lines: [2, 6],
      """
      fun f(c: HttpsURLConnection) {
        c.setHostnameVerifier { host, session ->
          if (host.isEmpty()) { Log.d("tls", session.protocol) }
          true
        }
        c.hostnameVerifier = HostnameVerifier { host, session -> default.verify(host, session) || true }
      }
      """),
    RuleExample(
      "a part of the name", path: "A.java", lines: [2],
      """
      class Part implements HostnameVerifier {
        public boolean verify(String host, SSLSession session) { return host.contains("sleep"); }
      }
      """),
  ]

  static let conforming: [RuleExample] = [
    RuleExample(
      "closures in variables that compare, or that somebody else may fill", path: "A.kt",
      """
      class Desk(private val inner: HostnameVerifier, private val given: (String?) -> Boolean) {
        private var later: (String?) -> Boolean = { true }
        fun f(c: HttpsURLConnection) {
          val decide: (String?) -> Boolean = { name -> name == "api.example.org" }
          c.setHostnameVerifier { name, session -> inner.verify(name, session) && decide(name) }
          c.setHostnameVerifier { name, _ -> given(name) }
          later = { name -> name in hosts }
          c.setHostnameVerifier { name, _ -> later(name) }
        }
      }
      """),
    RuleExample(
      "compared in one way or in another, and a switch of debug builds", path: "A.kt",
      """
      val v = HostnameVerifier { host, session ->
        val isKnown = known.contains(host)
        inner.verify(host, session) || isKnown
      }
      val w = HostnameVerifier { host, session -> inner.verify(host, session) || BuildConfig.DEBUG }
      """),
    RuleExample(
      "one branch that asks", path: "A.kt",
      """
      val v = HostnameVerifier { host, session ->
        if (host == null) false else inner.verify(host, session)
      }
      val w = HostnameVerifier { host, session ->
        requireNotNull(session.peerCertificates.firstOrNull())
        if (cache.contains(host)) true else inner.verify(host, session)
      }
      val x = HostnameVerifier { host, session -> if (!inner.verify(host, session)) throw SSLException("x"); true }
      """),
    RuleExample(
      "parameters of its own, and a helper", path: "A.java",
      """
      class Mail {
        SSLSocket open(SSLSocketFactory factory, String host) throws IOException {
          SSLSocket line = (SSLSocket) factory.createSocket(host, 993);
          SSLParameters settings = new SSLParameters();
          settings.setEndpointIdentificationAlgorithm("HTTPS");
          line.setSSLParameters(settings);
          return line;
        }
        SSLSocket second(SSLSocketFactory factory, String host) throws IOException {
          SSLSocket line = (SSLSocket) factory.createSocket(host, 465);
          demand(line);
          return line;
        }
        private void demand(SSLSocket line) {
          SSLParameters settings = line.getSSLParameters();
          settings.setEndpointIdentificationAlgorithm("HTTPS");
          line.setSSLParameters(settings);
        }
      }
      """),
    RuleExample(
      "a session in a variable", path: "A.kt",
      """
      fun open(factory: SSLSocketFactory, host: String) {
        factory.createSocket(host, 993).use { line ->
          val agreed = (line as SSLSocket).session
          if (!verifier.verify(host, agreed)) throw SSLException("x")
        }
      }
      """),
    RuleExample(
      "after the handshake", path: "A.kt",
      """
      fun open(factory: SSLSocketFactory, host: String) {
        val line = factory.createSocket(host, 993) as SSLSocket
        line.addHandshakeCompletedListener { event ->
          if (!HttpsURLConnection.getDefaultHostnameVerifier().verify(host, event.session)) line.close()
        }
        line.startHandshake()
      }
      """),
    RuleExample(
      "compared", path: "A.kt",
      #"val v = HostnameVerifier { host, session -> host == "api.sleep.app" && inner.verify(host, session) }"#),
    RuleExample(
      "a socket that is checked", path: "A.kt",
      """
      fun f(host: String) {
        val s = SSLSocketFactory.getDefault().createSocket(host, 443) as SSLSocket
        s.startHandshake()
        if (!HttpsURLConnection.getDefaultHostnameVerifier().verify(host, s.session)) throw SSLException("x")
      }
      """),
  ]
}
