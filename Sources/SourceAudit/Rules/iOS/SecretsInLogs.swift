/// Secrets that are printed or logged.
struct SecretsInLogs: Rule {
  private static let functions: Set<String> = [
    "print", "debugPrint", "NSLog", "dump", "os_log", "DDLogInfo", "DDLogDebug", "DDLogError", "DDLogVerbose",
    "DDLogWarn", "fputs", "puts", "syslog", "vsyslog", "NSLogv",
  ]
  private static let levels: Set<String> = [
    "log", "trace", "debug", "info", "notice", "warning", "error", "critical", "fault", "verbose", "warn",
  ]

  let manual = RuleManual(
    "secrets-in-logs", "Secrets do not belong into logs",
    reason: "Logs are read by every developer with the device on a cable, kept in sysdiagnose archives, and sent to "
      + "crash services.",
    fix: "Log that something happened, not with what. With os.Logger leave values private, which is the default.",
    ids: ["O.Source_3", "MASVS-STORAGE-2", "MASWE-0001", "CWE-532"],
    violating: [
      RuleExample("an inserted token", lines: [1], #"func f(_ accessToken: String) { print("got \(accessToken)") }"#),
      RuleExample(
        "through an alias and a wrapper", lines: [1],
        """
        func note(_ text: String) { NSLog("%@", text) }
        func login(password: String) { let line = "login " + password; note(line) }
        """),
      RuleExample(
        "through a closure in a constant", lines: [1],
        """
        let trace: (String) -> Void = { NSLog("%@", $0) }
        func refreshed(_ bearerToken: String) { trace("got " + bearerToken) }
        """),
      RuleExample(
        "functions that are handed over by name", lines: [1, 3, 6],
        """
        func say(_ text: String) { NSLog("%@", text) }
        struct Login {
          func note(_ text: String) { print(text) }
          func f(_ password: String?, _ tokens: [String]) {
            password.map(say)
            password.map(print)
            tokens.forEach(self.note)
          }
        }
        """),
      RuleExample(
        "made public for os.Logger", lines: [1], #"logger.info("pin \(user.pin, privacy: .public)")"#),
      RuleExample(
        "a number, which os.Logger makes public by itself", lines: [4, 5, 6],
        """
        import os
        struct Login {
          func ask(log: Logger, otp: Int, pin: Int) {
            log.info("otp is \\(otp)")
            NSLog("pin %d", pin)
            print("otp \\(otp)")
          }
        }
        """),
      RuleExample(
        "a struct that lists a secret among its members", lines: [4, 5, 6],
        """
        struct User { let name: String; let password: String }
        struct Visit { var user: User? }
        func f(user: User, visit: Visit, log: Log) {
          print(user)
          print("hello \\(visit)")
          NSLog("%@", String(describing: user))
        }
        """),
      RuleExample(
        "a library's logger", lines: [2],
        """
        import Logging
        func f(_ log: Logger, _ secret: String) { log.debug("s=\\(secret)") }
        """),
    ],
    conforming: [
      RuleExample("that there is one", #"print("token \(token != nil)")"#),
      RuleExample(
        "structs that hide their secret, and a class",
        """
        struct User { let name: String; let password: Redacted<String> }
        struct Login { let name: String; let password: String }
        extension Login: CustomStringConvertible { var description: String { "Login of \\(name), \\(password.count)" } }
        final class Session { let authToken: String = start() }
        func f(user: User, login: Login, session: Session) { print(user, "\\(login)", session, login.name, User.self) }
        """),
      RuleExample("its length", #"print("password has \(password.count) characters")"#),
      RuleExample(
        "numbers about it, and a number that is kept private",
        """
        import os
        func f(log: Logger, pin: Int, pinLength: Int, attempts: Int) {
          log.info("\\(pin, privacy: .private) of \\(pinLength) digits")
          print("\\(attempts) attempts")
        }
        """),
      RuleExample(
        "the token of a lexer",
        "final class Lexer { var token: Int = 0\n  func next() -> Int { print(\"token \\(token)\"); return token } }"),
      RuleExample(
        "a token for messages to this device",
        """
        func application(_ a: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data) {
          let text = token.map { String(format: "%02x", $0) }.joined()
          UserDefaults.standard.set(text, forKey: "apnsDeviceToken")
          print("device token \\(text)")
        }
        """),
      RuleExample(
        "names that are handed over, and a value that is called like a function",
        """
        func say(_ text: String) { print(text) }
        func f(_ names: [String], _ mapper: Mapper, _ say: Token) {
          names.map(say).forEach(print)
          mapper.map(say)
        }
        """),
      RuleExample("private by default", #"import os; logger.info("pin \(user.pin)")"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    streams(unit, project, &record)
    let usesSystemLogger = !unit.imports.contains { ["Logging", "CocoaLumberjackSwift", "SwiftyBeaver"].contains($0) }
    for call in unit.calls(Array(Self.functions).sorted() + Array(Self.levels).sorted()) {
      let isFunction = call.receiver == nil && Self.functions.contains(call.calledName)
      guard isFunction || Self.levels.contains(call.calledName) && isLogger(call, project) else { continue }
      let isMadePublic = call.arguments.contains { $0.value.plainText?.contains("%{public}") ?? false }
      let isPrivate = !isFunction && usesSystemLogger || call.calledName == "os_log" && !isMadePublic
      for (label, argument) in call.arguments where argument.kind != .closure {
        guard !["to", "separator", "terminator", "level", "type", "log"].contains(label) else { continue }
        if let secret = secret(in: argument, isPrivate: isPrivate && label.isEmpty, project) {
          record.flaw(manual, at: call, .warning, "A secret is logged.", confidence: .medium, way: [call, secret])
          break
        }
      }
    }
  }

  /// Standard output and error of an app end up in the log of the system.
  private func streams(_ unit: SourceUnit, _ project: Project, _ record: inout AuditRecord) {
    for call in unit.calls("write") {
      guard let stream = call.receiver?.unwrapped, ["standardError", "standardOutput"].contains(stream.name),
        let text = call.argument(at: 0), let secret = secret(in: text, isPrivate: false, project)
      else { continue }
      record.flaw(manual, at: call, .warning, "A secret is logged.", confidence: .medium, way: [call, secret])
    }
  }

  private func isLogger(_ call: Expression, _ project: Project) -> Bool {
    guard let receiver = call.receiver else { return false }
    if let type = project.type(of: receiver), type.hasSuffix("Logger") || type == "Log" { return true }
    guard let name = receiver.unwrapped.path?.last else { return false }
    return ["log", "logger", "Log", "Logger"].contains(name) || name.hasSuffix("Logger")
  }

  /// The part of a message that is a secret: what is inserted, joined or given.
  private func secret(in argument: Expression, isPrivate: Bool, _ project: Project) -> Expression? {
    // What os.Logger keeps private counts only where the code makes it public.
    let roots = isPrivate ? published(in: argument, project) : [argument]
    for root in roots {
      for part in project.origins(of: root).passed {
        guard part.kind == .name || part.kind == .member || part.kind == .call else { continue }
        let name = part.kind == .call ? part.calledName : part.name
        guard SecretWords.judge(name) == .secret, !isMessage(name), !isLabel(part, project),
          !project.opensNothing(part)
        else { continue }
        if !project.isHarmless(part) { return part }
      }
    }
    let printed = PrintedSecrets(project: project)
    return roots.lazy.compactMap { printed.shown(in: $0) }.first
  }

  /// What is made public, and numbers: those are public unless the code says otherwise.
  /// Source: developer.apple.com, OSLogPrivacy, auto.
  private func published(in message: Expression, _ project: Project) -> [Expression] {
    guard message.kind == .string else { return project.isWholeNumber(message) ? [message] : [] }
    return message.values.compactMap { piece in
      guard piece.kind == .tuple, let privacy = piece.arguments.first(where: { $0.label == "privacy" })?.value else {
        let value = piece.kind == .tuple ? piece.values.first ?? piece : piece
        return project.isWholeNumber(value) ? value : nil
      }
      return privacy.name == "public" ? piece.values.first : nil
    }
  }

  /// A constant text of that name speaks about the secret.
  private func isLabel(_ part: Expression, _ project: Project) -> Bool {
    guard part.kind != .call else { return false }
    let texts = project.texts(of: part)
    return !texts.isEmpty
      && texts.allSatisfy {
        $0.contains(" ") || SecretWords.judge($0) == .secret || SecretWords.judge($0) == .aboutSecret
      }
  }

  /// A text that stands in the source is a message about a secret.
  private func isMessage(_ name: String) -> Bool {
    let words = SecretWords.words(of: name)
    // `tokenKey` is where a token lies, `apiKey` is a secret itself.
    if words.contains("key"), SecretWords.judge(words: words.filter { $0 != "key" }) == .secret { return true }
    return !Set(words).isDisjoint(with: ["message", "error", "print", "log"])
  }
}
