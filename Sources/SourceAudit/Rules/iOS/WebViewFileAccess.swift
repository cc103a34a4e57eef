/// Web views that let a page read the app's files, and the web view that Apple withdrew.
struct WebViewFileAccess: Rule {
  private static let keys: Set<String> = ["allowFileAccessFromFileURLs", "allowUniversalAccessFromFileURLs"]

  let manual = RuleManual(
    "web-view-file-access", "A page must not reach the app's files",
    reason: "With these switches a script in one local page reads every file that the app can read, and sends it "
      + "anywhere. UIWebView cannot be locked down at all.",
    fix: "Leave the switches alone; give loadFileURL the one folder of the page; use WKWebView.",
    ids: ["O.Arch_8", "O.Plat_8", "MASVS-PLATFORM-2", "MASWE-0069", "CWE-749", "CWE-200"],
    violating: [
      RuleExample(
        "the private key", lines: [1], #"config.preferences.setValue(true, forKey: "allowFileAccessFromFileURLs")"#),
      RuleExample(
        "the same through constants", lines: [2],
        """
        enum K { static let all = "allowUniversalAccessFromFileURLs"; static let on = true }
        config.setValue(K.on, forKey: K.all)
        """),
      RuleExample("the old view", lines: [1], "let view = UIWebView(frame: .zero)"),
      RuleExample(
        "the whole folder", lines: [1],
        "web.loadFileURL(page, allowingReadAccessTo: FileManager.default.urls(for: .documentDirectory, in: m)[0])"),
    ],
    conforming: [
      RuleExample("off", #"config.preferences.setValue(false, forKey: "allowFileAccessFromFileURLs")"#),
      RuleExample(
        "off by a condition", #"config.preferences.setValue(!true, forKey: "allowFileAccessFromFileURLs")"#),
      RuleExample("the page's folder", "web.loadFileURL(page, allowingReadAccessTo: page.deletingLastPathComponent())"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("setValue") {
      guard let key = call.argument("forKey"), let value = call.argument(at: 0),
        !Self.keys.isDisjoint(with: project.texts(of: key)),
        !project.texts(of: value).allSatisfy({ $0 == "false" || $0 == "0" }) || project.texts(of: value).isEmpty
      else { continue }
      record.flaw(manual, at: call, .error, "Scripts of a local page may read every file of the app.")
    }
    for call in unit.calls("UIWebView") {
      record.flaw(manual, at: call, .warning, "UIWebView cannot be kept from the app's files and cookies.")
    }
    for type in unit.allDeclarations where type.kind == .type && type.supertypes.contains("UIWebView") {
      record.flaw(manual, at: type, .warning, "UIWebView cannot be kept from the app's files and cookies.")
    }
    for call in unit.calls("loadFileURL") {
      guard let folder = call.argument("allowingReadAccessTo") else { continue }
      let names = project.origins(of: folder, reach: .influence).names
      guard
        names.contains(where: {
          ["documentDirectory", "libraryDirectory", "NSHomeDirectory", "homeDirectoryForCurrentUser"].contains($0)
        })
          || project.texts(of: folder).contains("/"),
        !names.contains("deletingLastPathComponent"), !names.contains("appendingPathComponent"),
        !names.contains("appending")
      else { continue }
      record.flaw(manual, at: call, .warning, "The page may read a whole folder of the app.")
    }
  }
}
