/// Screens whose content recorders and the list of recent apps show.
struct ScreenCaptureAllowed: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "screen-capture-allowed", "Screens with secrets are kept out of recordings",
    reason: "Without FLAG_SECURE the list of recent apps, screenshots and recordings hold what the screen shows.",
    fix: "Set FLAG_SECURE on the window before its content, and leave it set.",
    ids: ["O.Data_13", "O.Plat_9", "MASVS-PLATFORM-3", "MASWE-0055", "CWE-200"],
    violating: [
      RuleExample(
        "taken away", path: "A.kt", lines: [1],
        "fun f(window: Window) { window.clearFlags(WindowManager.LayoutParams.FLAG_SECURE) }"),
      RuleExample(
        "none of the flags under the mask", path: "A.kt", lines: [1],
        "fun f(window: Window) { window.setFlags(0, WindowManager.LayoutParams.FLAG_SECURE) }"),
    ],
    conforming: [
      RuleExample(
        "set", path: "A.java",
        "class A extends Activity { void f() { getWindow().setFlags(WindowManager.LayoutParams.FLAG_SECURE, WindowManager.LayoutParams.FLAG_SECURE); } }"
      )
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    // Where the flag is taken away again it keeps nothing out.
    var cleared: Set<Declaration> = []
    var marked: [Expression] = []
    for call in unit.calls("setFlags") {
      // The flags and the mask of those that are set anew: what is in the mask alone is cleared.
      guard let flags = call.argument(at: 0), let mask = call.argument(at: 1), project.integers(of: flags) == [0],
        code.words(of: mask).contains("FLAG_SECURE")
      else { continue }
      cleared.insert(code.function(around: call))
      record.flaw(manual, on: call, .warning, "From here on the screen can be recorded.", confidence: .medium)
    }
    for call in unit.calls("clearFlags", "addFlags", "setFlags") {
      guard let flags = call.argument(at: 0), code.words(of: flags).contains("FLAG_SECURE") else { continue }
      if call.calledName == "clearFlags" {
        cleared.insert(code.function(around: call))
        record.flaw(manual, on: call, .warning, "From here on the screen can be recorded.", confidence: .medium)
      } else {
        marked.append(call)
      }
    }
    for call in marked where !cleared.contains(code.function(around: call)) {
      record.control("a screen is kept out of recordings", manual, at: call)
    }
  }
}
