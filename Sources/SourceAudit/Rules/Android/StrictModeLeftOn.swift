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
        "a builder that is handed in", path: "A.kt", lines: [3, 8, 12],
        """
        fun policy(b: StrictMode.ThreadPolicy.Builder) {
          b.penaltyLog()
          StrictMode.setThreadPolicy(b.build())
        }
        private fun strict(b: StrictMode.VmPolicy.Builder) = b.detectAll().penaltyDropBox()
        fun watch(builder: StrictMode.VmPolicy.Builder) {
          strict(builder)
          StrictMode.setVmPolicy(builder.build())
        }
        fun StrictMode.VmPolicy.Builder.watch() {
          detectAll().penaltyLog()
          StrictMode.setVmPolicy(build())
        }
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
        "a builder that is handed in, and what is thrown at developers only", path: "A.kt",
        """
        fun policy(b: StrictMode.ThreadPolicy.Builder) {
          b.detectAll()
          if (BuildConfig.DEBUG) b.penaltyLog()
          StrictMode.setThreadPolicy(b.build())
        }
        fun quiet(b: StrictMode.ThreadPolicy.Builder, other: StrictMode.ThreadPolicy.Builder) {
          b.permitAll()
          StrictMode.setThreadPolicy(b.build())
        }
        fun loud(b: StrictMode.ThreadPolicy.Builder) { b.penaltyLog() }
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

  /// Whether a policy has a penalty that writes: in its chain of calls, in a block on the builder, or by a call on what
  /// holds the builder.
  private func writesLog(_ policy: Expression, _ code: AndroidCode) -> Bool {
    let passed = code.project.origins(of: policy, reach: .influence).passed
    if passed.contains(where: { $0.kind == .call && Self.penalties.contains($0.calledName) }) { return true }
    return passed.contains { use in
      if use.kind == .call, let block = use.arguments.last?.value.declaration {
        return use.unit.calls(Self.penalties.sorted()).contains { $0.owner == block && !code.isForDevelopers($0) }
      }
      if use.kind == .call, use.calledName == "build", use.receiver == nil { return isPenalized(around: use, code) }
      guard use.kind == .name else { return false }
      return code.project.declarations(of: use).contains { isPenalized($0, code, depth: 0) }
    }
  }

  /// `fun Builder.strict() { penaltyLog(); setThreadPolicy(build()) }`
  private func isPenalized(around build: Expression, _ code: AndroidCode) -> Bool {
    guard let function = build.owner.enclosingFunction, function.parent?.kind == .typeExtension else { return false }
    return build.unit.calls(Self.penalties.sorted()).contains { call in
      var base = call
      while base.kind == .call, let next = base.receiver?.unwrapped { base = next }
      return base.kind == .call && code.receiver(of: base) == nil && call.owner.enclosingFunction == function
        && !code.isForDevelopers(call)
    }
  }

  /// Whether what holds a builder, a parameter too, gets a penalty: by a call on it, or in a function that it is given to.
  private func isPenalized(_ holder: Declaration, _ code: AndroidCode, depth: Int) -> Bool {
    guard depth < 3, [.local, .property, .parameter].contains(holder.kind) else { return false }
    let isCalledOn = holder.unit.calls(Self.penalties.sorted()).contains { call in
      var base = code.receiver(of: call)?.unwrapped
      while let here = base, here.kind == .call, let next = here.receiver { base = next.unwrapped }
      guard let base, base.kind == .name, !code.isForDevelopers(call) else { return false }
      return code.project.declarations(of: base).contains(holder)
    }
    return isCalledOn
      || holder.unit.mentions([holder.name]).contains { mention in
        guard let call = mention.parent, call.kind == .call, call.calleeID != mention.id,
          code.project.declarations(of: mention).contains(holder), !code.isForDevelopers(call)
        else { return false }
        return code.project.functions(calledBy: call).contains { function in
          function.parameters.contains { parameter in
            code.project.argument(of: call, for: parameter, in: function) == mention
              && isPenalized(parameter, code, depth: depth + 1)
          }
        }
      }
  }
}
