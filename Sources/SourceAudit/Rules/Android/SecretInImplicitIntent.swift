/// Secrets in intents that any app may receive.
struct SecretInImplicitIntent: Rule {
  private static let explicit: Set<String> = ["setPackage", "setClass", "setClassName", "setComponent", "setSelector"]
  private static let explicitMembers: Set<String> = ["component", "`package`", "package"]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "secret-in-implicit-intent", "An intent with data names its receiver",
    reason: "Every app can declare that it takes an implicit intent or broadcast, and reads what is in it.",
    fix: "Set the class or the package of the receiver, or send the data only inside the app.",
    ids: ["O.Plat_6", "O.Plat_7", "MASVS-PLATFORM-1", "MASWE-0066", "CWE-927", "CWE-200"],
    violating: [
      RuleExample(
        "an extra", path: "A.kt", lines: [3],
        """
        fun f(authToken: String) {
          val intent = Intent("com.app.ACTION_VIEW")
          intent.putExtra("user_token", authToken)
          startActivity(intent)
        }
        """),
      RuleExample(
        "a file, in a block", path: "A.kt", lines: [3],
        """
        fun f(sensitiveFileUri: Uri) {
          val intent = Intent(Intent.ACTION_SEND).apply {
            putExtra(Intent.EXTRA_STREAM, sensitiveFileUri)
          }
          startActivity(intent)
        }
        """),
      RuleExample(
        "a broadcast", path: "A.java", lines: [2],
        """
        class A { void f(String password) { Intent i = new Intent("app.LOGIN");
          i.putExtra("password", password);
          sendBroadcast(i); } }
        """),
    ],
    conforming: [
      RuleExample(
        "a package", path: "A.kt",
        """
        fun f(authToken: String) {
          val intent = Intent("com.app.ACTION_VIEW").apply {
            setPackage("com.app.trusted")
            putExtra("user_token", authToken)
          }
          startActivity(intent)
        }
        """),
      RuleExample(
        "a class", path: "A.java",
        #"class A { void f(String token) { startActivity(new Intent(this, Next.class).putExtra("token", token)); } }"#),
      RuleExample(
        "no secret", path: "A.kt", #"fun f() { startActivity(Intent(Intent.ACTION_SEND).putExtra("text", "hello")) }"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    let code = AndroidCode(unit: unit, project: project)
    for call in unit.calls("putExtra", "putExtras", "replaceExtras") {
      guard holdsSecret(call, code),
        let intent = code.root(
          of: code.receiver(of: call),
          through: ["putExtra", "apply", "also", "addFlags", "setType", "setAction", "addCategory"]),
        isImplicit(intent, code)
      else { continue }
      record.flaw(manual, on: call, .error, "Any app can receive what this intent carries.")
    }
  }

  private func holdsSecret(_ call: Expression, _ code: AndroidCode) -> Bool {
    let project = code.project
    guard call.calledName != "putExtra" else {
      guard let value = call.argument(at: 1) else { return false }
      return project.keepsSecret(value, under: call.argument(at: 0)) || isSensitive(value, project)
    }
    // A bundle is a variable that was filled before, or is written on the spot.
    guard let bundle = call.argument(at: 0) else { return false }
    let uses = project.origins(of: bundle, reach: .influence).passed.filter { $0.kind == .name }
    let fillings = code.unit.calls("putString", "putCharSequence", "putByteArray").filter { put in
      guard let holder = code.root(of: code.receiver(of: put), through: ["apply", "also"]) else { return false }
      return uses.contains {
        !project.declarations(of: $0).isEmpty && project.declarations(of: $0) == project.declarations(of: holder)
      }
    }
    return fillings.contains { project.keepsSecret($0.argument(at: 1), under: $0.argument(at: 0)) }
  }

  private func isSensitive(_ value: Expression, _ project: Project) -> Bool {
    project.meanings(of: value).contains {
      SecretWords.words(of: $0).contains { ["sensitive", "confidential", "private"].contains($0) }
    }
  }

  private func isImplicit(_ intent: Expression, _ code: AndroidCode) -> Bool {
    let project = code.project
    let passed = project.origins(of: intent).passed
    guard let maker = passed.last(where: { $0.kind == .call && project.resolvedTypeName($0.calledName) == "Intent" })
    else { return false }
    let arguments = maker.arguments.map(\.value)
    if arguments.count >= 2,
      arguments.contains(where: {
        $0.name == "java" || $0.name == "class" || project.origins(of: $0).passed.contains { $0.kind == .reference }
      })
    {
      return false
    }
    // Somewhere in the same function the receiver may be named.
    let function = intent.owner.enclosingFunction ?? intent.owner
    let named = maker.unit.mentions((Self.explicit.union(Self.explicitMembers)).sorted())
    return !named.contains { mention in
      let around = mention.owner.enclosingFunction ?? mention.owner
      guard around == function || around == (maker.owner.enclosingFunction ?? maker.owner) else { return false }
      return Self.explicit.contains(mention.name) || mention.parent?.kind == .assignment
    }
  }
}
