/// JavaScript that is built from pieces: a quote in a piece ends the text, and the rest is a program.
struct ScriptByInterpolation: Rule {
  let manual = RuleManual(
    "script-by-interpolation", "Hand values to a script; do not write them into it",
    reason: "A value with a quote in it becomes code in the page, with everything that the page may do. Posting to the "
      + "target `*` hands the value to whatever page is there by then.",
    fix: "Use callAsyncJavaScript with arguments, or encode the value with JSONEncoder; name the page's origin.",
    ids: ["O.Plat_8", "O.Source_2", "MASVS-PLATFORM-2", "MASVS-CODE-4", "MASWE-0070", "CWE-79", "CWE-94"],
    violating: [
      RuleExample(
        "an inserted name", lines: [1], #"func f(_ name: String) { web.evaluateJavaScript("show('\(name)')") }"#),
      RuleExample(
        "joined in another function", lines: [2],
        """
        func script(_ data: String) -> String { "load(" + data + ")" }
        func run(_ data: String) { web.evaluateJavaScript(script(data), completionHandler: nil) }
        """),
      RuleExample(
        "a message to anybody", lines: [1], #"web.evaluateJavaScript("window.postMessage('ready', '*')")"#),
      RuleExample(
        "a user script", lines: [1],
        #"func f(_ t: String) { let s = WKUserScript(source: "t='\(t)'", injectionTime: .atDocumentStart, forMainFrameOnly: true) }"#
      ),
    ],
    conforming: [
      RuleExample("a fixed script", #"web.evaluateJavaScript("document.title")"#),
      RuleExample(
        "arguments",
        #"web.callAsyncJavaScript("show(name)", arguments: ["name": name], in: nil, in: .page)"#),
      RuleExample(
        "encoded",
        """
        func f(_ name: String) throws {
          let text = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
          web.evaluateJavaScript("show(\\(text))")
        }
        """),
      RuleExample("a number", #"func f(_ height: Int) { web.evaluateJavaScript("scrollTo(0, \(height))") }"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("evaluateJavaScript", "callAsyncJavaScript", "WKUserScript", "stringByEvaluatingJavaScript")
    {
      guard let script = call.argument("source") ?? call.argument("from") ?? call.argument(at: 0) else { continue }
      if let piece = project.inserted(into: script) {
        let door = project.door(of: piece)
        record.flaw(
          manual, at: call, door == nil ? .warning : .error,
          door == nil
            ? "A value is written into a script." : "What came from outside is written into a script.",
          way: door?.way ?? [])
      } else if project.texts(of: script).contains(where: {
        $0.contains("postMessage(") && ($0.contains("'*'") || $0.contains("\"*\""))
      }) {
        record.flaw(manual, at: call, .warning, "The message goes to whatever page is there: its target is `*`.")
      }
    }
  }
}
