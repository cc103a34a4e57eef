/// A handler of script messages that does not ask which page is speaking, and gives or does something with it.
struct OpenScriptBridge: Rule {
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
      RuleExample(
        "a part of the message, handed on to a store", lines: [2],
        """
        final class Bridge: NSObject, WKScriptMessageHandler {
          func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
            guard let body = message.body as? [String: String], let name = body["name"] else { return }
            forget(name)
          }
          private func forget(_ name: String) { vault.delete(name) }
        }
        """),
      RuleExample(
        "a file, a setting and a request that the page chooses", lines: [2, 7, 12],
        """
        final class Files: NSObject, WKScriptMessageHandler {
          func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
            if let path = message.body as? String { FileManager.default.createFile(atPath: path, contents: nil) }
          }
        }
        final class Settings: NSObject, WKScriptMessageHandler {
          func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
            UserDefaults.standard.setValue(message.body, forKey: "choice")
          }
        }
        final class Requests: NSObject, WKScriptMessageHandler {
          func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
            guard let text = message.body as? String, let url = URL(string: text) else { return }
            client.upload(report, to: url)
          }
        }
        """),
      RuleExample(
        "an answer that is returned", lines: [2],
        """
        final class Bridge: NSObject, WKScriptMessageHandlerWithReply {
          func userContentController(
            _ c: WKUserContentController, didReceive message: WKScriptMessage
          ) async -> (Any?, String?) {
            return (session.token, nil)
          }
        }
        """),
      RuleExample(
        "an answer through a function that is handed the reply", lines: [2],
        """
        final class Bridge: NSObject, WKScriptMessageHandlerWithReply {
          func userContentController(
            _ c: WKUserContentController, didReceive message: WKScriptMessage,
            replyHandler: @escaping (Any?, String?) -> Void
          ) {
            answer(replyHandler)
          }
          private func answer(_ done: (Any?, String?) -> Void) { done(session.token, nil) }
        }
        """),
      RuleExample(
        "Objective-C, whatever the answer is called", path: "A.m", lines: [2],
        """
        @implementation Bridge
        - (void)userContentController:(WKUserContentController *)controller
            didReceiveScriptMessage:(WKScriptMessage *)message {
          [[NSUserDefaults standardUserDefaults] setObject:message.body forKey:@"choice"];
        }
        @end
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
        "shown, collected, given back and answered with a fixed word",
        """
        final class Bridge: NSObject, WKScriptMessageHandlerWithReply {
          private var waiting: [String: Int] = [:]
          func userContentController(
            _ c: WKUserContentController, didReceive message: WKScriptMessage,
            replyHandler reply: @escaping (Any?, String?) -> Void
          ) {
            guard let body = message.body as? [String: Any], let id = body["id"] as? String else { return }
            waiting.removeValue(forKey: id)
            label.text = id
            c.removeScriptMessageHandler(forName: "once")
            message.webView?.callAsyncJavaScript("seen(id)", arguments: ["id": id], in: nil, in: .page)
            message.webView?.evaluateJavaScript("done()")
            reply(true, nil)
          }
        }
        """),
      RuleExample(
        "a closure of the app's own, which is not the page's reply",
        """
        final class Bridge: NSObject, WKScriptMessageHandler {
          func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
            count { text in self.label.text = text }
          }
          private func count(_ done: (String) -> Void) { done(session.name) }
        }
        """),
      RuleExample(
        "handed on after it was asked",
        """
        final class Bridge: NSObject, WKScriptMessageHandler {
          func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
            guard isOurs(message.frameInfo), let name = message.body as? String else { return }
            vault.delete(name)
          }
          private func isOurs(_ frame: WKFrameInfo) -> Bool { frame.securityOrigin.host == "app.example" }
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
    guard unit.row(of: "userContentController") != nil else { return }
    for function in unit.allDeclarations where function.kind == .function && function.name == "userContentController" {
      guard function.hasBody, function.parameters.contains(where: { $0.keyword == "didReceive" }) else { continue }
      let bodies = project.reachable(from: function)
      let asked = bodies.lazy.flatMap { project.conditions(in: $0) }.filter { !$0.isBinding }
        .flatMap { project.parts(of: $0.asked) }
      if let check = asked.first(where: { $0.name == "frameInfo" || $0.name == "securityOrigin" }) {
        record.control("a script message is asked where it comes from", manual, at: check)
        continue
      }
      guard ScriptDeed(project: project, handler: function, bodies: bodies).isDone else { continue }
      record.flaw(
        manual, at: function, .warning, "Any frame of any page may post here: the handler does not ask who speaks.",
        confidence: .medium)
    }
  }
}
