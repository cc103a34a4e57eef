/// Receivers that every app can send to.
struct OpenBroadcastReceiver: Rule {
  let languages = AndroidRules.languages
  let manual = RuleManual(
    "open-broadcast-receiver", "A receiver of the app takes only what it should",
    reason:
      "Without RECEIVER_NOT_EXPORTED or a permission every app on the device can send what this receiver acts on.",
    fix: "Pass RECEIVER_NOT_EXPORTED, or name a permission that only your apps hold.",
    ids: ["O.Plat_6", "O.Source_1", "MASVS-PLATFORM-1", "MASWE-0063", "CWE-925", "CWE-926"],
    violating: [
      RuleExample(
        "no flag", path: "A.kt", lines: [2],
        """
        class A(val c: Context, val r: BroadcastReceiver) {
          fun f() { c.registerReceiver(r, IntentFilter("app.LOGOUT")) }
        }
        """),
      RuleExample(
        "exported", path: "A.java", lines: [2],
        """
        class A { void f(Context c, BroadcastReceiver r) {
          c.registerReceiver(r, new IntentFilter("app.SYNC"), Context.RECEIVER_EXPORTED); } }
        """),
    ],
    conforming: [
      RuleExample(
        "not exported", path: "A.kt",
        """
        fun f(c: Context, r: BroadcastReceiver) { ContextCompat.registerReceiver(c, r, IntentFilter("a.B"), ContextCompat.RECEIVER_NOT_EXPORTED) }
        """),
      RuleExample(
        "what the system sends", path: "A.java",
        """
        class A { void f(Context c, BroadcastReceiver r) { c.registerReceiver(r, new IntentFilter(Intent.ACTION_BATTERY_CHANGED)); } }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("registerReceiver") {
      var arguments = call.arguments.map(\.value)
      if let receiver = call.receiver {
        if code.words(of: receiver).contains("LocalBroadcastManager") { continue }
        if project.type(of: receiver) == "LocalBroadcastManager" { continue }
        if receiver.name == "ContextCompat", !arguments.isEmpty { arguments.removeFirst() }
      }
      guard arguments.count >= 2, arguments[0].kind != .null else { continue }
      let words = arguments.dropFirst(2).reduce(into: Set<String>()) { $0.formUnion(code.words(of: $1)) }
      let isExported = words.contains("RECEIVER_EXPORTED")
      guard isExported && arguments.count < 5 || arguments.count == 2 else { continue }
      let actions = self.actions(of: arguments[1], code)
      guard !actions.isEmpty, actions.contains(where: { Self.isOwn($0) }) else { continue }
      record.flaw(
        manual, on: call, .warning, "Every app can send to this receiver.", confidence: isExported ? .high : .medium)
    }
  }

  /// The texts and constants that the filter is made of.
  private func actions(of filter: Expression, _ code: AndroidCode) -> [String] {
    let passed = code.project.origins(of: filter, reach: .influence).passed
    let makers = passed.filter { $0.kind == .call && code.project.resolvedTypeName($0.calledName) == "IntentFilter" }
    let added = makers.flatMap { $0.arguments.map(\.value) } + code.fillings(of: filter, ["addAction"])
    let inBlocks = passed.filter { $0.kind == .call && $0.calledName == "addAction" }.compactMap { $0.argument(at: 0) }
    return (added + inBlocks).flatMap { value in
      let texts = code.project.texts(of: value)
      return texts.isEmpty ? code.project.symbols(of: value) : texts
    }
  }

  /// Not one of those that only the system may send.
  private static func isOwn(_ action: String) -> Bool {
    !action.hasPrefix("android.") && !action.hasPrefix("com.google.android.") && action.contains(".")
      && action.contains { $0.isLowercase }
  }
}
