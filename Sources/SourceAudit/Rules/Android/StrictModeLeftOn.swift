/// Developer checks that write about the app into the log.
struct StrictModeLeftOn: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "strict-mode-left-on", "StrictMode is a tool for debug builds",
    reason: "Its messages tell how the app works inside: files, requests and the code that makes them.",
    fix: "Set policies only under BuildConfig.DEBUG.",
    ids: [
      "O.Source_8", "O.Source_3", "MASVS-RESILIENCE-3", "MASWE-0094", "MASTG-TEST-0263", "MASTG-TEST-0264",
      "MASTG-TEST-0265", "CWE-489",
    ],
    violating: [
      RuleExample(
        "in every build", path: "A.kt", lines: [2],
        """
        fun f() {
          StrictMode.setVmPolicy(
            StrictMode.VmPolicy.Builder().detectLeakedClosableObjects().penaltyLog().build())
        }
        """)
    ],
    conforming: [
      RuleExample(
        "for developers", path: "A.kt",
        "fun f() {\n  if (BuildConfig.DEBUG) StrictMode.setThreadPolicy(StrictMode.ThreadPolicy.Builder().detectAll().penaltyLog().build())\n}"
      ),
      RuleExample(
        "switched off for a moment", path: "A.java",
        "class A { void f(StrictMode.ThreadPolicy old) { StrictMode.setThreadPolicy(old); } }"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("setVmPolicy", "setThreadPolicy", "enableDefaults") {
      guard call.receiver?.name == "StrictMode", !unit.isInside(.debugOnly, call.offset) else { continue }
      let words = code.words(of: call.argument(at: 0))
      guard call.calledName == "enableDefaults" || words.contains("penaltyLog") || words.contains("penaltyDropBox")
      else { continue }
      record.flaw(manual, at: call, .warning, "This writes about the app's insides into the log of every user.")
    }
  }
}
