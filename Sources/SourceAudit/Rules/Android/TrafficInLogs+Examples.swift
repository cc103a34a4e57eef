extension TrafficInLogs {
  static let violating: [RuleExample] = [
    RuleExample(
      "bodies, by the setter and by the property", path: "A.kt", lines: [1, 2, 5],
      """
      fun a() = OkHttpClient.Builder().addInterceptor(HttpLoggingInterceptor().setLevel(HttpLoggingInterceptor.Level.BODY))
      fun b() = HttpLoggingInterceptor().apply { level = HttpLoggingInterceptor.Level.BODY }
      fun c(builder: OkHttpClient.Builder) {
        val logging = HttpLoggingInterceptor()
        logging.level = LEVEL
        builder.addNetworkInterceptor(logging)
      }
      private val LEVEL = HttpLoggingInterceptor.Level.BODY
      """),
    RuleExample(
      "headers with the token, Java", path: "A.java", lines: [3],
      """
      class A { OkHttpClient f() {
          HttpLoggingInterceptor logging = new HttpLoggingInterceptor();
          logging.setLevel(HttpLoggingInterceptor.Level.HEADERS);
          logging.redactHeader("Cookie");
          return new OkHttpClient.Builder().addInterceptor(logging).build(); } }
      """),
    RuleExample(
      "in all builds but debug builds", path: "A.kt", lines: [3],
      """
      fun f(isDebug: Boolean) = HttpLoggingInterceptor().apply {
        val quiet = HttpLoggingInterceptor.Level.NONE
        level = if (isDebug) quiet else HttpLoggingInterceptor.Level.BODY
      }
      """),
    RuleExample(
      "Ktor", path: "A.kt", lines: [4, 10],
      """
      fun a() = HttpClient(OkHttp) {
        install(Logging) {
          logger = Logger.ANDROID
          level = LogLevel.ALL
        }
      }
      fun b() = HttpClient {
        install(Logging) {
          sanitizeHeader { header -> header == "Cookie" }
          level = LogLevel.HEADERS
        }
      }
      """),
  ]

  static let conforming: [RuleExample] = [
    RuleExample(
      "in debug builds", path: "A.kt",
      """
      fun a() = HttpLoggingInterceptor().apply {
        level = if (BuildConfig.DEBUG) HttpLoggingInterceptor.Level.BODY else HttpLoggingInterceptor.Level.NONE
      }
      fun b(builder: OkHttpClient.Builder) {
        val logging = HttpLoggingInterceptor().setLevel(HttpLoggingInterceptor.Level.BODY)
        if (BuildConfig.DEBUG) builder.addInterceptor(logging)
      }
      private val showsTraffic = BuildConfig.DEBUG
      fun c(builder: OkHttpClient.Builder) {
        if (!showsTraffic) return
        builder.addInterceptor(HttpLoggingInterceptor().setLevel(HttpLoggingInterceptor.Level.BODY))
      }
      fun d(builder: OkHttpClient.Builder) {
        val logging = HttpLoggingInterceptor().setLevel(HttpLoggingInterceptor.Level.BODY)
        if (BuildConfig.DEBUG && wanted && here && now && asked && open) builder.addInterceptor(logging)
      }
      """),
    RuleExample(
      "in debug builds, Java", path: "A.java",
      """
      class A { void f(HttpLoggingInterceptor logging) {
          logging.setLevel(BuildConfig.DEBUG ? HttpLoggingInterceptor.Level.BODY : HttpLoggingInterceptor.Level.NONE); } }
      """),
    RuleExample(
      "lines without contents", path: "A.kt",
      """
      fun a() = HttpLoggingInterceptor().setLevel(HttpLoggingInterceptor.Level.BASIC)
      fun b() = HttpLoggingInterceptor().apply {
        level = HttpLoggingInterceptor.Level.HEADERS
        redactHeader("Authorization")
      }
      fun c() = HttpLoggingInterceptor { line -> Log.d("http", redact(line)) }
        .setLevel(HttpLoggingInterceptor.Level.BODY)
      """),
    RuleExample(
      "Ktor", path: "A.kt",
      """
      fun a() = HttpClient {
        install(Logging) { level = LogLevel.INFO }
      }
      fun b() = HttpClient {
        install(Logging) {
          level = LogLevel.HEADERS
          sanitizeHeader { header -> header == HttpHeaders.Authorization }
        }
      }
      fun c() = HttpClient { if (BuildConfig.DEBUG) { install(Logging) { level = LogLevel.ALL } } }
      """),
    RuleExample(
      "another level", path: "A.kt", "fun f(tank: Tank) { tank.level = Level.BODY; tank.setLevel(Level.HEADERS) }"),
  ]
}
