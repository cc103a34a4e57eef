/// Developer checks that write about the app into the log.
struct StrictModeLeftOn: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "strict-mode-left-on", "StrictMode is a tool for debug builds",
    reason: "Its messages tell how the app works inside: files, requests and the code that makes them.",
    fix: "Set policies only under BuildConfig.DEBUG.",
    ids: [
      "O.Source_8", "O.Source_3", "MASVS-RESILIENCE-3", "MASWE-0094", "MASTG-TEST-0263", "MASTG-TEST-0264",
      "MASTG-TEST-0265", "CWE-489",
    ],
    violating: [
      RuleExample(
        "in every build", path: "A.kt", lines: [2],
        """
        fun f() {
          StrictMode.setVmPolicy(
            StrictMode.VmPolicy.Builder().detectLeakedClosableObjects().penaltyLog().build())
        }
        """),
      RuleExample(
        "a builder that is filled elsewhere", path: "A.java", lines: [1],
        """
        class A { void f() { StrictMode.setThreadPolicy(policy()); }
          StrictMode.ThreadPolicy policy() {
            StrictMode.ThreadPolicy.Builder b = new StrictMode.ThreadPolicy.Builder();
            b.detectAll();
            b.penaltyLog();
            return b.build();
          } }
        """),
      RuleExample(
        "a block and a reference", path: "A.kt", lines: [2],
        """
        fun f() {
          StrictMode.ThreadPolicy.Builder().apply { penaltyLog() }.build().let(StrictMode::setThreadPolicy)
        }
        """),
    ],
    conforming: [
      RuleExample(
        "for developers", path: "A.kt",
        "fun f() {\n  if (BuildConfig.DEBUG) StrictMode.setThreadPolicy(StrictMode.ThreadPolicy.Builder().detectAll().penaltyLog().build())\n}"
      ),
      RuleExample(
        "a helper for developers", path: "A.kt",
        """
        fun f() { if (BuildConfig.DEBUG) strict() }
        fun strict() { StrictMode.setThreadPolicy(StrictMode.ThreadPolicy.Builder().penaltyLog().build()) }
        """),
      RuleExample(
        "switched off for a moment", path: "A.java",
        "class A { void f(StrictMode.ThreadPolicy old) { StrictMode.setThreadPolicy(old); } }"),
    ])

  private static let setters = ["setVmPolicy", "setThreadPolicy"]
  private static let penalties: Set<String> = ["penaltyLog", "penaltyDropBox"]

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls(Self.setters + ["enableDefaults"]) {
      guard project.resolvedTypeName(call.receiver?.name ?? "") == "StrictMode", !code.isForDevelopers(call)
      else { continue }
      guard call.calledName == "enableDefaults" || call.argument(at: 0).map({ writesLog($0, code) }) == true
      else { continue }
      record.flaw(manual, on: call, .warning, "This writes about the app's insides into the log of every user.")
    }
    // `policy.let(StrictMode::setThreadPolicy)`
    for reference in unit.mentions(Self.setters) where reference.kind == .reference {
      guard let call = reference.parent, call.kind == .call, let policy = call.receiver, !code.isForDevelopers(call),
        reference.first.map({ project.resolvedTypeName($0.name) == "StrictMode" }) ?? true, writesLog(policy, code)
      else { continue }
      record.flaw(
        manual, on: reference, .warning, "This writes about the app's insides into the log of every user.")
    }
  }

  /// Whether a policy has a penalty that writes: in its chain of calls, in a block on the builder, or by a call on the
  /// variable that holds the builder.
  private func writesLog(_ policy: Expression, _ code: AndroidCode) -> Bool {
    let passed = code.project.origins(of: policy, reach: .influence).passed
    if passed.contains(where: { $0.kind == .call && Self.penalties.contains($0.calledName) }) { return true }
    return passed.contains { use in
      if use.kind == .call, let block = use.arguments.last?.value.declaration {
        return use.unit.calls(Self.penalties.sorted()).contains { $0.owner == block && !code.isForDevelopers($0) }
      }
      guard use.kind == .name else { return false }
      let holders = code.project.declarations(of: use).filter { $0.kind == .local || $0.kind == .property }
      return holders.contains { holder in
        holder.unit.calls(Self.penalties.sorted()).contains { call in
          var base = code.receiver(of: call)?.unwrapped
          while let here = base, here.kind == .call, let next = here.receiver { base = next.unwrapped }
          guard let base, base.kind == .name, !code.isForDevelopers(call) else { return false }
          return code.project.declarations(of: base).contains(holder)
        }
      }
    }
  }
}
