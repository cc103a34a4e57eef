/// Objects of the app that scripts of a page can call.
struct WebViewBridge: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "webview-bridge", "No object of the app is given to pages",
    reason: "Every page and frame that the web view ever shows can call the object's @JavascriptInterface methods.",
    fix: "Use WebViewCompat.addWebMessageListener with a closed list of origins, or give up the bridge.",
    ids: ["O.Plat_8", "O.Source_1", "MASVS-PLATFORM-2", "MASWE-0068", "CWE-749"],
    violating: [
      RuleExample(
        "a block", path: "A.kt", lines: [3],
        """
        fun f(view: WebView, url: String) { view.apply {
          settings.javaScriptEnabled = true
          addJavascriptInterface(Bridge(), "Android")
          loadUrl(url)
        } }
        """),
      RuleExample(
        "Java", path: "A.java", lines: [1],
        #"class A { void f(WebView w) { w.addJavascriptInterface(new Bridge(), "A"); w.loadUrl("https://x.app"); } }"#),
    ],
    conforming: [
      RuleExample(
        "only pages of the app", path: "A.kt",
        """
        fun f(view: WebView) {
          view.loadUrl("file:///android_asset/app.html")
          view.addJavascriptInterface(Bridge(), "Safe")
        }
        """),
      RuleExample("removed", path: "A.kt", #"fun f(view: WebView) { view.removeJavascriptInterface("A") }"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("addJavascriptInterface") {
      let loads = unit.calls("loadUrl", "loadData", "loadDataWithBaseURL")
      let isOwnOnly =
        !loads.isEmpty
        && loads.allSatisfy { load in
          guard load.calledName == "loadUrl", let address = load.argument(at: 0) else { return false }
          let texts = project.texts(of: address)
          return !texts.isEmpty && texts.allSatisfy(Self.isOwn)
        }
      if isOwnOnly { continue }
      record.flaw(manual, on: call, .error, "Pages in this web view can call the app.")
    }
  }

  private static func isOwn(_ address: String) -> Bool {
    address.hasPrefix("file:///android_asset/") || address.hasPrefix("file:///android_res/")
      || address.hasPrefix("https://appassets.androidplatform.net/") || address.hasPrefix("about:")
  }
}
