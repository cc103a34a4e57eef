/// Intents from outside that the app starts as its own.
struct ForwardedIntent: Rule {
  private static let starters = [
    "startActivity", "startActivityForResult", "startService", "startForegroundService", "sendBroadcast", "setResult",
  ]
  private static let questions: Set<String> = ["component", "resolveActivity", "getComponent"]
  private static let sender: Set<String> = [
    "getCallingActivity", "callingActivity", "getCallingPackage", "callingPackage",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "forwarded-intent", "An intent from outside is not started",
    reason: "With it another app reaches components that are not exported, with the rights of this app.",
    fix: "Build the intent yourself from checked values, or use IntentSanitizer.",
    ids: ["O.Plat_6", "O.Source_1", "MASVS-PLATFORM-1", "MASWE-0083", "CWE-926", "CWE-940"],
    violating: [
      RuleExample(
        "a parcel", path: "A.kt", lines: [4],
        """
        class Proxy : Activity() {
          override fun onCreate(state: Bundle?) {
            val next = intent.getParcelableExtra<Intent>("next")
            startActivity(next)
          }
        }
        """),
      RuleExample(
        "in one line", path: "A.java", lines: [1],
        #"class A extends Activity { void f() { startActivity((Intent) getIntent().getParcelableExtra("x")); } }"#),
      RuleExample(
        "written down, not asked", path: "A.kt", lines: [4],
        """
        class A : Activity() { fun f() {
          val next = intent.getParcelableExtra<Intent>("next") ?: return
          Log.d("A", "to ${next.component}")
          startActivity(next)
        } }
        """),
    ],
    conforming: [
      RuleExample(
        "one of its own", path: "A.kt",
        #"class A : Activity() { fun f() { startActivity(Intent(this, Next::class.java).putExtra("id", intent.getStringExtra("id"))) } }"#
      ),
      RuleExample(
        "asked", path: "A.kt",
        """
        class A : Activity() { fun f() {
          val next = intent.getParcelableExtra<Intent>("next") ?: return
          if (next.component?.packageName == packageName) startActivity(next)
        } }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls(Self.starters) {
      guard let intent = call.arguments.first(where: { $0.value.kind != .number })?.value else { continue }
      let passed = project.origins(of: intent).passed
      guard
        passed.contains(where: {
          $0.kind == .call && ["getParcelableExtra", "getParcelable", "parseUri"].contains($0.calledName)
        })
      else { continue }
      let inquiry = Inquiry(project: project, questions: Self.questions, askingForSender: Self.sender)
      if !inquiry.isAsked(inquiry.subject(of: intent), in: [call.owner]) {
        record.flaw(manual, on: call, .error, "Another app decides what is started here.")
      }
    }
  }
}
