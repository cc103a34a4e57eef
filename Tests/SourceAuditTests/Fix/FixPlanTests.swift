#if Audit
  import Foundation
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct FixPlanTests {
    private func tree(_ text: String, path: String = "A.swift") -> SourceTree {
      SourceTree(files: [SourceText(path: path, text: text)])
    }

    private func plan(_ tree: SourceTree) -> FixPlan {
      let report = Audit().run(tree, policy: RuleExamplesTests.policy)
      return FixPlan(report, tree: tree, policy: RuleExamplesTests.policy)
    }

    @Test(
      "An edit changes only what is wrong, and the audit has nothing left to say",
      arguments: [
        ("A.swift", "let d = Insecure.MD5.hash(data: ä)  // ü", "let d = SHA256.hash(data: ä)  // ü"),
        (
          "A.swift", "let ä = 1; query[kSecAttrAccessible] = kSecAttrAccessibleAlways",
          "let ä = 1; query[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly"
        ),
        (
          "Info.plist",
          "<plist version=\"1.0\"><dict>\n<key>NSAppTransportSecurity</key><dict>\n<key>NSAllowsArbitraryLoads</key>\n<true/></dict></dict></plist>\n",
          "<plist version=\"1.0\"><dict>\n<key>NSAppTransportSecurity</key><dict>\n<key>NSAllowsArbitraryLoads</key>\n<false/></dict></dict></plist>\n"
        ),
        (
          "App.entitlements", "<plist version=\"1.0\"><dict>\n<key>get-task-allow</key>\n<true/>\n</dict></plist>\n",
          "<plist version=\"1.0\"><dict>\n<key>get-task-allow</key>\n<false/>\n</dict></plist>\n"
        ),
        ("entitlements.plist", "{\n  \"get-task-allow\" = YES;\n}\n", "{\n  \"get-task-allow\" = NO;\n}\n"),
        (
          "Project.swift",
          "import ProjectDescription\nlet list: Entitlements = [\"get-task-allow\": .boolean(true), \"a\": true]\n",
          "import ProjectDescription\nlet list: Entitlements = [\"get-task-allow\": .boolean(false), \"a\": true]\n"
        ),
        (
          "A.swift", "let c = SecAccessControlCreateWithFlags(nil, level, [.privateKeyUsage, .biometryAny], nil)",
          "let c = SecAccessControlCreateWithFlags(nil, level, [.privateKeyUsage, .biometryCurrentSet], nil)"
        ),
        (
          "A.swift",
          "let f: SecAccessControlCreateFlags = .userPresence\n"
            + "let c = SecAccessControlCreateWithFlags(nil, level, f, nil)",
          "let f: SecAccessControlCreateFlags = .biometryCurrentSet\n"
            + "let c = SecAccessControlCreateWithFlags(nil, level, f, nil)"
        ),
        (
          "A.kt", "fun f() = Cipher.getInstance(\"AES/ECB/PKCS5Padding\")",
          "fun f() = Cipher.getInstance(\"AES/GCM/NoPadding\")"
        ),
        (
          "A.java", "class A { static final String M = \"AES/ECB/NoPadding\"; Cipher c = Cipher.getInstance(M); }",
          "class A { static final String M = \"AES/GCM/NoPadding\"; Cipher c = Cipher.getInstance(M); }"
        ),
        (
          "build.gradle.kts", "android { buildTypes.getByName(\"release\") { isDebuggable = true } }",
          "android { buildTypes.getByName(\"release\") { isDebuggable = false } }"
        ),
      ])
    func mends(path: String, old: String, new: String) throws {
      let plan = plan(tree(old, path: path))
      #expect(plan.outcomes.map(\.kind) == [.mended])
      #expect(plan.changes.map(\.new) == [new])
    }

    private static let android = "xmlns:a=\"http://schemas.android.com/apk/res/android\""

    @Test(
      "A switch of a manifest is turned off where it stands, under whatever prefix, and set where it is missing",
      arguments: [
        (
          "<application a:allowBackup=\"false\" a:debuggable='true' a:label=\"true\"/>",
          "<application a:allowBackup=\"false\" a:debuggable='false' a:label=\"true\"/>"
        ),
        (
          "<application a:usesCleartextTraffic = \"true\"/>", "<application a:usesCleartextTraffic = \"false\"/>"
        ),
        (
          "<application><provider a:name=\".Notes\"\n a:exported=\"true\"/></application>",
          "<application><provider a:name=\".Notes\"\n a:exported=\"false\"/></application>"
        ),
        (
          "<uses-sdk a:targetSdkVersion=\"30\"/><application><receiver a:name=\".In\"><intent-filter>"
            + "<action a:name=\"app.RUN\"/></intent-filter></receiver></application>",
          "<uses-sdk a:targetSdkVersion=\"30\"/><application><receiver a:exported=\"false\" a:name=\".In\"><intent-filter>"
            + "<action a:name=\"app.RUN\"/></intent-filter></receiver></application>"
        ),
      ])
    func manifestSwitches(old: String, new: String) {
      let receiver = SourceText(
        path: "In.java",
        text: "class In extends BroadcastReceiver {\n"
          + "  public void onReceive(Context c, Intent i) { run(i.getStringExtra(\"command\")); }\n}")
      let head = "<manifest \(Self.android)>\n"
      let tree = SourceTree(files: [
        SourceText(path: "AndroidManifest.xml", text: head + old + "\n</manifest>\n"), receiver,
      ])
      let plan = plan(tree)
      #expect(plan.outcomes.map(\.kind) == [.mended])
      #expect(plan.changes.map(\.new) == [head + new + "\n</manifest>\n"])
    }

    @Test("Backups are switched off, also where nothing was said about them")
    func backups() {
      let writer = SourceText(
        path: "Notes.kt",
        text: "fun keep(context: Context, v: String) {\n  File(context.filesDir, \"secret.txt\").writeText(seal(v))\n}")
      for old in ["<application a:allowBackup=\"true\"/>", "<application a:label=\"x\"/>"] {
        let tree = SourceTree(files: [
          SourceText(path: "AndroidManifest.xml", text: "<manifest \(Self.android)>\(old)</manifest>"), writer,
        ])
        let plan = plan(tree)
        #expect(plan.outcomes.map(\.kind) == [.mended])
        #expect(plan.changes.map(\.new).joined().contains("a:allowBackup=\"false\""))
      }
    }

    @Test(
      "The user's certificates go, whole lines of them; alone they give way to the platform's",
      arguments: [
        (
          "\n  <certificates src=\"system\"/>\n  <certificates src=\"user\"/>\n", "\n  <certificates src=\"system\"/>\n"
        ),
        ("<certificates src=\"user\"></certificates><certificates src='system'/>", "<certificates src='system'/>"),
        ("<certificates src=\"user\"/>", "<certificates src=\"system\"/>"),
        (
          "<certificates src=\"@raw/own\" overridePins=\"true\"/>",
          "<certificates src=\"@raw/own\" overridePins=\"false\"/>"
        ),
      ])
    func userCertificates(old: String, new: String) {
      let head = "<network-security-config><base-config><trust-anchors>"
      let tail = "</trust-anchors></base-config></network-security-config>"
      let plan = plan(tree(head + old + tail, path: "res/xml/network.xml"))
      #expect(plan.outcomes.map(\.kind) == [.mended])
      #expect(plan.changes.map(\.new) == [head + new + tail])
    }

    @Test("A part further down that nobody can read keeps no edit away that moves it")
    func aboveBrokenPart() {
      let head = "<network-security-config><base-config><trust-anchors>\n<certificates src=\"system\"/>\n"
      let tail = "</trust-anchors></base-config>\n</oops>\n</network-security-config>\n"
      let tree = tree(head + "<certificates src=\"user\"/>\n" + tail, path: "res/xml/network.xml")
      #expect(Audit().run(tree, policy: RuleExamplesTests.policy).incomplete.map(\.line) == [5])
      let plan = plan(tree)
      #expect(plan.outcomes.map(\.kind) == [.mended])
      #expect(plan.changes.map(\.new) == [head + tail])
    }

    @Test("A flag of a manifest that a name stands for is left to a person: others may use it, too")
    func namedFlag() {
      let text =
        "import ProjectDescription\nlet isOn = true\n"
        + "let list: Entitlements = [\"get-task-allow\": .boolean(isOn)]\n"
      #expect(Audit().run(tree(text, path: "Project.swift"), policy: RuleExamplesTests.policy).findings.count == 1)
      #expect(plan(tree(text, path: "Project.swift")).changes.isEmpty)
    }

    @Test("Access control with alternatives is left to a person")
    func alternatives() {
      let text = "let c = SecAccessControlCreateWithFlags(nil, level, [.biometryAny, .or, .devicePasscode], nil)"
      #expect(plan(tree(text)).changes.isEmpty)
    }

    @Test("Two flaws on two lines of one file are mended together")
    func two() {
      let plan = plan(tree("let a = Insecure.MD5.hash(data: x)\nlet b = Insecure.SHA1.hash(data: x)\n"))
      #expect(plan.changes.map(\.new) == ["let a = SHA256.hash(data: x)\nlet b = SHA256.hash(data: x)\n"])
    }

    private func planned(_ edits: [[SourceEdit]], _ text: String) throws -> FixPlan {
      let tree = tree(text)
      let report = Audit().run(tree, policy: RuleExamplesTests.policy)
      let findings = zip(report.findings, edits).map { finding, edits in
        Finding(
          Audit.manuals.first { $0.id == finding.rule } ?? Audit.manuals[0], severity: finding.severity,
          file: finding.file, line: finding.line, column: finding.column, message: finding.message,
          fingerprint: finding.fingerprint, edits: edits)
      }
      return FixPlan(
        AuditReport(rules: report.rules, findings: findings, incomplete: [], skippedFolders: [], filesRead: 1),
        tree: tree, policy: RuleExamplesTests.policy)
    }

    private let pair = "let a = Insecure.MD5.hash(data: x)\nlet b = Insecure.SHA1.hash(data: x)\n"
    private let good = SourceEdit(file: "A.swift", start: 8, end: 20, replacement: "SHA256")

    @Test("An edit that breaks the file, makes a finding or does not help is taken back; the other one stays")
    func harmful() throws {
      for (bad, kind) in [
        ("(((", FixPlan.Outcome.Kind.makesFindings), ("DES(CCAlgorithm(kCCAlgorithmDES))", .makesFindings),
        ("Insecure.MD5", .doesNotHelp),
      ] {
        let edit = SourceEdit(file: "A.swift", start: 43, end: 56, replacement: bad)
        let plan = try planned([[good], [edit]], pair)
        #expect(plan.outcomes.map(\.kind) == [.mended, kind], "\(bad)")
        #expect(plan.changes.map(\.new) == [pair.replacing("Insecure.MD5", with: "SHA256")])
      }
    }

    @Test("Of two edits of the same bytes the second is left out")
    func overlapping() throws {
      let other = SourceEdit(file: "A.swift", start: 9, end: 21, replacement: "x")
      #expect(try planned([[good], [other]], pair).outcomes.map(\.kind) == [.mended, .overlaps])
    }

    @Test("One spoiled edit among many is found in a few audits, and costs the others nothing")
    func bisected() throws {
      let line = "let a = Insecure.MD5.hash(data: x)\n"
      let edits = (0..<32).map { row in
        let start = row * line.utf8.count + 8
        return [SourceEdit(file: "A.swift", start: start, end: start + 12, replacement: row == 21 ? "(((" : "SHA256")]
      }
      let plan = try planned(edits, String(repeating: line, count: 32))
      #expect(plan.outcomes.enumerated().filter { $0.element.kind != .mended }.map(\.offset) == [21])
      #expect(plan.trials <= 11)
    }

    @Test("An edit outside of the text changes nothing")
    func outside() throws {
      let edit = SourceEdit(file: "A.swift", start: 8, end: 2_000, replacement: "x")
      #expect(try planned([[edit], []], pair).changes.isEmpty)
    }

    @Test("What the source allows is left as it is")
    func allowed() {
      #expect(plan(tree("// mantlet:allow weak-hash: old\nlet a = Insecure.MD5.hash(data: x)")).changes.isEmpty)
    }

    @Test("A unified diff has the lines around a change and says how many")
    func diff() {
      let old = (1...12).map(String.init).joined(separator: "\n") + "\n"
      let text = UnifiedDiff.text(path: "a\n.txt", old: old, new: old.replacing("\n6\n", with: "\nsix\n"))
      #expect(
        text == """
          --- a/a\\u{a}.txt
          +++ b/a\\u{a}.txt
          @@ -3,7 +3,7 @@
           3
           4
           5
          -6
          +six
           7
           8
           9

          """)
      #expect(UnifiedDiff.text(path: "a", old: old, new: old).isEmpty)
    }
  }
#endif
