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
        "another intent of the same function has its package", path: "A.java", lines: [3],
        """
        class A extends Activity { void f(String authToken) {
          Intent open = new Intent("com.app.ACTION_VIEW");
          open.putExtra("user_token", authToken);
          startActivity(open);
          Intent own = new Intent("com.app.ACTION_VIEW");
          own.setPackage(getPackageName());
          startActivity(own);
        } }
        """),
      RuleExample(
        "a bundle that is filled in a block", path: "A.kt", lines: [4],
        """
        fun f(token: String) {
          val extras = Bundle().apply { putString("token", token) }
          val intent = Intent("com.app.ACTION_VIEW")
          intent.putExtras(extras)
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
        "a package that is set afterwards, and as a property", path: "A.kt",
        """
        fun f(authToken: String) {
          val intent = Intent("com.app.ACTION_VIEW")
          intent.putExtra("user_token", authToken)
          intent.`package` = "com.app.trusted"
          val other = Intent("com.app.ACTION_VIEW").also { it.setPackage("com.app.trusted") }
          other.putExtra("user_token", authToken)
          startActivities(arrayOf(intent, other))
        }
        """),
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

  private static let bundled: Set<String> = ["putString", "putCharSequence", "putByteArray"]

  private func holdsSecret(_ call: Expression, _ code: AndroidCode) -> Bool {
    let project = code.project
    guard call.calledName != "putExtra" else {
      guard let value = call.argument(at: 1) else { return false }
      return project.keepsSecret(value, under: call.argument(at: 0)) || isSensitive(value, project)
    }
    // A bundle is a variable that was filled before, or is written on the spot.
    guard let bundle = call.argument(at: 0) else { return false }
    let fillings = code.fillers(of: bundle, Self.bundled)
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
    // The receiver may be named before or after, on what the same maker made.
    let functions = [intent, maker].map { code.function(around: $0) }
    let named = maker.unit.mentions((Self.explicit.union(Self.explicitMembers)).sorted())
    return !named.contains { mention in
      guard functions.contains(code.function(around: mention)) else { return false }
      let holder: Expression?
      if let parent = mention.parent, parent.kind == .call, parent.calleeID == mention.id,
        Self.explicit.contains(mention.name)
      {
        holder = code.receiver(of: parent)
      } else if mention.parent?.kind == .assignment, mention.parent?.calleeID == mention.id {
        holder = mention.first ?? project.implicitReceivers(of: mention.owner).first
      } else {
        return false
      }
      // On something that is not written: it may well be this one.
      guard let holder else { return true }
      return project.origins(of: holder).passed.contains(maker)
    }
  }
}
