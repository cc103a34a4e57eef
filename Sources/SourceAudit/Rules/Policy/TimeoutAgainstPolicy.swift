import SecurityPolicy

/// Timeouts of requests that are longer than the policy's.
struct TimeoutAgainstPolicy: Rule {
  let languages = Set(SourceLanguage.allCases)
  let manual = RuleManual(
    "timeout-against-policy", "Requests give up when the policy says so",
    reason: "A connection that waits for minutes keeps tokens and answers in memory, and holds the app in the hands of "
      + "whoever delays the network. The policy promises another number to the evaluator.",
    fix: "Take the policy's network.requestTimeout and network.resourceTimeout, or change the policy.",
    ids: ["O.Ntwk_2", "O.Resi_10", "MASVS-NETWORK-1", "MASWE-0049", "CWE-400"],
    violating: [
      RuleExample(
        "a session", lines: [2],
        """
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 120
        """),
      RuleExample(
        "a request, through a constant", lines: [2],
        """
        enum Net { static let patience: TimeInterval = 2 * 60 }
        func f(_ url: URL) { send(URLRequest(url: url, cachePolicy: .useProtocolCachePolicy, timeoutInterval: Net.patience)) }
        """),
      RuleExample(
        "a client of OkHttp", path: "A.kt", lines: [2, 3],
        """
        fun client() = OkHttpClient.Builder()
          .readTimeout(2, TimeUnit.MINUTES)
          .callTimeout(Duration.ofMinutes(5))
          .build()
        """),
      RuleExample(
        "a connection", path: "A.java", lines: [1],
        "class A { void f(HttpURLConnection c) { c.setReadTimeout(120000); } }"),
    ],
    conforming: [
      RuleExample("the policy's number", "configuration.timeoutIntervalForRequest = 30"),
      RuleExample("the whole answer", "configuration.timeoutIntervalForResource = 60"),
      RuleExample("another timeout", "socket.timeoutForLamp = 900"),
      RuleExample(
        "the policy's number in Kotlin", path: "A.kt",
        "fun f(b: OkHttpClient.Builder) = b.readTimeout(30, TimeUnit.SECONDS).connectTimeout(10.seconds)"),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let network = project.policy.network
    for target in unit.mentions("timeoutIntervalForRequest", "timeoutInterval", "timeoutIntervalForResource") {
      guard target.kind == .member, let assignment = target.parent, assignment.kind == .assignment,
        assignment.first == target, let value = assignment.second
      else { continue }
      switch target.name {
      case "timeoutIntervalForRequest", "timeoutInterval":
        judge(value, at: assignment, "network.requestTimeout", network.requestTimeout, project, &record)
      case "timeoutIntervalForResource":
        judge(value, at: assignment, "network.resourceTimeout", network.resourceTimeout, project, &record)
      default: continue
      }
    }
    judgeJava(unit, project, &record)
    for call in unit.calls("URLRequest", "NSMutableURLRequest") {
      guard let value = call.argument("timeoutInterval") else { continue }
      judge(value, at: call, "network.requestTimeout", network.requestTimeout, project, &record)
    }
  }

  /// `readTimeout(2, TimeUnit.MINUTES)` of OkHttp, `setReadTimeout(120_000)` of HttpURLConnection.
  private func judgeJava(_ unit: SourceUnit, _ project: Project, _ record: inout AuditRecord) {
    guard unit.language == .kotlin || unit.language == .java else { return }
    let names = ["connectTimeout", "readTimeout", "writeTimeout", "callTimeout", "setReadTimeout", "setConnectTimeout"]
    for call in unit.calls(names) {
      guard let amount = call.argument(at: 0) else { continue }
      let seconds: [Int]
      if let scale = call.argument(at: 1) {
        seconds = project.seconds(project.integers(of: amount), in: scale.unwrapped.name.lowercased())
      } else if project.saysUnit(amount) {
        seconds = project.seconds(of: amount)
      } else {
        seconds =
          call.calledName.hasPrefix("set") ? project.seconds(project.integers(of: amount), in: "milliseconds") : []
      }
      let isWhole = call.calledName == "callTimeout"
      let limit = isWhole ? project.policy.network.resourceTimeout : project.policy.network.requestTimeout
      guard let longest = seconds.max(), longest > limit.components.seconds else { continue }
      record.flaw(
        manual, on: call, project.severityOfContradiction,
        "The timeout is \(longest) seconds; the policy's network.\(isWhole ? "resourceTimeout" : "requestTimeout") is "
          + "\(limit.components.seconds) seconds.")
    }
  }

  private func judge(
    _ value: Expression, at place: Expression, _ member: String, _ limit: Duration, _ project: Project,
    _ record: inout AuditRecord
  ) {
    guard let seconds = project.seconds(of: value).max(), seconds > limit.components.seconds else { return }
    record.flaw(
      manual, at: place, project.severityOfContradiction,
      "The timeout is \(seconds) seconds; the policy's \(member) is \(limit.components.seconds) seconds.")
  }
}
