/// Settings of web views that let weaker content in.
struct WebViewWeakSettings: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "webview-weak-settings", "Web views keep their protections",
    reason: "Mixed content lets the network change a page; without Safe Browsing known bad pages are shown.",
    fix: "Use MIXED_CONTENT_NEVER_ALLOW and leave Safe Browsing on.",
    ids: ["O.Ntwk_1", "O.Plat_8", "MASVS-PLATFORM-2", "MASVS-NETWORK-1", "MASWE-0050", "CWE-319"],
    violating: [
      RuleExample(
        "mixed content", path: "A.kt", lines: [1],
        """
        fun f(s: WebSettings) { s.mixedContentMode = WebSettings.MIXED_CONTENT_ALWAYS_ALLOW }
        """),
      RuleExample(
        "safe browsing off", path: "A.java", lines: [1],
        """
        class A { void f(WebView w) { w.getSettings().setSafeBrowsingEnabled(false); } }
        """),
    ],
    conforming: [
      RuleExample(
        "never", path: "A.kt",
        """
        fun f(s: WebSettings) { s.mixedContentMode = WebSettings.MIXED_CONTENT_NEVER_ALLOW }
        """)
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for write in code.writes("mixedContentMode") {
      let isOpen =
        project.symbols(of: write.value).contains("MIXED_CONTENT_ALWAYS_ALLOW")
        || project.integers(of: write.value) == [0]
      if isOpen {
        record.flaw(manual, on: write.place, .warning, "Pages may load parts without TLS.")
      }
    }
    for write in code.writes("safeBrowsingEnabled") where code.isFalse(write.value) {
      record.flaw(manual, on: write.place, .warning, "Safe Browsing is switched off.")
    }
  }
}
