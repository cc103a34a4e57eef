/// Addresses without TLS.
struct CleartextAddress: Rule {
  private static let makers = [
    "URL", "url", "baseUrl", "loadUrl", "parse", "toUri", "toHttpUrl", "setUrl", "HttpGet", "HttpPost",
  ]

  let languages = AndroidRules.languages
  let manual = RuleManual(
    "cleartext-address", "Everything on the network goes over TLS",
    reason: "Whoever shares the network reads and changes what is sent in the clear.",
    fix: "Write https.",
    ids: ["O.Ntwk_1", "O.Ntwk_7", "MASVS-NETWORK-1", "MASWE-0050", "MASTG-TEST-0233", "CWE-319"],
    violating: [
      RuleExample(
        "a host in a constant", path: "A.kt", lines: [2],
        """
        object Api { const val BASE = "http://api.sleep.app" }
        fun login() = URL(Api.BASE + "/login").openConnection()
        """),
      RuleExample(
        "the host alone in a constant", path: "A.kt", lines: [2],
        "private const val HOST = \"api.sleep.app\"\nval u = URL(\"http://$HOST/api\")"),
      RuleExample(
        "hosts that only look near", path: "A.kt", lines: [1, 2],
        "val a = URL(\"http://10.0.2.2.evil.tld/a\")\nval b = URL(\"http://schemas.evil.tld/a\")"),
      RuleExample(
        "a name of documentation", path: "A.kt", lines: [1], #"fun me() = URL("http://api.example.com/me")"#),
      RuleExample(
        "a builder", path: "A.java", lines: [1],
        #"class A { Object r = new Retrofit.Builder().baseUrl("http://api.sleep.app/").build(); }"#),
    ],
    conforming: [
      RuleExample(
        "a host of this machine in a constant", path: "A.kt",
        "const val HOST = \"localhost:8080\"\nval u = URL(\"http://$HOST/api\")"),
      RuleExample("TLS", path: "A.kt", #"val u = URL("https://api.sleep.app")"#),
      RuleExample("the emulator's host", path: "A.kt", #"val u = URL("http://10.0.2.2:8080")"#),
      RuleExample(
        "a name of a schema", path: "A.java", #"class A { String ns = "http://schemas.android.com/apk/res/android"; }"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in AndroidCode(unit: unit, project: project).calls(Self.makers) {
      guard let address = call.argument(at: 0) ?? call.receiver else { continue }
      // A text that begins otherwise needs no search; most calls have one.
      if address.kind == .string, let first = address.list.first, !first.value.isPresent,
        !unit.name(first.name).hasPrefix("http://")
      {
        continue
      }
      let starts = project.origins(of: address).leaves.compactMap { leaf in
        // What a test hands over says nothing about the app.
        leaf.kind == .string && (leaf.unit.role == .app || leaf.unit === unit)
          ? leaf.list.first.map { leaf.unit.name($0.name) } : nil
      }
      // A host of its own constant: `"http://$HOST/"`.
      let isOpen = starts.contains("http://") && project.texts(of: address).contains(where: NearHost.isClear)
      guard isOpen || starts.contains(where: NearHost.isClear) else { continue }
      record.flaw(
        manual, on: call, .warning, "This address is used without TLS.")
    }
  }
}
