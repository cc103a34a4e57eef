import SecurityPolicy

/// Secrets in notifications.
/// Source: Apple, UNMutableNotificationContent.
struct SecretInAppleNotification: Rule {
  private static let shown = ["title", "subtitle", "body"]

  let manual = RuleManual(
    "secret-in-apple-notification", "Notifications show no secrets",
    reason: "Notifications stand on the lock screen, in the notification centre and on a paired watch.",
    fix: "Show a text without the value; the app shows it after unlocking.",
    ids: ["O.Plat_4", "O.Plat_5", "MASVS-PLATFORM-3", "MASWE-0054", "CWE-200"],
    violating: [
      RuleExample(
        "a code", lines: [3],
        """
        func remind(otp: String) {
          let content = UNMutableNotificationContent()
          content.body = "Your code is \\(otp)"
          add(content)
        }
        """)
    ],
    conforming: [
      RuleExample(
        "none",
        """
        func remind(otp: String) {
          let content = UNMutableNotificationContent()
          content.body = "Your code is ready"
          content.badge = 1
        }
        """),
      RuleExample("something else", "func show(_ label: Label, _ otp: String) { label.title = otp }"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    guard unit.row(of: "UNMutableNotificationContent") != nil else { return }
    for mention in unit.mentions(Self.shown) where mention.kind == .member {
      guard let assignment = mention.parent, assignment.kind == .assignment, assignment.calleeID == mention.id,
        let base = mention.first, project.type(of: base) == "UNMutableNotificationContent",
        let text = assignment.second, let secret = project.secret(inside: text)
      else { continue }
      record.flaw(
        manual, at: assignment, .warning, "A secret is shown in a notification.", confidence: .medium,
        way: [assignment, secret])
    }
  }
}
