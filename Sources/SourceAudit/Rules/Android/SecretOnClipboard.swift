/// Secrets on the clipboard.
struct SecretOnClipboard: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "secret-on-clipboard", "Secrets are not put on the clipboard",
    reason:
      "Other apps, keyboards and synchronised devices read the clipboard, and its preview is shown on the screen.",
    fix: "Offer no copying; where it must be, set EXTRA_IS_SENSITIVE and clear the clipboard soon.",
    ids: ["O.Data_11", "MASVS-PLATFORM-3", "MASWE-0053", "CWE-200"],
    violating: [
      RuleExample(
        "a password", path: "A.kt", lines: [2],
        """
        fun copy(clipboard: ClipboardManager, password: String) {
          val clip = ClipData.newPlainText("text", password)
          clipboard.setPrimaryClip(clip)
        }
        """),
      RuleExample(
        "a property", path: "A.kt", lines: [1],
        #"fun copy(board: ClipboardManager, otp: String) { board.primaryClip = ClipData.newPlainText("code", otp) }"#),
    ],
    conforming: [
      RuleExample(
        "an address", path: "A.kt",
        #"fun copy(b: ClipboardManager, link: String) { b.setPrimaryClip(ClipData.newPlainText("link", link)) }"#),
      RuleExample(
        "marked", path: "A.kt",
        """
        fun copy(b: ClipboardManager, password: String) {
          val clip = ClipData.newPlainText("text", password)
          clip.description.extras = PersistableBundle().apply { putBoolean(ClipDescription.EXTRA_IS_SENSITIVE, true) }
          b.setPrimaryClip(clip)
        }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("newPlainText", "newHtmlText", "setText") {
      if call.calledName == "setText" {
        // Compose's manager, or the old one of android.text.
        let receiver = code.receiver(of: call)
        let words = code.words(of: receiver).union([receiver.flatMap { project.type(of: $0) } ?? ""])
        let boards: Set<String> = ["LocalClipboardManager", "LocalClipboard", "ClipboardManager"]
        guard let text = call.argument(at: 0), !words.isDisjoint(with: boards) else { continue }
        let value = text.kind == .call && text.calledName == "AnnotatedString" ? text.argument(at: 0) ?? text : text
        if project.isSecret(value) { record.flaw(manual, on: call, .warning, Self.message) }
        continue
      }
      guard let value = call.argument(at: 1), project.keepsSecret(value, under: call.argument(at: 0)) else { continue }
      if code.mentions(["EXTRA_IS_SENSITIVE"], around: call) {
        record.control("a secret on the clipboard is marked", manual, at: call)
      } else {
        record.flaw(manual, on: call, .warning, Self.message)
      }
    }
  }

  private static let message = "A secret is put on the clipboard."
}
