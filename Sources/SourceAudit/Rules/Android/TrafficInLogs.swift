/// Whole requests and answers in the log: the logger of a client at a level that writes headers or bodies.
///
/// Sees OkHttp's interceptor and Ktor's plugin. Does not see loggers that a project writes itself.
/// Source: square.github.io/okhttp, HttpLoggingInterceptor; api.ktor.io, LogLevel.
struct TrafficInLogs: Rule {
  private static let interceptor = "HttpLoggingInterceptor"
  private static let bodies: Set<String> = ["BODY", "ALL"]
  private static let levels: Set<String> = ["BODY", "ALL", "HEADERS"]
  private static let adders = ["addInterceptor", "addNetworkInterceptor"]
  /// Words of functions that take out of a line what nobody may read.
  private static let redacting: Set<String> = ["redact", "redacted", "mask", "masked", "sanitize", "scrub", "censor"]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "traffic-in-logs", "Requests and answers stay out of the log",
    reason: "Headers hold the session's token, bodies hold passwords and what the user sees; the log keeps them for "
      + "other tools and bug reports.",
    fix: "Log bodies and headers in debug builds only, with redactHeader(\"Authorization\") or sanitizeHeader; take "
      + "the level NONE or BASIC elsewhere.",
    ids: ["O.Source_3", "MASVS-STORAGE-2", "MASWE-0001", "MASTG-TEST-0203", "CWE-532"],
    violating: TrafficInLogs.violating, conforming: TrafficInLogs.conforming)

  /// A level that a logger gets.
  private struct Setting {
    let place: Expression
    let value: Expression
    /// Whether the logger leaves the token's header out.
    let isRedacted: Bool
  }

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for setting in interceptors(code) + plugins(code) {
      let loud = levels(of: setting.value, code)
      guard let level = loud.first(where: { Self.bodies.contains($0.name) }) ?? loud.first else { continue }
      let showsBodies = Self.bodies.contains(level.name)
      guard showsBodies || !setting.isRedacted else { continue }
      // Of a body nobody knows what stands in it; with the token's header left out it is worth a look.
      record.flaw(
        manual, on: setting.place, setting.isRedacted ? .note : .warning,
        showsBodies
          ? "Whole requests and answers are written to the log." : "Headers with tokens are written to the log.",
        confidence: .medium, way: [setting.place, level])
    }
  }

  /// The loud levels that a value may be in builds that reach users.
  private func levels(of value: Expression, _ code: AndroidCode) -> [Expression] {
    let choice = DebugChoice(code: code)
    return code.project.origins(of: value).leaves.filter { leaf in
      (leaf.kind == .name || leaf.kind == .member) && Self.levels.contains(leaf.name) && !choice.isDebugOnly(leaf)
    }
  }

  // MARK: OkHttp

  private func interceptors(_ code: AndroidCode) -> [Setting] {
    let called = code.unit.calls("level").compactMap { call in
      call.argument(at: 0).map { AndroidCode.Write(place: call, receiver: code.receiver(of: call), value: $0) }
    }
    return (code.writes("level") + called).compactMap { write -> Setting? in
      guard let logger = logger(of: write, code), code.project.type(of: logger) == Self.interceptor,
        !DebugChoice(code: code).isDebugOnly(write.place)
      else { return nil }
      let maker = code.project.origins(of: logger, reach: .influence).passed.first {
        $0.calledName == Self.interceptor
      }
      guard maker.map({ !redactsLines($0, code) && !isAddedForDebugOnly($0, write.place, code) }) ?? true else {
        return nil
      }
      return Setting(place: write.place, value: write.value, isRedacted: leavesTokenOut(write.place, code))
    }
  }

  private func logger(of write: AndroidCode.Write, _ code: AndroidCode) -> Expression? {
    guard let receiver = write.receiver, receiver.isOwnInstance else { return write.receiver }
    return code.project.valuesOfThis(in: write.place.owner).first ?? receiver
  }

  /// `redactHeader("Authorization")` in the same function.
  private func leavesTokenOut(_ place: Expression, _ code: AndroidCode) -> Bool {
    let function = code.function(around: place)
    return code.unit.calls("redactHeader").contains { call in
      code.function(around: call) == function && call.argument(at: 0).map { isToken($0, code) } ?? false
    }
  }

  private func isToken(_ header: Expression, _ code: AndroidCode) -> Bool {
    code.project.texts(of: header).contains { $0.lowercased() == "authorization" }
      || header.name.lowercased() == "authorization"
  }

  /// `HttpLoggingInterceptor { line -> Log.d("http", redact(line)) }`
  private func redactsLines(_ maker: Expression, _ code: AndroidCode) -> Bool {
    maker.arguments.compactMap(\.value.declaration).contains { closure in
      code.project.expressions(in: closure).contains { part in
        part.kind == .call && !Self.redacting.isDisjoint(with: SecretWords.words(of: part.calledName))
      }
    }
  }

  /// Whether every client that gets the interceptor gets it in debug builds only.
  private func isAddedForDebugOnly(_ maker: Expression, _ place: Expression, _ code: AndroidCode) -> Bool {
    let function = code.function(around: place)
    var units = [code.unit]
    if function.kind == .function {
      for call in code.project.callers(of: function).prefix(8) where !units.contains(where: { $0 === call.unit }) {
        units.append(call.unit)
      }
    }
    let added = units.flatMap { $0.calls(Self.adders) }.filter { adds($0, maker, code.project) }
    let choice = DebugChoice(code: code)
    return !added.isEmpty && added.allSatisfy(choice.isDebugOnly)
  }

  /// Whether a call adds what a maker made; one that is handed in may be it.
  private func adds(_ call: Expression, _ maker: Expression, _ project: Project) -> Bool {
    guard let given = call.argument(at: 0) else { return false }
    let passed = project.origins(of: given, reach: .influence).passed
    return passed.contains(maker)
      || project.type(of: given) == Self.interceptor && !passed.contains { $0.calledName == Self.interceptor }
  }

  // MARK: Ktor

  /// `install(Logging) { level = LogLevel.ALL }`
  private func plugins(_ code: AndroidCode) -> [Setting] {
    code.unit.calls("install").flatMap { call -> [Setting] in
      guard call.argument(at: 0)?.name == "Logging", let closure = call.arguments.last?.value.declaration,
        !DebugChoice(code: code).isDebugOnly(call)
      else { return [] }
      let isRedacted = code.unit.calls("sanitizeHeader").contains { sanitizer in
        sanitizer.owner == closure
          && sanitizer.arguments.compactMap(\.value.declaration).contains { asksForToken($0, code) }
      }
      let assignments = code.unit.targets("level").filter { $0.owner == closure }.compactMap(\.parent)
      return assignments.compactMap { assignment -> Setting? in
        guard !DebugChoice(code: code).isDebugOnly(assignment) else { return nil }
        return assignment.second.map { Setting(place: assignment, value: $0, isRedacted: isRedacted) }
      }
    }
  }

  private func asksForToken(_ closure: Declaration, _ code: AndroidCode) -> Bool {
    code.project.expressions(in: closure).contains { part in
      switch part.kind {
      case .string, .name, .member: isToken(part, code)
      default: false
      }
    }
  }
}
