/// Secrets in the log.
struct SecretsInAndroidLogs: Rule {
  private static let levels = ["v", "d", "i", "w", "e", "wtf"]
  private static let others = [
    "println", "print", "info", "debug", "warn", "warning", "error", "severe", "fine", "log", "trace", "printf",
  ]
  private static let loggers: Set<String> = ["Log", "Timber", "Logger", "Slog", "XLog", "Napier", "Logcat"]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "secrets-in-android-logs", "The log holds no secrets",
    reason:
      "logcat is kept in memory and in bug reports, and other apps with the right to it, adb and crash tools read it.",
    fix: "Leave the value out, or log through a logger that redacts; strip debug logging from release builds.",
    ids: ["O.Source_3", "MASVS-STORAGE-2", "MASWE-0001", "MASTG-TEST-0203", "MASTG-TEST-0231", "CWE-532"],
    violating: [
      RuleExample(
        "a template, an alias of Log", path: "A.kt", lines: [2],
        """
        import android.util.Log as L
        fun f(authToken: String) { L.d("TAG", "got $authToken") }
        """),
      RuleExample(
        "concatenation and a helper", path: "A.java", lines: [2],
        """
        class A { void f(User u) { show("p=" + u.getPassword()); }
          void show(String text) { Log.i("A", text); } }
        """),
      RuleExample(
        "the logger of the platform", path: "A.kt", lines: [2],
        """
        val logger = Logger.getLogger("x")
        fun f(apiKey: String) { logger.info("key: $apiKey") }
        """),
    ],
    conforming: [
      RuleExample(
        "a fact about it", path: "A.kt", #"fun f(token: String) { Log.d("T", "token length ${token.length}") }"#),
      RuleExample("no secret", path: "A.java", #"class A { void f(int n) { Log.d("A", "rows " + n); } }"#),
      RuleExample("the word alone", path: "A.kt", #"fun f() { Log.d("T", "password changed") }"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls(Self.levels + Self.others) where isLogging(call, code) {
      for argument in call.arguments.map(\.value) {
        guard let secret = firstSecret(in: argument, project) else { continue }
        record.flaw(
          manual, at: call, .error, "A secret is written to the log.", confidence: .medium, way: [call, secret])
        break
      }
    }
  }

  private func isLogging(_ call: Expression, _ code: AndroidCode) -> Bool {
    guard let receiver = call.receiver else { return ["println", "print"].contains(call.calledName) }
    if receiver.kind == .member, ["out", "err"].contains(receiver.name) { return true }
    guard let type = code.project.type(of: receiver) else {
      return SecretWords.words(of: receiver.name).contains { ["log", "logger", "timber"].contains($0) }
    }
    return Self.loggers.contains(type)
  }

  /// A part of a text that is a secret; the words of the text itself say nothing.
  private func firstSecret(in text: Expression, _ project: Project) -> Expression? {
    var waiting = [text]
    for _ in 0..<64 {
      guard let next = waiting.popLast()?.unwrapped else { return nil }
      switch next.kind {
      case .string, .conditional, .array: waiting += next.values
      case .binary: waiting += next.children
      case .name, .member, .call:
        if next.kind == .call, ["format", "toString", "valueOf", "orEmpty", "trim"].contains(next.calledName) {
          waiting += next.arguments.map(\.value) + [next.receiver].compactMap { $0 }
          continue
        }
        if project.isSecret(next) || SecretLook.isSecret(next, project) { return next }
        if next.kind == .name {
          waiting += project.origins(of: next).leaves.filter { $0 != next && $0.kind == .string }
          waiting += project.origins(of: next).passed.filter { $0.kind == .binary }
        }
      default: break
      }
    }
    return nil
  }
}
