/// Web views that reach files and content providers.
struct WebViewLocalFiles: Rule {
  private static let settings = [
    "allowFileAccess", "allowFileAccessFromFileURLs", "allowUniversalAccessFromFileURLs", "allowContentAccess",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "webview-local-files", "A web view reaches no local files",
    reason: "A script in the page can read the app's files or providers and send them away.",
    fix: "Set all of allowFileAccess, allowFileAccessFromFileURLs, allowUniversalAccessFromFileURLs and "
      + "allowContentAccess to false and load assets through WebViewAssetLoader.",
    ids: [
      "O.Plat_10", "O.Plat_8", "MASVS-PLATFORM-2", "MASWE-0069", "MASTG-TEST-0250", "MASTG-TEST-0251",
      "MASTG-TEST-0252", "MASTG-TEST-0253", "CWE-200",
    ],
    violating: [
      RuleExample(
        "a block on the settings", path: "A.kt", lines: [3, 4],
        """
        fun f(view: WebView) { view.settings.apply {
          javaScriptEnabled = false
          allowUniversalAccessFromFileURLs = true
          allowContentAccess = true
        } }
        """),
      RuleExample(
        "with, and a constant", path: "A.kt", lines: [2],
        "const val OPEN = true\nfun f(s: WebSettings) = with(s) { allowFileAccess = OPEN }"),
      RuleExample(
        "Java", path: "A.java", lines: [1],
        "class A { void f(WebView w) { w.getSettings().setAllowFileAccessFromFileURLs(true); } }"),
      RuleExample(
        "conditions that always hold", path: "A.kt", lines: [4, 5, 6, 7],
        """
        const val CLOSED = false
        private fun isClosed() = CLOSED
        fun f(s: WebSettings) {
          s.allowFileAccess = !CLOSED
          s.allowFileAccessFromFileURLs = !false
          s.allowContentAccess = isClosed() || 1 < 2
          s.setAllowUniversalAccessFromFileURLs(isClosed().not())
        }
        """),
      RuleExample(
        "conditions that always hold, Java", path: "A.java", lines: [2, 4],
        """
        class A { static final boolean OFF = !true;
          void f(WebSettings s) { s.setAllowFileAccess(Boolean.TRUE);
            boolean isOpen = OFF == false;
            s.setAllowContentAccess(isOpen); } }
        """),
    ],
    conforming: [
      RuleExample("off", path: "A.kt", "fun f(v: WebView) { v.settings.allowFileAccess = false }"),
      RuleExample(
        "nothing said", path: "A.java", "class A { void f(WebView w) { w.getSettings().setJavaScriptEnabled(false); } }"
      ),
      RuleExample(
        "conditions that never hold, and one that somebody else decides", path: "A.kt",
        """
        const val OPEN = true
        class Help(private val isOnline: Boolean) {
          private var isShown = false
          fun f(s: WebSettings, isLocal: Boolean) {
            s.allowFileAccess = !OPEN
            s.allowContentAccess = isLocal && 2 < 1
            s.allowFileAccessFromFileURLs = !isLocal || !isOnline
            isShown = !isShown
            s.allowUniversalAccessFromFileURLs = !isShown
          }
        }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    // One setting that is open beside it is enough.
    var opened: Set<Declaration> = []
    var closed: [Expression] = []
    for write in Self.settings.flatMap({ code.writes($0) }) {
      if code.isTrue(write.value) {
        opened.insert(code.function(around: write.place))
        record.flaw(manual, on: write.place, .warning, "Pages in this web view can reach local files or providers.")
      } else if code.isFalse(write.value) {
        closed.append(write.place)
      }
    }
    for place in closed where !opened.contains(code.function(around: place)) {
      record.control("a web view reaches no local files", manual, at: place)
    }
  }
}
