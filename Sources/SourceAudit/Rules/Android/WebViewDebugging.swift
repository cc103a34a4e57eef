/// Web views that a cable can look into.
struct WebViewDebugging: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "webview-debugging", "Web views cannot be debugged in a release",
    reason: "Whoever holds the device reads and changes pages, cookies and storage of the web view over adb.",
    fix: "Call it only under BuildConfig.DEBUG.",
    ids: ["O.Source_8", "MASVS-RESILIENCE-4", "MASWE-0067", "MASTG-TEST-0227", "CWE-489"],
    violating: [
      RuleExample("always on", path: "A.kt", lines: [1], "fun f() { WebView.setWebContentsDebuggingEnabled(true) }"),
      RuleExample(
        "a constant", path: "A.java", lines: [2],
        "class A { static final boolean ON = true; void f() {\nWebView.setWebContentsDebuggingEnabled(ON); } }"),
    ],
    conforming: [
      RuleExample("off", path: "A.kt", "fun f() { WebView.setWebContentsDebuggingEnabled(false) }"),
      RuleExample(
        "as the build says", path: "A.java",
        "class A { void f() { WebView.setWebContentsDebuggingEnabled(BuildConfig.DEBUG); } }"),
      RuleExample(
        "under a condition", path: "A.kt",
        "fun f() {\n  if (BuildConfig.DEBUG) { WebView.setWebContentsDebuggingEnabled(true) }\n}"),
      RuleExample(
        "as the manifest of the build says", path: "A.kt",
        "fun f(i: ApplicationInfo) {\n  if (0 != i.flags and ApplicationInfo.FLAG_DEBUGGABLE) { WebView.setWebContentsDebuggingEnabled(true) }\n}"
      ),
      RuleExample(
        "the caller asks", path: "A.java",
        """
        class A { void start() { if (BuildConfig.DEBUG) { tools(); } }
          private void tools() { WebView.setWebContentsDebuggingEnabled(true); } }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("setWebContentsDebuggingEnabled") {
      guard let value = call.argument(at: 0), code.isTrue(value), !code.isForDevelopers(call) else {
        continue
      }
      record.flaw(manual, on: call, .error, "Web views of this app can be debugged by everyone.")
    }
  }
}
