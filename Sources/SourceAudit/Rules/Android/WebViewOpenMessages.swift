/// Messages between app and page without a named page.
struct WebViewOpenMessages: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "webview-open-messages", "Messages go to and come from named pages",
    reason: "With * as origin every page and frame that the web view shows gets the message or may send one.",
    fix: "Name the origins.",
    ids: ["O.Plat_8", "O.Plat_7", "MASVS-PLATFORM-2", "MASWE-0068", "CWE-346"],
    violating: [
      RuleExample(
        "sent to all", path: "A.kt", lines: [1],
        """
        fun f(w: WebView, m: WebMessage) { w.postWebMessage(m, Uri.parse("*")) }
        """),
      RuleExample(
        "taken from all", path: "A.kt", lines: [1],
        """
        fun f(w: WebView, l: WebViewCompat.WebMessageListener) { WebViewCompat.addWebMessageListener(w, "a", setOf("*"), l) }
        """),
    ],
    conforming: [
      RuleExample(
        "named", path: "A.kt",
        """
        fun f(w: WebView, m: WebMessage) { w.postWebMessage(m, Uri.parse("https://sleep.app")) }
        """)
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("postWebMessage", "addWebMessageListener", "addDocumentStartJavaScript") {
      let origins = call.arguments.flatMap { project.origins(of: $0.value, reach: .influence).leaves }
      let isOpen =
        origins.contains { $0.plainText == "*" }
        || call.calledName == "postWebMessage"
          && call.arguments.last.map { project.symbols(of: $0.value).contains("EMPTY") } == true
      if isOpen {
        record.flaw(manual, on: call, .warning, "Every page in this web view takes part.")
      }
    }
  }
}
