/// JavaScript that is built from pieces.
struct WebViewScriptByInterpolation: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "webview-script-by-interpolation", "Values are not written into scripts",
    reason: "A value with a quote in it becomes code in the page; a message to * goes to whatever page is there.",
    fix: "Code the value with JSONObject.quote, or send it with postWebMessage to a named origin.",
    ids: ["O.Plat_8", "O.Source_2", "MASVS-PLATFORM-2", "MASVS-CODE-4", "MASWE-0070", "CWE-79", "CWE-94"],
    violating: [
      RuleExample(
        "a template", path: "A.kt", lines: [1],
        """
        fun f(w: WebView, name: String) { w.evaluateJavascript("show('$name')", null) }
        """),
      RuleExample(
        "a script in an address", path: "A.java", lines: [1],
        """
        class A { void f(WebView w, String name) { w.loadUrl("javascript:show('" + name + "')"); } }
        """),
      RuleExample(
        "to everybody", path: "A.kt", lines: [1],
        """
        fun f(w: WebView) { w.evaluateJavascript("window.postMessage('ready', '*')", null) }
        """),
    ],
    conforming: [
      RuleExample(
        "coded", path: "A.kt",
        """
        fun f(w: WebView, name: String) { w.evaluateJavascript("show(${JSONObject.quote(name)})", null) }
        """),
      RuleExample(
        "a number", path: "A.java",
        """
        class A { void f(WebView w, int n) { w.evaluateJavascript("scroll(" + n + ")", null); } }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("evaluateJavascript", "loadUrl") {
      guard let script = call.argument(at: 0) else { continue }
      let parts = project.origins(of: script, reach: .influence).passed
      if call.calledName == "loadUrl" {
        let isScript = parts.contains { part in
          part.list.contains {
            !$0.value.isPresent && part.kind == .string && part.unit.name($0.name).hasPrefix("javascript:")
          }
        }
        guard isScript else { continue }
      }
      // In quotes the value is meant as a text, and a quote in it ends that text.
      if let hole = Self.hole(in: script, parts, code) {
        let isOutside = IntentData.reaches(hole, code)
        record.flaw(
          manual, on: call, isOutside ? .error : .warning,
          isOutside ? "What came from outside is written into a script." : "A value is written into a script.",
          confidence: isOutside ? .high : .medium)
      } else if project.texts(of: script).contains(where: {
        $0.contains("postMessage(") && ($0.contains("'*'") || $0.contains("\"*\""))
      }) {
        record.flaw(manual, on: call, .warning, "The message goes to whatever page is there.")
      }
    }
  }

  /// A value between quotes.
  private static func hole(in script: Expression, _ parts: [Expression], _ code: AndroidCode) -> Expression? {
    for part in parts {
      var pieces: [(text: String?, value: Expression?)] = []
      if part.kind == .string {
        pieces = part.list.map { ($0.value.isPresent ? nil : part.unit.name($0.name), part.unit.expression($0.value)) }
      } else if part.kind == .binary, part.name == "+" {
        pieces = flattened(part).map { ($0.plainText, $0.plainText == nil ? $0 : nil) }
      }
      for (before, piece) in zip(pieces, pieces.dropFirst()) {
        guard let text = before.text, let value = piece.value, let last = text.last, "'\"`".contains(last) else {
          continue
        }
        if isOpen(value, code) { return value }
      }
    }
    return nil
  }

  private static func flattened(_ sum: Expression) -> [Expression] {
    guard sum.kind == .binary, sum.name == "+" else { return [sum] }
    return (sum.first.map(flattened) ?? []) + (sum.second.map(flattened) ?? [])
  }

  private static let encoders: Set<String> = [
    "quote", "toJson", "encodeToString", "JSONObject", "JSONArray", "escape", "escapeJava", "escapeEcmaScript",
    "encode",
    "escapeJavaScript", "htmlEncode", "replace", "encodeURIComponent", "randomUUID", "formatAsHex", "toJSON", "adapter",
  ]

  private static func isOpen(_ value: Expression, _ code: AndroidCode) -> Bool {
    guard code.project.texts(of: value).isEmpty, code.project.integers(of: value).isEmpty else { return false }
    if let type = code.project.type(of: value),
      ["Int", "int", "Long", "long", "Bool", "Boolean", "boolean", "Double"].contains(type)
    {
      return false
    }
    return code.words(of: value).isDisjoint(with: encoders)
  }
}
