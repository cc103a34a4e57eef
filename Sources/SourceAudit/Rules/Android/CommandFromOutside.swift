/// Commands and classes that others choose.
struct CommandFromOutside: Rule {
  private static let sharedFolders: Set<String> = [
    "getExternalStorageDirectory", "externalStorageDirectory", "getExternalFilesDir", "getExternalCacheDir",
    "externalCacheDir", "getExternalStoragePublicDirectory",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "command-from-outside", "No command and no class is chosen from outside",
    reason: "A page or another app would run what it likes with the rights of this app.",
    fix: "Choose from a closed list in the source.",
    ids: ["O.Source_1", "O.Source_2", "MASVS-CODE-4", "MASWE-0086", "CWE-78", "CWE-470"],
    violating: [
      RuleExample(
        "a bridge for pages", path: "A.kt", lines: [2],
        """
        class Bridge {
          @JavascriptInterface fun run(command: String) { Runtime.getRuntime().exec(command) }
        }
        """),
      RuleExample(
        "an extra", path: "A.java", lines: [1],
        #"class A extends Activity { void f() throws Exception { Class.forName(getIntent().getStringExtra("c")); } }"#),
    ],
    conforming: [
      RuleExample("its own", path: "A.kt", #"fun f() = Runtime.getRuntime().exec("getprop")"#),
      RuleExample(
        "a list", path: "A.java", #"class A { Object f() throws Exception { return Class.forName("a.B"); } }"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("exec", "ProcessBuilder", "forName", "loadClass", "DexClassLoader", "PathClassLoader") {
      let isOther =
        call.calledName == "exec" && code.words(of: call.receiver).isDisjoint(with: ["Runtime", "getRuntime"])
      guard !isOther, let command = call.argument(at: 0) else { continue }
      // Whoever can write to shared storage can put code there.
      let isShared =
        call.calledName.hasSuffix("ClassLoader") && !code.words(of: command).isDisjoint(with: Self.sharedFolders)
      guard isShared || IntentData.reaches(command, code) else { continue }
      record.flaw(manual, on: call, .error, "What runs here is chosen from outside.")
    }
  }
}
