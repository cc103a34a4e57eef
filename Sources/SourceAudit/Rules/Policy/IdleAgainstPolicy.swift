import SecurityPolicy

/// A lock that comes later than the policy promises.
struct IdleAgainstPolicy: Rule {
  private static let idle: Set<String> = ["idle", "inactivity", "inactive", "autolock", "lock", "session"]
  private static let background: Set<String> = ["background", "resume", "foreground"]
  private static let lengths: Set<String> = [
    "timeout", "interval", "after", "delay", "limit", "duration", "seconds", "grace",
  ]

  /// What a name says about the unit of its number, where no type does.
  private static let units = ["ms", "millis", "milliseconds", "seconds", "secs", "sec", "minutes", "mins", "hours"]

  let languages = Set(SourceLanguage.allCases)
  let manual = RuleManual(
    "idle-against-policy", "The app locks when the policy says so",
    reason: "Until the lock comes, whoever finds the device open is the user.",
    fix: "Take session.inactivity and session.background of the policy, or change them there.",
    ids: ["O.Auth_8", "O.Auth_9", "MASVS-AUTH-2", "MASWE-0030", "CWE-613"],
    violating: [
      RuleExample("a constant", lines: [1], "enum Session { static let idleTimeout: TimeInterval = 24 * 60 * 60 }"),
      RuleExample(
        "after the background", lines: [2],
        "final class Lock {\n  var backgroundLockDelay: Duration = .minutes(30)\n}"),
      RuleExample(
        "units of Kotlin", path: "A.kt", lines: [1, 2],
        "const val IDLE_TIMEOUT_MS = 24 * 60 * 60 * 1000\nval sessionTimeout = 24.hours"),
      RuleExample(
        "units of Java", path: "A.java", lines: [1],
        "class A { static final long SESSION_TIMEOUT = TimeUnit.HOURS.toMillis(24); }"),
    ],
    conforming: [
      RuleExample("the policy's number", "let inactivityTimeout: TimeInterval = 4 * 3600"),
      RuleExample("a number without a unit", path: "A.kt", "const val SESSION_TIMEOUT = 900_000"),
      RuleExample("the policy's number in Kotlin", path: "A.kt", "const val IDLE_TIMEOUT_MS = 600_000"),
      RuleExample("a lock of threads", "let lock = 99_999"),
      RuleExample("a fetch in the background", "let backgroundFetchInterval: TimeInterval = 86_400"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let session = project.policy.session
    let ends = ["eout", "rval", "fter", "elay", "imit", "tion", "onds", "race"]
    for constant in unit.allDeclarations
    where (constant.kind == .property || constant.kind == .local)
      && (isTyped(unit) ? NameEnd(constant.name).isOneOf(ends) : constant.value != nil)
    {
      guard let value = constant.value else { continue }
      judge(constant.name, value, session, project, &record)
    }
    for assignment in unit.assignments {
      guard let target = assignment.first?.unwrapped, !isTyped(unit) || NameEnd(target.name).isOneOf(ends),
        let value = assignment.second
      else { continue }
      judge(target.name, value, session, project, &record)
    }
  }

  /// Whether an interval has a type of its own, which says its unit.
  private func isTyped(_ unit: SourceUnit) -> Bool { unit.language == .swift || unit.language == .objectiveC }

  private func seconds(_ value: Expression, _ words: Set<String>, _ project: Project) -> [Int] {
    if isTyped(value.unit) || project.saysUnit(value) { return project.seconds(of: value) }
    return Self.units.first(where: words.contains).map { project.seconds(project.integers(of: value), in: $0) } ?? []
  }

  private func judge(
    _ name: String, _ value: Expression, _ session: SessionRequirement, _ project: Project,
    _ record: inout AuditRecord
  ) {
    let list = SecretWords.words(of: name)
    guard list.contains(where: Self.lengths.contains) else { return }
    let words = Set(list)
    guard words.count > 1,
      words.isDisjoint(with: [
        "fetch", "refresh", "task", "sync", "upload", "animation", "request", "resource", "retry",
      ])
    else { return }
    let isBackground =
      !words.isDisjoint(with: Self.background) && !words.isDisjoint(with: ["lock", "grace", "session"])
    let isIdle =
      !words.isDisjoint(with: ["idle", "inactivity", "inactive", "autolock"])
      || words.contains("auto") && words.contains("lock") || words.contains("session") && words.contains("timeout")
    guard isBackground || isIdle else { return }
    let (member, limit) =
      isBackground ? ("session.background", session.background) : ("session.inactivity", session.inactivity)
    guard let seconds = seconds(value, words, project).max(), seconds > limit.components.seconds else { return }
    record.flaw(
      manual, at: value, project.severityOfContradiction,
      "The lock waits \(seconds) seconds; the policy's \(member) is \(limit.components.seconds) seconds.",
      confidence: .medium)
  }
}
