#if Audit
  extension AppleSample {
    private static let open =
      "func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]) -> Bool"
    static let platform: [AppleSample] = [
      AppleSample(
        "secrets-on-pasteboard", "a password for everybody",
        """
        import UIKit
        final class Detail: UIViewController {
          private var account: Account!
          @objc private func copyTapped() {
            UIPasteboard.general.string = account.password //!
          }
        }
        """,
        repaired: """
          func copy(_ password: String) {
            UIPasteboard.general.setItems([["public.utf8-plain-text": password]],
              options: [.localOnly: true, .expirationDate: Date().addingTimeInterval(30)])
          }
          """,
        rewrites: [
          "extension UIPasteboard { func put(_ t: String) { string = t } }\nfunc f(_ otp: String) { UIPasteboard.general.string = otp } //!",
          "func f(_ token: String) { let board: UIPasteboard? = .general\n board?.string = token } //!",
          "func f(_ secret: String) { UIPasteboard.general.addItems([[\"t\": secret]]) } //!",
          "func f(_ password: String) { NSPasteboard.general.setString(password, forType: .string) } //!",
          "let o: [UIPasteboard.OptionsKey: Any] = [.localOnly: true]\nfunc f(_ password: String) { UIPasteboard.general.setItems([[\"t\": password]], options: o) } //!",
          "func f(_ board: UIPasteboard = .general, _ pin: String) { board.strings = [pin] } //!",
        ]),
      AppleSample(
        "script-by-interpolation", "a name in a script",
        """
        import WebKit
        final class Page: UIViewController {
          var web: WKWebView!
          func greet(_ name: String) {
            let script = "greet('\\(name)')"
            web.evaluateJavaScript(script) { _, _ in } //!
          }
        }
        """,
        repaired:
          "func greet(_ n: String) { web.callAsyncJavaScript(\"greet(n)\", arguments: [\"n\": n], in: nil, in: .page) }",
        rewrites: [
          "func f(_ n: String) async { _ = try? await web.evaluateJavaScript(String(format: \"g('%@')\", n)) } //!",
          "func f(_ n: String) { var s = \"g('\"\n s += n\n s += \"')\"\n web.evaluateJavaScript(s) } //!",
          "extension String { var js: String { \"g('\" + self + \"')\" } }\nfunc f(_ n: String) { web.evaluateJavaScript(n.js) } //!",
          "func f(_ n: String) { web.evaluateJavaScript([\"g('\", n, \"')\"].joined()) } //!",
          "func f(_ n: String) { web.evaluateJavaScript(\"window.postMessage({a: 1}, '*')\") } //!",
          "func f(_ n: String) { web.evaluateJavaScript(\"g('N')\".replacingOccurrences(of: \"N\", with: n)) } //!",
          "func s(_ n: String, as f: String = \"g\") -> String { \"\\(f)('\\(n)')\" }\nfunc f(_ n: String) { web.evaluateJavaScript(s(n)) } //!",
        ]),
      AppleSample(
        "web-view-file-access", "the private switches",
        """
        import WebKit
        struct Viewer {
          static func make() -> WKWebView {
            let configuration = WKWebViewConfiguration()
            configuration.preferences.setValue(true, forKey: "allowFileAccessFromFileURLs") //!
            configuration.setValue(false, forKey: "allowUniversalAccessFromFileURLs")
            return WKWebView(frame: .zero, configuration: configuration)
          }
        }
        """,
        repaired: "import WebKit\nlet v = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())",
        rewrites: [
          "let keys = [\"allowFileAccessFromFileURLs\"]\nkeys.forEach { p.setValue(true, forKey: $0) } //!",
          "extension String { static let all = \"allowUniversalAccessFromFileURLs\" }\nc.setValue(NSNumber(value: true), forKey: .all) //!",
          "func on(_ k: String, _ v: Any = true) { c.setValue(v, forKey: k) } //!\non(\"allowUniversalAccessFromFileURLs\")",
          "web.loadFileURL(u, allowingReadAccessTo: URL(fileURLWithPath: NSHomeDirectory())) //!",
          "final class Old: UIWebView {} //!",
        ]),
      AppleSample(
        "open-script-bridge", "a key for every page",
        """
        import WebKit
        final class Bridge: NSObject, WKScriptMessageHandler {
          func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) { //!
            guard let body = message.body as? [String: String], body["action"] == "key" else { return }
            let key = Vault.read()
            message.webView?.callAsyncJavaScript("take(k)", arguments: ["k": key], in: nil, in: .page)
          }
        }
        """,
        repaired: """
          final class Bridge: NSObject, WKScriptMessageHandler {
            func userContentController(_ c: WKUserContentController, didReceive message: WKScriptMessage) {
              guard message.frameInfo.isMainFrame, message.frameInfo.securityOrigin.host == "app.example" else { return }
              message.webView?.callAsyncJavaScript("take(k)", arguments: ["k": Vault.read()], in: nil, in: .page)
            }
          }
          """,
        rewrites: [
          "class B: NSObject, WKScriptMessageHandlerWithReply { func userContentController(_ c: WKUserContentController, didReceive m: WKScriptMessage, replyHandler: @escaping (Any?, String?) -> Void) { replyHandler(key, nil) } } //!",
          "class B: NSObject { func userContentController(_ c: WKUserContentController, didReceive m: WKScriptMessage) { handle(m.body) } //!\n func handle(_ b: Any) { UIApplication.shared.open(URL(string: b as! String)!) } }",
        ]),
      AppleSample(
        "deep-link-unverified", "a login by link",
        """
        final class AppDelegate: UIResponder, UIApplicationDelegate {
          \(open) { //!
            let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
            if let code = items.first(where: { $0.name == "code" })?.value { Session.shared.logIn(with: code) }
            return true
          }
        }
        """,
        repaired: """
          final class AppDelegate: UIResponder, UIApplicationDelegate {
            \(open) {
              guard url.scheme == "sleep", url.host == "login" else { return false }
              let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
              return Session.shared.offer(items)
            }
          }
          """,
        rewrites: [
          "struct V: View { var body: some View { H().onOpenURL(perform: go) }\n func go(_ u: URL) { transfer(u.lastPathComponent) } } //!",
          "class S: NSObject { func scene(_ s: UIScene, openURLContexts c: Set<UIOpenURLContext>) { c.forEach { self.delete($0.url.lastPathComponent) } } } //!",
          "class S: NSObject { func scene(_ s: UIScene, continue a: NSUserActivity) { guard let u = a.webpageURL else { return } //!\n pay(u.query) } }",
        ]),
      AppleSample(
        "untrusted-page", "a page from a link",
        """
        final class AppDelegate: UIResponder, UIApplicationDelegate {
          \(open) {
            let target = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems?.first?.value ?? ""
            guard let page = URL(string: target) else { return false }
            viewer.web.load(URLRequest(url: page)) //!
            return true
          }
        }
        """,
        repaired: """
          final class AppDelegate: UIResponder, UIApplicationDelegate {
            \(open) {
              guard url.host == "help" else { return false }
              viewer.web.load(URLRequest(url: Pages.help))
              return true
            }
          }
          """,
        rewrites: [
          "struct V: View { var body: some View { W().onOpenURL { u in web.load(URLRequest(url: u)) } } } //!",
          "struct V: View { var body: some View { W().onOpenURL { u in print(u.host ?? \"\")\n web.load(URLRequest(url: u)) } } } //!",
          "struct V: View { var body: some View { W().onOpenURL { u in guard let h = u.host else { return }\n count(h)\n web.load(URLRequest(url: u)) } } } //!",
          "func paste() { web.loadHTMLString(UIPasteboard.general.string ?? \"\", baseURL: nil) } //!",
        ]),
      AppleSample(
        "untrusted-page", "the link is known, the page in it is not",
        """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
          guard url.scheme == "sleep", url.host == "show" else { return false }
          let parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
          guard let text = parts?.queryItems?.first?.value, let page = URL(string: text) else { return false }
          web.load(URLRequest(url: page)) //!
          return true
        }
        """,
        repaired: """
          func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
            guard url.scheme == "sleep", url.host == "show" else { return false }
            let parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
            guard let text = parts?.queryItems?.first?.value, let page = URL(string: text) else { return false }
            guard isOurs(page) else { return false }
            web.load(URLRequest(url: page))
            return true
          }
          func isOurs(_ address: URL) -> Bool {
            guard let host = address.host else { return false }
            return ["help.sleep.app", "news.sleep.app"].contains(host)
          }
          """),
      AppleSample(
        "deep-link-unverified", "a host that is only there",
        """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool { //!
          guard url.host != nil else { return false }
          account.delete(url.lastPathComponent)
          return true
        }
        """,
        repaired: """
          func application(_ app: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
            let parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
            switch parts?.host {
            case "delete": account.offerToDelete(url.lastPathComponent)
            default: break
            }
            return true
          }
          """),
      AppleSample(
        "insecure-unarchiving", "an archive that names its classes",
        """
        import Foundation
        final class Saved: NSObject, NSCoding { //!
          var id = ""
          func encode(with coder: NSCoder) { coder.encode(id, forKey: "id") }
          init?(coder: NSCoder) { id = coder.decodeObject(forKey: "id") as? String ?? "" }
          static func read(_ data: Data) throws -> Saved? {
            let reader = try NSKeyedUnarchiver(forReadingFrom: data)
            reader.requiresSecureCoding = false //!
            return reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? Saved
          }
        }
        """,
        repaired:
          "func read(_ d: Data) throws -> Saved? { try NSKeyedUnarchiver.unarchivedObject(ofClass: Saved.self, from: d) }",
        rewrites: [
          "let x = try NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(d) as? [String: Any] //!",
          "typealias U = NSKeyedUnarchiver\nlet x = U.unarchiveObject(withFile: p) //!",
          "func read(_ u: NSKeyedUnarchiver, _ strict: Bool = false) { u.requiresSecureCoding = strict } //!\nread(u)",
        ]),
      AppleSample(
        "sql-by-interpolation", "a search",
        """
        import SQLite3
        struct Search {
          func find(_ word: String) {
            let query = "SELECT text FROM diary WHERE text LIKE '%\\(word)%'"
            sqlite3_prepare_v2(database, query, -1, &statement, nil) //!
          }
        }
        """,
        repaired:
          "func find(_ w: String) { sqlite3_prepare_v2(database, \"SELECT text FROM diary WHERE text = ?\", -1, &statement, nil) }",
        rewrites: [
          "func f(_ w: String) throws { try db.run(\"DELETE FROM t WHERE a = '\\(w)'\") } //!",
          "func q(_ w: String) -> String { [\"SELECT a FROM t WHERE b='\", w, \"'\"].joined() }\nfunc f(_ w: String) { sqlite3_exec(db, q(w), nil, nil, nil) } //!",
          "func f(_ w: String) { var s = \"SELECT a FROM t\"\n s.append(\" WHERE b='\\(w)'\")\n sqlite3_exec(db, s, nil, nil, nil) } //!",
          "func f(_ w: String) { \"SELECT a FROM t WHERE b='\\(w)'\".withCString { sqlite3_prepare_v2(db, $0, -1, &s, nil) } } //!",
        ]),
      AppleSample(
        "secret-shared", "a token in a sheet",
        "func share(_ token: String) {\n  let items: [Any] = [\"Token \\(token)\"]\n  present(UIActivityViewController(activityItems: items, applicationActivities: nil), animated: true) //!\n}",
        repaired:
          "func share(_ page: URL) { present(UIActivityViewController(activityItems: [page], applicationActivities: nil), animated: true) }"
      ),
      AppleSample(
        "predicate-by-interpolation", "a filter",
        "func filter(_ name: String) -> NSPredicate {\n  NSPredicate(format: \"name CONTAINS '\\(name)'\") //!\n}",
        repaired: "func filter(_ name: String) -> NSPredicate { NSPredicate(format: \"name CONTAINS %@\", name) }",
        rewrites: ["func f(_ n: String) { let q = \"a == '\" + n + \"'\"\n r.predicate = NSPredicate(format: q) } //!"]),
    ]
  }
#endif
