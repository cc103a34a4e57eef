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
        "a field that another class fills", path: "A.java", lines: [2],
        """
        class Session { String password = null;
          void show() { Log.d("A", "with " + password); } }
        """),
      RuleExample(
        "the logger of the platform", path: "A.kt", lines: [2],
        """
        val logger = Logger.getLogger("x")
        fun f(apiKey: String) { logger.info("key: $apiKey") }
        """),
      RuleExample(
        "typed into a field, put together", path: "A.java", lines: [5],
        """
        class A { void f(EditText passwordField) {
          String typed = passwordField.getText().toString();
          StringBuilder line = new StringBuilder("attempt with ");
          line.append(typed);
          Log.v("A", line.toString());
        } }
        """),
      RuleExample(
        "functions that are handed over by name", path: "A.kt", lines: [1, 3, 4, 5],
        """
        private fun note(text: String) { Log.d("A", text) }
        fun a(password: String?) { password?.also(::note) }
        fun b(password: String) { password.run(::println) }
        fun c(password: String) { with(password, ::println) }
        fun d(tokens: List<String>) { tokens.asSequence().map { it.trim() }.forEach(::println) }
        """),
      RuleExample(
        "methods that are handed over by name, Java", path: "A.java", lines: [2, 4],
        """
        class A {
          void f(List<String> passwords) { passwords.stream().map(String::trim).forEach(System.out::println); }
          void g(String password) { Optional.of(password).ifPresent(A::say); }
          static void say(String text) { Log.i("A", text); } }
        """),
      RuleExample(
        "the argument of a closure further out", path: "A.kt", lines: [1, 5, 9],
        """
        inline fun trace(message: () -> String) { Log.i("A", message()) }
        fun a(accessToken: String?) { accessToken?.let { trace { "got $it" } } }
        fun b(password: String?) {
          password?.let {
            scope.launch { Log.d("A", "as $it") }
          }
        }
        fun c(sessionToken: String?, names: List<String>) {
          sessionToken?.also { names.forEach { name -> Log.d("A", name + it) } }
        }
        """),
      RuleExample(
        "key material in the source", path: "A.kt", lines: [1],
        #"fun f() { val key = "qM4x9Zt2LrB7wKd"; Log.d("A", "with " + key) }"#),
      RuleExample(
        "a list that is joined, and what a closure makes of it", path: "A.kt", lines: [2, 3, 4],
        """
        fun f(recoveryWords: List<String>, passwords: List<String>, file: InputStream) {
          Log.d("A", recoveryWords.joinToString(" "))
          Log.d("A", "all: " + passwords.joinToString { one -> one.trim() })
          Log.d("A", "read " + file.use { password })
        }
        """),
      RuleExample(
        "an object that lists a secret among its members", path: "A.kt", lines: [5, 6, 7],
        others: [SourceText(path: "Visit.kt", text: "data class Visit(val at: Long, val who: User?)")],
        """
        data class User(val name: String, val password: String)
        @JvmInline value class Token(val raw: String)
        data class Grant(val token: Token)
        fun f(user: User, grant: Grant, visits: Visits) {
          Log.d("A", "hello $user")
          Timber.i("granted %s", grant)
          println("last: " + visits.last(user))
        }
        class Visits { fun last(user: User): Visit = Visit(0, user) }
        """),
      RuleExample(
        "a record, and a class whose text names a secret", path: "A.java", lines: [3, 4],
        """
        record Login(String user, String password) {}
        class A { void f(Login login, Session session) {
            Log.d("A", "with " + login);
            Log.d("A", session.toString()); } }
        class Session { private String authToken;
          @Override public String toString() { return "Session " + authToken; } }
        """),
    ],
    conforming: [
      RuleExample(
        "the key of an entry", path: "A.kt", #"fun f() { val key = "layoutV2Key"; Log.d("A", "read " + key) }"#),
      RuleExample(
        "a fact about it", path: "A.kt", #"fun f(token: String) { Log.d("T", "token length ${token.length}") }"#),
      RuleExample(
        "the argument of the closure itself, inside another one", path: "A.kt",
        """
        fun each(block: (Int) -> Unit) { block(3) }
        fun a(password: String?) { password?.let { each { Log.d("A", "row $it") } } }
        fun b(password: String?, rows: List<String>) { password?.also { rows.forEach { Log.d("A", it) } } }
        fun c(password: String?, row: String) { password?.also { row.run { let { Log.d("A", it) } } } }
        """),
      RuleExample(
        "what is masked, and a fact about each", path: "A.kt",
        """
        fun f(passwords: List<String>, tokens: List<Token>) {
          Log.d("A", passwords.joinToString { "*" })
          Log.d("A", tokens.joinToString { it.kind })
        }
        """),
      RuleExample("no secret", path: "A.java", #"class A { void f(int n) { Log.d("A", "rows " + n); } }"#),
      RuleExample(
        "objects that hide their secret", path: "A.kt",
        """
        data class User(val name: String, val password: Redacted<String>, val passwordHint: String)
        data class Login(val name: String, val pin: String) {
          override fun toString() = "Login of $name, ${pin.length} digits, ${mask(pin)}"
        }
        class Session(val name: String, val authToken: String)
        data class Key(val secret: Hidden) { companion object { const val KIND = "kind" } }
        data class Hidden(private val raw: String) { override fun toString() = "hidden" }
        fun f(user: User, login: Login, session: Session, key: Key) {
          Log.d("A", "$user $login $session $key ${login.name} ${Key.KIND}")
        }
        """),
      RuleExample("the word alone", path: "A.kt", #"fun f() { Log.d("T", "password changed") }"#),
      RuleExample(
        "into a writer, and names that are handed over", path: "A.kt",
        """
        fun f(writer: PrintWriter, password: String) { with(writer) { println(password) } }
        fun g(names: List<String>) { names.forEach(::println); names.size.also(::println) }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls(Self.levels + Self.others) where isLogging(call, code) {
      for argument in call.arguments.flatMap({ said(by: $0.value) }) {
        guard let secret = firstSecret(in: argument, code) else { continue }
        record.flaw(
          manual, on: call, .error, "A secret is written to the log.", confidence: .medium, way: [call, secret])
        break
      }
    }
  }

  private func isLogging(_ call: Expression, _ code: AndroidCode) -> Bool {
    let isBare = call.receiver == nil && ["println", "print"].contains(call.calledName)
    // What a block runs on is not printed into itself.
    if isBare, let said = call.argument(at: 0), said.kind == .name, said.name == "this" { return true }
    guard let receiver = code.receiver(of: call) else {
      return isBare || isImported(call, code)
    }
    if receiver.kind == .member, ["out", "err"].contains(receiver.name) { return true }
    if receiver.kind == .call, ["tag", "getLogger"].contains(receiver.calledName), let base = receiver.receiver {
      return Self.loggers.contains(code.project.resolvedTypeName(base.name))
    }
    guard let type = code.project.type(of: receiver) else {
      return SecretWords.words(of: receiver.name).contains { ["log", "logger", "timber"].contains($0) }
    }
    return Self.loggers.contains(type)
  }

  /// `import android.util.Log.d`
  private func isImported(_ call: Expression, _ code: AndroidCode) -> Bool {
    code.unit.children(of: .file).contains { id in
      let record = code.unit.declarations[Int(id.raw)]
      guard record.kind == .importing else { return false }
      let parts = code.unit.name(record.type).split(separator: ".")
      return parts.last.map(String.init) == call.calledName
        && parts.dropLast().last.map { Self.loggers.contains(String($0)) } == true
    }
  }

  /// `log.debug { "text" }` says what its closure gives.
  private func said(by argument: Expression) -> [Expression] {
    guard let closure = argument.declaration else { return [argument] }
    return closure.steps.filter { $0.kind == .yield }.compactMap { closure.unit.expression($0.value) }
  }

  /// A part of a text that is a secret; the words of the text itself say nothing.
  private func firstSecret(in text: Expression, _ code: AndroidCode) -> Expression? {
    let project = code.project
    let printed = PrintedSecrets(project: project)
    var waiting = [text]
    for _ in 0..<64 {
      guard let next = waiting.popLast()?.unwrapped else { return nil }
      switch next.kind {
      case .string, .conditional, .array: waiting += next.values
      case .binary: waiting += next.children
      case .name, .member, .call:
        if next.kind == .call, ["StringBuilder", "StringBuffer", "buildString", "append"].contains(next.calledName) {
          waiting += next.arguments.map(\.value).filter { $0.kind != .closure } + [next.receiver].compactMap { $0 }
          waiting += code.fillings(of: next, ["append"])
          continue
        }
        if next.kind == .call, ["format", "toString", "valueOf", "orEmpty", "trim"].contains(next.calledName) {
          waiting += next.arguments.map(\.value) + [next.receiver].compactMap { $0 }
          continue
        }
        if project.isSecret(next) || SecretLook.isSecret(next, project) || printed.shows(next) { return next }
        if next.kind == .name {
          let origins = project.origins(of: next)
          waiting += origins.leaves.filter { $0 != next && $0.kind == .string }
          waiting += origins.passed.filter { $0.kind == .binary || $0.kind == .call && $0.calledName == "format" }
          let builders = origins.passed.filter { ["StringBuilder", "buildString", "append"].contains($0.calledName) }
          if !builders.isEmpty { waiting += builders + code.fillings(of: next, ["append"]) }
        }
      default: break
      }
    }
    return nil
  }
}
