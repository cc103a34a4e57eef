/// Files and preferences that are opened to every app.
struct WorldReadableFiles: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "world-readable-file", "Files of the app are not opened to all",
    reason: "MODE_WORLD_READABLE and setReadable for everyone hand a file to every app on the device.",
    fix: "Use MODE_PRIVATE; share single files through a FileProvider with a grant.",
    ids: ["O.Data_3", "O.Data_4", "MASVS-STORAGE-1", "MASWE-0007", "CWE-732"],
    violating: [
      RuleExample("a mode", path: "A.kt", lines: [1], #"val out = openFileOutput("a", Context.MODE_WORLD_READABLE)"#),
      RuleExample(
        "permissions", path: "A.java", lines: [1], "class A { void f(File x) { x.setWritable(true, false); } }"),
    ],
    conforming: [
      RuleExample("private", path: "A.kt", #"val out = openFileOutput("a", Context.MODE_PRIVATE)"#),
      RuleExample("for the owner", path: "A.java", "class A { void f(File x) { x.setReadable(true, true); } }"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for mention in unit.mentions("MODE_WORLD_READABLE", "MODE_WORLD_WRITEABLE") {
      record.flaw(manual, on: mention, .error, "This mode opens the file to every app.")
    }
    for call in unit.calls("setReadable", "setWritable", "setExecutable") {
      guard let on = call.argument(at: 0), let owner = call.argument(at: 1) else { continue }
      if code.isTrue(on), code.isFalse(owner) {
        record.flaw(manual, on: call, .error, "This opens the file to every app.")
      }
    }
  }
}
