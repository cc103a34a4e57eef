import SecurityPolicy

/// A lowest level of a log that lets out more than the policy does in release builds.
struct LogLevelAgainstPolicy: Rule {
  private static let ranks = [
    "verbose": 0, "trace": 0, "all": 0, "debug": 0, "info": 1, "notice": 1, "default": 1, "warning": 2, "warn": 2,
    "error": 3, "fault": 4, "critical": 4, "off": 5, "none": 5,
  ]
  private static let names: Set<String> = [
    "logLevel", "minimumLogLevel", "minLogLevel", "minimumLevel", "minLevel", "defaultLogLevel", "dynamicLogLevel",
    "ddLogLevel", "releaseLogLevel", "productionLogLevel",
  ]

  let languages = Set(SourceLanguage.allCases)
  let manual = RuleManual(
    "log-level-against-policy", "A release logs no more than the policy allows",
    reason: "Lower levels carry what developers look at: addresses, states, answers. The policy says which level a "
      + "release may write.",
    fix: "Set the policy's logging.release, and put lower levels inside #if DEBUG.",
    ids: ["O.Source_3", "MASVS-STORAGE-2", "MASWE-0001", "CWE-532"],
    violating: [
      RuleExample(
        "the logger of a library", lines: [2], "import Logging\nfunc f(_ log: inout Logger) { log.logLevel = .debug }"),
      RuleExample(
        "a constant of another type", lines: [2],
        "enum Setup { static let level = Logger.Level.info }\nvar sink = Sink(minimumLevel: Setup.level)"),
      RuleExample("in Kotlin", path: "A.kt", lines: [1], "fun start(log: Sink) { log.minLevel = Level.DEBUG }"),
      RuleExample(
        "in Java", path: "A.java", lines: [1], "class A { void f(Sink log) { log.setLogLevel(Level.INFO); } }"),
      RuleExample("the level of a build", lines: [1], "let ddLogLevel: DDLogLevel = .verbose"),
    ],
    conforming: [
      RuleExample("the policy's level", "func f(_ log: inout Logger) { log.logLevel = .error }"),
      RuleExample(
        "debug builds only",
        "#if DEBUG\nlet ddLogLevel: DDLogLevel = .verbose\n#else\nlet ddLogLevel: DDLogLevel = .error\n#endif"),
      RuleExample("a level that is read", "if log.logLevel == .debug { show() }"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("setLogLevel", "setMinLevel", "setMinimumLevel", "setMinLogLevel") {
      if let value = call.argument(at: 0) { judge(value, at: call, project, &record) }
    }
    guard Self.names.contains(where: { unit.row(of: $0) != nil }) else { return }
    for assignment in unit.assignments {
      guard let target = assignment.first?.unwrapped, Self.names.contains(target.name), let value = assignment.second
      else { continue }
      judge(value, at: assignment, project, &record)
    }
    for declaration in unit.allDeclarations where Self.names.contains(declaration.name) {
      guard declaration.kind == .property || declaration.kind == .local, let value = declaration.value else { continue }
      judge(value, at: value, project, &record)
    }
    for call in unit.all(.call) {
      for argument in call.arguments where Self.names.contains(argument.label) {
        judge(argument.value, at: call, project, &record)
      }
    }
  }

  private func judge(_ value: Expression, at place: Expression, _ project: Project, _ record: inout AuditRecord) {
    guard place.unit.role == .app, !place.unit.isInside(.debugOnly, place.startOffset) else { return }
    let limit = project.policy.logging.release
    guard let allowed = Self.ranks[limit.rawValue] else { return }
    let written = ([value] + project.origins(of: value).leaves).lazy.filter { leaf in
      leaf.kind == .member && !leaf.unit.isInside(.debugOnly, leaf.startOffset)
    }.compactMap { leaf in Self.ranks[leaf.name.lowercased()].map { (name: leaf.name, rank: $0) } }.min {
      $0.rank < $1.rank
    }
    guard let written, written.rank < allowed else { return }
    record.flaw(
      manual, at: place, project.severityOfContradiction,
      "The log lets out \(written.name) and more; the policy's logging.release is \(limit.rawValue).")
  }
}
