/// Pages that are shown although their certificate is wrong.
struct WebViewTrustErrors: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "webview-trust-errors", "A page with a wrong certificate is not shown",
    reason: "proceed() in onReceivedSslError lets everyone on the network change what the app shows.",
    fix: "Do not override onReceivedSslError, or call cancel().",
    ids: ["O.Ntwk_5", "O.Plat_8", "MASVS-NETWORK-1", "MASWE-0052", "MASTG-TEST-0284", "CWE-295"],
    violating: [
      RuleExample(
        "nullable parameters and a safe call", path: "A.kt", lines: [3],
        """
        class Client : WebViewClient() {
          override fun onReceivedSslError(view: WebView?, handler: SslErrorHandler?, error: SslError?) {
            handler?.proceed()
          }
        }
        """),
      RuleExample(
        "an anonymous client", path: "A.java", lines: [3],
        """
        class A { void f(WebView w) { w.setWebViewClient(new WebViewClient() {
          @Override public void onReceivedSslError(WebView v, SslErrorHandler h, SslError e) {
            h.proceed();
          } }); } }
        """),
    ],
    conforming: [
      RuleExample(
        "refused", path: "A.kt",
        "class C : WebViewClient() { override fun onReceivedSslError(v: WebView, h: SslErrorHandler, e: SslError) { h.cancel() } }"
      ),
      RuleExample("another proceed", path: "A.kt", "fun next(order: Order) { order.proceed() }"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("proceed") {
      guard let function = ([call.owner] + call.owner.enclosing).first(where: { $0.kind == .function }),
        function.name == "onReceivedSslError"
          || code.receiver(of: call).flatMap({ project.type(of: $0) }) == "SslErrorHandler"
      else { continue }
      // The user, or a list, may have been asked.
      let isAsked = function.steps.contains { $0.kind == .condition }
      record.flaw(
        manual, on: call, isAsked ? .warning : .error, "The page is shown although its certificate is wrong.",
        confidence: isAsked ? .medium : .high)
    }
  }
}
