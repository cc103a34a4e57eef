/// A handler of script messages that does not ask which page is speaking, and gives or does something with it.
struct OpenScriptBridge: Rule {
  private static let answers = [
    "evaluateJavaScript", "callAsyncJavaScript", "open", "set", "removeObject", "SecItemAdd", "SecItemDelete", "write",
    "removeItem", "load", "replyHandler",
  ]

  let manual = RuleManual(
    "open-script-bridge", "A script message counts only from the page that it should come from",
    reason: "Every frame of every page that the view shows can post to a handler: an advertisement, or the page behind "
      + "a link. What the handler answers or does, it answers and does for them.",
    fix: "Compare message.frameInfo.securityOrigin and isMainFrame with the one expected page before anything else.",
    ids: ["O.Arch_8", "O.Plat_8", "MASVS-PLATFORM-2", "MASWE-0068", "CWE-749", "CWE-346"],
    violating: [
      RuleExample(
        "a token for whoever asks", lines: [2],
        """
        final class Bridge: NSObject, WKScriptMessageHandler {
          func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
            guard message.name == "token" else { return }
            message.webView?.callAsyncJavaScript("take(t)", arguments: ["t": session.token], in: nil, in: .page)
          }
        }
        """),
      RuleExample(
        "printed, not asked", lines: [2],
        """
        final class Bridge: NSObject, WKScriptMessageHandler {
          func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
            print(message.frameInfo)
            message.webView?.callAsyncJavaScript("take(t)", arguments: ["t": session.token], in: nil, in: .page)
          }
        }
        """),
    ],
    conforming: [
      RuleExample(
        "asked first",
        """
        final class Bridge: NSObject, WKScriptMessageHandler {
          func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
            guard message.frameInfo.isMainFrame, message.frameInfo.securityOrigin.host == "app.example" else { return }
            message.webView?.callAsyncJavaScript("take(t)", arguments: ["t": session.token], in: nil, in: .page)
          }
        }
        """),
      RuleExample(
        "only counts",
        """
        final class Bridge: NSObject, WKScriptMessageHandler {
          func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) { count += 1 }
        }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for function in unit.allDeclarations where function.kind == .function && function.name == "userContentController" {
      guard function.hasBody else { continue }
      let bodies = project.reachable(from: function, levels: 1)
      let expressions = bodies.flatMap { project.expressions(in: $0) }
      let asked = bodies.lazy.flatMap { project.conditions(in: $0) }.filter { !$0.isBinding }
        .flatMap { project.parts(of: $0.asked) }
      if let check = asked.first(where: { $0.name == "frameInfo" || $0.name == "securityOrigin" }) {
        record.control("a script message is asked where it comes from", manual, at: check)
        continue
      }
      let acts = expressions.contains { $0.kind == .call && Self.answers.contains($0.calledName) }
      guard acts else { continue }
      record.flaw(
        manual, at: function, .warning, "Any frame of any page may post here: the handler does not ask who speaks.",
        confidence: .medium)
    }
  }
}
