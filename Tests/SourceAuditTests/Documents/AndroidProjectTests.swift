#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing

  /// Rules about platform files in whole projects: modules, flavours, builds, and the code beside them.
  @Suite struct AndroidProjectTests {
    private func report(_ files: [String: String], _ policy: Policy = RuleExamplesTests.policy) -> AuditReport {
      Audit().run(SourceTree(files: files.map { SourceText(path: $0.key, text: $0.value) }), policy: policy)
    }

    /// `rule file:line`, without notes.
    private func findings(_ files: [String: String]) -> [String] {
      report(files).findings.filter { $0.severity > .note }.map { "\($0.rule) \($0.file):\($0.line)" }
    }

    private static let space = #"xmlns:android="http://schemas.android.com/apk/res/android""#

    private static let flavoured = [
      "settings.gradle.kts": #"include(":app", ":core")"#,
      "gradle/libs.versions.toml": """
      [versions]
      minSdk = "26"
      okhttp = "4.12.0"
      [libraries]
      okhttp = { group = "com.squareup.okhttp3", name = "okhttp", version.ref = "okhttp" }
      """,
      "app/build.gradle.kts": """
      plugins { alias(libs.plugins.android.application) }
      android {
        defaultConfig { minSdk = libs.versions.minSdk.get().toInt(); targetSdk = 35 }
        flavorDimensions += "store"
        productFlavors { create("free") { dimension = "store" } }
        buildTypes {
          debug { isMinifyEnabled = false; isDebuggable = true }
          release { isMinifyEnabled = true; isDebuggable = false }
        }
      }
      dependencies { implementation(libs.okhttp) }
      """,
      "app/src/main/AndroidManifest.xml": """
      <?xml version="1.0" encoding="utf-8"?>
      <!-- the app -->
      <manifest \(space)>
        <uses-permission android:name="android.permission.INTERNET" />
        <application android:allowBackup="false" android:networkSecurityConfig="@xml/net">
          <activity android:name=".Main" android:exported="true" android:launchMode="singleTask">
            <intent-filter>
              <action android:name="android.intent.action.MAIN" />
              <category android:name="android.intent.category.LAUNCHER" />
            </intent-filter>
          </activity>
        </application>
      </manifest>
      """,
      "app/src/main/res/xml/net.xml":
        #"<network-security-config><base-config cleartextTrafficPermitted="false" /><debug-overrides><trust-anchors><certificates src="user" /></trust-anchors></debug-overrides></network-security-config>"#,
      "app/src/debug/AndroidManifest.xml":
        #"<manifest \#(space)><application android:usesCleartextTraffic="true" android:debuggable="true" /></manifest>"#,
      "app/src/debug/res/xml/net.xml":
        #"<network-security-config><base-config cleartextTrafficPermitted="true" /></network-security-config>"#,
      "app/src/androidTest/AndroidManifest.xml":
        #"<manifest \#(space)><application><activity android:name=".Empty" android:exported="true" /></application></manifest>"#,
    ]

    @Test("A well-kept app with flavours and debug settings is left alone, and its controls are seen")
    func wellKept() {
      let report = report(Self.flavoured)
      #expect(report.findings.filter { $0.severity > .note }.map { "\($0.rule) \($0.file):\($0.line)" } == [])
      #expect(report.incomplete == [])
      let controls = Set(report.controls.map(\.rule))
      #expect(controls.isSuperset(of: ["secrets-in-backup", "cleartext-permitted", "release-not-shrunk"]))
    }

    @Test("What a flavour adds is found in the flavour's own file, at its line")
    func flavour() {
      var files = Self.flavoured
      files["app/src/free/AndroidManifest.xml"] = """
        <manifest \(Self.space)>
          <application
              android:usesCleartextTraffic="true"
              android:debuggable="true">
            <provider android:name=".Ads" android:authorities="a"
                android:exported="true" />
          </application>
        </manifest>
        """
      #expect(
        findings(files) == [
          "debuggable-app app/src/free/AndroidManifest.xml:4", "exported-component app/src/free/AndroidManifest.xml:5",
        ])
      files["app/src/main/AndroidManifest.xml"] = nil
      files["app/build.gradle.kts"] = "android { defaultConfig { minSdk = 21 } }"
      #expect(findings(files).contains("cleartext-permitted app/src/free/AndroidManifest.xml:3"))
    }

    private static let debuggable = [
      "android { buildTypes { release { debuggable true } } }",
      "android { buildTypes { release { debuggable = true } } }",
      "android { buildTypes { release { setDebuggable(true) } } }",
      "android {\n  buildTypes {\n    release {\n      debuggable(true)\n    }\n  }\n}",
      "android { buildTypes { getByName(\"release\") { isDebuggable = true } } }",
      "android { buildTypes { named(\"release\").configure { isDebuggable = true } } }",
      "android { buildTypes.getByName(\"release\").isDebuggable = true }",
      "android.buildTypes.release.debuggable = true",
      "android { buildTypes { val release by getting { isDebuggable = true } } }",
      "android { buildTypes { maybeCreate('release').with { debuggable true } } }",
      "android { buildTypes { release { if (project.hasProperty(\"x\")) { debuggable true } } } }",
      "extensions.configure<ApplicationExtension> { buildTypes { release { isDebuggable = true } } }",
      "android { /* { */ // }\n buildTypes { release { def s = \"}${a[\"}\"]}\"; debuggable true } } }",
    ]

    @Test("A setting is found however the build file writes it", arguments: debuggable)
    func forms(text: String) {
      for path in ["app/build.gradle", "app/build.gradle.kts"] {
        #expect(report([path: text]).findings.map(\.rule).contains("debuggable-app"), "\(path)")
      }
    }

    private static let harmless = [
      "android { buildTypes { debug { debuggable true } } }",
      "android { buildTypes { release { debuggable false } } }",
      "android { buildTypes { release { } }\n debug { debuggable true } }",
      "android { buildTypes { release { // debuggable true\n } } }",
      "android { buildTypes { release { println \"debuggable true\" } } }",
    ]

    @Test("What a build file says about debug builds, in comments and in texts is no setting of the release")
    func quietForms() {
      for text in Self.harmless { #expect(report(["app/build.gradle": text]).findings.map(\.rule) == [], "\(text)") }
    }

    @Test("A component is judged with the class that answers, in Kotlin and in Java")
    func correlated() {
      let manifest = """
        <manifest \(Self.space)><application>
        <activity android:name="app.Pay" android:exported="true">
        <intent-filter><action android:name="app.PAY" /></intent-filter></activity>
        </application></manifest>
        """
      let takes = "class Pay : Activity() { fun f() { pay(intent.getStringExtra(\"sum\")) } }"
      let leaves = "class Pay : Activity() { fun f() { show() } }"
      #expect(
        findings(["AndroidManifest.xml": manifest, "Pay.kt": takes]) == ["exported-component AndroidManifest.xml:2"])
      #expect(findings(["AndroidManifest.xml": manifest, "Pay.kt": leaves]) == [])
    }

    @Test("Hosts that the policy pins must be pinned by the platform's file, to the same keys")
    func againstPolicy() {
      let pins = ["7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y=", "fwza0LRMXouZHRC8Ei+4PyuldPDcf3UKgO/04cDM1oE="]
      let other = "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="
      let environment = EnvironmentRequirement(
        endpoint: "https://api.sleep.app:8443", pins: pins, tokenKeys: [], loginKey: "")
      let policy = Policy(name: "pinned", environments: [.prod: environment])
      func config(_ pins: [String], host: String = "sleep.app", below: Bool = true) -> String {
        "<network-security-config><domain-config><domain includeSubdomains=\"\(below)\">\(host)</domain>\n<pin-set>"
          + pins.map { "<pin digest=\"SHA-256\">\($0)</pin>" }.joined()
          + "</pin-set></domain-config></network-security-config>"
      }
      func rules(_ text: String) -> [String] {
        report(["res/xml/net.xml": text], policy).findings.map { "\($0.rule):\($0.line)" }
      }
      #expect(rules(config(pins)) == [])
      #expect(rules(config([pins[0], other])) == ["network-config-pins:2"])
      #expect(rules(config(pins, below: false)) == ["network-config-pins:1"])
      #expect(rules(config(pins, host: "api.sleep.app", below: false)) == [])
    }

    @Test("Backup rules are held against the files that the code writes, by folder and by include")
    func backups() {
      func leaks(_ rules: String) -> Bool {
        let files = [
          "AndroidManifest.xml":
            #"<manifest \#(Self.space)><application android:fullBackupContent="@xml/r" /></manifest>"#,
          "r.xml": "<full-backup-content>\(rules)</full-backup-content>",
          "A.kt": #"fun f(c: Context, v: ByteArray) { File(c.filesDir, "vault/session_token").writeBytes(seal(v)) }"#,
        ]
        return findings(files) == ["secrets-in-backup AndroidManifest.xml:1"]
      }
      #expect(leaks(""))
      #expect(leaks(#"<exclude domain="sharedpref" path="." />"#))
      #expect(leaks(#"<exclude domain="file" path="vaul" />"#))
      #expect(leaks(#"<include domain="file" path="vault" />"#))
      #expect(!leaks(#"<exclude domain="file" path="vault/" />"#))
      #expect(!leaks(#"<exclude domain="root" path="." />"#))
      #expect(!leaks(#"<include domain="file" path="notes" />"#))
      #expect(!leaks(#"<include domain="file" path="." /><exclude domain="file" path="./vault/session_token" />"#))
    }

    private static let named = [
      "val open = true\nandroid { buildTypes { release { isDebuggable = open } } }",
      "val open: Boolean = true\nandroid { buildTypes { release { isDebuggable = open } } }",
      "def open = true\nandroid { buildTypes { release { debuggable open } } }",
      "boolean open = true\nandroid { buildTypes { release { debuggable = open } } }",
      "ext.open = true\nandroid { buildTypes { release { debuggable project.ext.open } } }",
      "ext { open = true }\nandroid { buildTypes { release { debuggable rootProject.ext.open } } }",
      "extra[\"open\"] = true\nandroid { buildTypes { release { isDebuggable = extra[\"open\"] as Boolean } } }",
      "extra.set(\"open\", true)\nandroid { buildTypes { release { isDebuggable = property(\"open\") as Boolean } } }",
      "val open by extra(true)\nandroid { buildTypes { release { isDebuggable = open } } }",
      "val shut = false\nval open = !shut\nandroid { buildTypes { release { isDebuggable = open } } }",
      "android { buildTypes { release { val open = true\n isDebuggable = open } } }",
      "var open = false\nopen = true\nandroid { buildTypes { release { isDebuggable = open } } }",
      "android { buildTypes { release { initWith(getByName(\"debug\")) } } }",
      "android { buildTypes { release { initWith debug } } }",
      "android { buildTypes { create(\"beta\") { initWith(buildTypes[\"debug\"]) } } }",
      "android { buildTypes { beta { initWith buildTypes.debug } } }",
    ]

    @Test("A setting is found behind names and behind the build type that another is made after", arguments: named)
    func names(text: String) {
      #expect(report(["app/build.gradle.kts": text]).findings.map(\.rule) == ["debuggable-app"])
    }

    private static let namedWell = [
      "val open = false\nandroid { buildTypes { release { isDebuggable = open } } }",
      "val open = true\nandroid { buildTypes { release { isDebuggable = !open } } }",
      "val open = computed()\nandroid { buildTypes { release { isDebuggable = open } } }",
      "val open = hasProperty(\"open\")\nandroid { buildTypes { release { isDebuggable = open } } }",
      "android { buildTypes { debug { val open = true }\n release { isDebuggable = open } } }",
      "android { buildTypes { release { isDebuggable = open } } }",
      "val open = open\nandroid { buildTypes { release { isDebuggable = open } } }",
      "android { buildTypes { create(\"beta\") { initWith(getByName(\"debug\"))\n isDebuggable = false } } }",
      "android { buildTypes { create(\"beta\") { initWith(getByName(\"release\")) } } }",
      "android { buildTypes { create(\"a\") { initWith(getByName(\"b\")) }\n create(\"b\") { initWith(getByName(\"a\")) } } }",
      "android { buildTypes { create(\"localDebug\") { initWith(getByName(\"debug\")) } } }",
    ]

    @Test("A name that is off, unknown or of another block sets nothing, and neither does a circle of build types")
    func quietNames() {
      for text in Self.namedWell {
        #expect(report(["app/build.gradle.kts": text]).findings.map(\.rule) == [], "\(text)")
      }
    }

    @Test("What a project gives its modules is seen in them, and what a module gives itself in no other")
    func namesOfOthers() {
      let module = "android { buildTypes { release { debuggable open } } }"
      #expect(findings(["build.gradle": "ext.open = true", "a/b/build.gradle": module]).count == 1)
      #expect(findings(["gradle.properties": "open=true", "a/b/build.gradle": module]).count == 1)
      #expect(findings(["a/b/more.gradle": "ext.open = true", "a/b/build.gradle": module]).count == 1)
      #expect(findings(["c/build.gradle": "ext.open = true", "a/b/build.gradle": module]) == [])
      #expect(findings(["build.gradle": "def open = true", "a/b/build.gradle": module]) == [])
    }

    @Test("Two manifests with the same flaw on the same line are two findings")
    func sameLine() {
      let text = #"<manifest \#(Self.space)><application android:debuggable="true" /></manifest>"#
      #expect(findings(["a/src/main/AndroidManifest.xml": text, "b/src/main/AndroidManifest.xml": text]).count == 2)
    }

    @Test("No message holds a text of the project")
    func messages() {
      let report = report([
        "AndroidManifest.xml":
          #"<manifest \#(Self.space)><application><meta-data android:name="x.API_SECRET" android:value="9f8Ab3kQ7xZ2mN5pL0rT" /></application></manifest>"#,
        "app/build.gradle": "android { signingConfigs { release { storePassword 'Tr0ub4dor3x' } } }",
      ])
      #expect(Set(report.findings.map(\.rule)) == ["secret-in-resources", "secret-in-build"])
      #expect(!report.findings.contains { $0.message.contains("Tr0ub") || $0.message.contains("9f8A") })
    }
  }
#endif
