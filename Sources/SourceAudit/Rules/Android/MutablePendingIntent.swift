/// Pending intents whose receiver may fill in the rest.
struct MutablePendingIntent: Rule {
  private static let makers = ["getActivity", "getActivities", "getBroadcast", "getService", "getForegroundService"]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "mutable-pending-intent", "A pending intent cannot be changed",
    reason: "Whoever gets a mutable pending intent can fill in its action, data and receiver and send it as this app.",
    fix: "Add PendingIntent.FLAG_IMMUTABLE; where it must be mutable, make the intent explicit.",
    ids: ["O.Plat_6", "MASVS-PLATFORM-1", "MASWE-0063", "CWE-927"],
    violating: [
      RuleExample(
        "mutable", path: "A.kt", lines: [1],
        "fun f(c: Context) = PendingIntent.getActivity(c, 0, Intent(\"a\"), PendingIntent.FLAG_MUTABLE)"),
      RuleExample(
        "a flag in a constant", path: "A.java", lines: [2],
        """
        class A { static final int FLAGS = PendingIntent.FLAG_UPDATE_CURRENT;
          Object f(Context c, Intent i) { return PendingIntent.getBroadcast(c, 0, i, FLAGS); } }
        """),
    ],
    conforming: [
      RuleExample(
        "immutable", path: "A.kt",
        "fun f(c: Context, i: Intent) = PendingIntent.getActivity(c, 0, i, PendingIntent.FLAG_UPDATE_CURRENT or PendingIntent.FLAG_IMMUTABLE)"
      ),
      RuleExample(
        "mutable for one class", path: "A.kt",
        "fun f(c: Context) = PendingIntent.getActivity(c, 0, Intent(c, Reply::class.java), PendingIntent.FLAG_MUTABLE)"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls(Self.makers)
    where project.resolvedTypeName(call.receiver?.name ?? "") == "PendingIntent" {
      guard let flags = call.argument(at: 3) else { continue }
      let words = code.words(of: flags)
      if words.contains("FLAG_IMMUTABLE") {
        record.control("a pending intent is immutable", manual, at: call)
        continue
      }
      guard
        words.contains("FLAG_MUTABLE") || words.contains("FLAG_UPDATE_CURRENT")
          || project.integers(of: flags).first == 0
      else { continue }
      let intent = call.argument(at: 2).map { project.origins(of: $0, reach: .influence).passed } ?? []
      if intent.contains(where: { $0.kind == .reference && $0.name == "class" }) { continue }
      record.flaw(manual, on: call, .warning, "Others can fill in this pending intent.")
    }
  }
}
