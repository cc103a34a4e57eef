/// Addresses from outside that a web view shows, and scripts that are put together from texts.
struct WebViewUntrustedAddress: Rule {
  private static let questions: Set<String> = [
    "scheme", "getScheme", "host", "getHost", "authority", "getAuthority", "startsWith", "isTrusted", "isAllowed",
    "isValid",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "webview-untrusted-address", "A web view shows only addresses that the app knows",
    reason: "A link or intent from another app decides what is shown as if it came from this app.",
    fix: "Compare scheme and host with a closed list before loading.",
    ids: ["O.Plat_8", "O.Source_1", "MASVS-PLATFORM-2", "MASWE-0071", "CWE-939", "CWE-79"],
    violating: [
      RuleExample(
        "an address out of a link", path: "A.kt", lines: [5],
        """
        class Page : Activity() {
          override fun onCreate(state: Bundle?) {
            val address = intent?.data?.getQueryParameter("url")
            if (address != null) {
              web.loadUrl(address)
            }
          }
        }
        """),
      RuleExample(
        "an extra, through a helper", path: "A.java", lines: [3],
        """
        class A extends Activity {
          String address() { return getIntent().getStringExtra("url"); }
          void show(WebView w) { w.loadUrl(address()); }
        }
        """),
      RuleExample(
        "another address is asked", path: "A.kt", lines: [5],
        """
        class Page : Activity() {
          fun show() {
            val uri = intent.data ?: return
            val page = uri.getQueryParameter("page") ?: return
            if (uri.scheme == "sleep") web.loadUrl(page)
          }
        }
        """),
    ],
    conforming: [
      RuleExample(
        "asked first", path: "A.kt",
        """
        class Page : Activity() {
          fun show() {
            val uri = intent.data ?: return
            if (uri.scheme == "https" && uri.host == "help.sleep.app") web.loadUrl(uri.toString())
          }
        }
        """),
      RuleExample("known", path: "A.java", #"class A { void f(WebView w) { w.loadUrl("https://help.sleep.app"); } }"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("loadUrl", "evaluateJavascript", "loadDataWithBaseURL") {
      guard let address = call.argument(at: call.calledName == "loadDataWithBaseURL" ? 1 : 0),
        IntentData.reaches(address, code)
      else { continue }
      let inquiry = Inquiry(project: project, questions: Self.questions)
      if inquiry.isAsked(inquiry.subject(of: address), in: [call.owner]) { continue }
      record.flaw(manual, on: call, .error, "What another app sends decides what is shown here.")
    }
  }
}
