/// Secrets in notifications.
struct SecretInNotification: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "secret-in-notification", "Notifications show no secrets",
    reason: "Notifications stand on the lock screen, and every app with access to notifications reads them.",
    fix: "Show a text without the value, or set VISIBILITY_SECRET.",
    ids: ["O.Plat_4", "O.Plat_5", "MASVS-PLATFORM-3", "MASWE-0054", "CWE-200"],
    violating: [
      RuleExample(
        "a code", path: "A.kt", lines: [3],
        """
        fun f(b: NotificationCompat.Builder, otp: String) = b
          .setContentTitle("Code")
          .setContentText("Your code is $otp")
        """)
    ],
    conforming: [
      RuleExample(
        "none", path: "A.java",
        """
        class A { Object f(NotificationCompat.Builder b, int n) { return b.setContentText("New messages: " + n); } }
        """),
      RuleExample(
        "kept off the lock screen", path: "A.kt",
        """
        fun f(b: NotificationCompat.Builder, otp: String) =
          b.setContentText("Code $otp").setVisibility(NotificationCompat.VISIBILITY_SECRET)
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("setContentText", "setContentTitle", "bigText", "setTicker", "setSubText") {
      guard let text = call.argument(at: 0) else { continue }
      let parts =
        [text]
        + project.origins(of: text, reach: .influence).passed.filter {
          [.name, .member].contains($0.kind)
        }
      guard parts.contains(where: { $0.kind != .string && project.isSecret($0) }) else { continue }
      if code.mentions(["VISIBILITY_SECRET", "VISIBILITY_PRIVATE"], around: call) {
        record.control("a notification is kept off the lock screen", manual, at: call)
      } else {
        record.flaw(manual, on: call, .warning, "A secret is shown in a notification.")
      }
    }
  }
}
