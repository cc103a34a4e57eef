import SecurityPolicy

/// Secrets in notifications.
/// Source: Apple, UNMutableNotificationContent.
struct SecretInAppleNotification: Rule {
  private static let types = ["UNMutableNotificationContent", "UILocalNotification"]
  private static let shown = ["title", "subtitle", "body", "alertTitle", "alertBody"]

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
        """),
      RuleExample(
        "a code in Objective-C, by property and by message", path: "A.m", lines: [4, 5],
        """
        @implementation Reminder
        - (void)remind:(NSString *)otp {
          UNMutableNotificationContent *content = [[UNMutableNotificationContent alloc] init];
          content.body = [NSString stringWithFormat:@"Your code is %@", otp];
          [content setTitle:[NSString localizedUserNotificationStringForKey:@"CODE" arguments:@[otp]]];
        }
        @end
        """),
      RuleExample(
        "the older kind", path: "A.m", lines: [4],
        """
        @implementation Reminder
        - (void)remind:(NSString *)password {
          UILocalNotification *notice = [UILocalNotification new];
          notice.alertBody = [@"Your password: " stringByAppendingString:password];
        }
        @end
        """),
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
      RuleExample(
        "none in Objective-C", path: "A.m",
        """
        @implementation Reminder
        - (void)remind:(NSString *)otp {
          UNMutableNotificationContent *content = [[UNMutableNotificationContent alloc] init];
          content.body = @"Your code is ready";
          self.label.title = otp;
        }
        @end
        """),
      RuleExample("something else", "func show(_ label: Label, _ otp: String) { label.title = otp }"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    guard Self.types.contains(where: { unit.row(of: $0) != nil }) else { return }
    for mention in unit.mentions(Self.shown) where mention.kind == .member {
      guard let assignment = mention.parent, assignment.kind == .assignment, assignment.calleeID == mention.id,
        let base = mention.first, project.type(of: base).map(Self.types.contains) == true,
        let text = assignment.second, let secret = project.secret(inside: text)
      else { continue }
      record.flaw(
        manual, at: assignment, .warning, "A secret is shown in a notification.", confidence: .medium,
        way: [assignment, secret])
    }
  }
}
