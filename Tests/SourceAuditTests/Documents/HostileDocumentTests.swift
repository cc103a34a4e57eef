#if Audit
  import Foundation
  import SecurityPolicy
  import SourceAudit
  import Testing

  /// Platform files of Android that are broken, or made so that a reader fails on them.
  @Suite struct HostileDocumentTests {
    private func report(_ path: String, _ text: String) -> AuditReport {
      Audit().run(SourceTree(files: [SourceText(path: path, text: text)]), policy: RuleExamplesTests.policy)
    }

    private static let space = #"xmlns:android="http://schemas.android.com/apk/res/android""#
    private static let samples = [
      (
        "AndroidManifest.xml",
        """
        <manifest \(space)><uses-permission android:name="android.permission.CAMERA" />
        <application android:debuggable="true"><activity android:name=".A" android:exported="true">
        <intent-filter><data android:scheme="x" /><category android:name="android.intent.category.BROWSABLE" />
        </intent-filter></activity><provider android:name=".P" android:exported="true" /></application></manifest>
        """
      ),
      (
        "res/xml/net.xml",
        """
        <network-security-config><base-config cleartextTrafficPermitted="true"><trust-anchors>
        <certificates src="user" /></trust-anchors></base-config><domain-config><domain>a.b</domain>
        <pin-set expiration="2020-01-01"><pin digest="SHA-256">AAAA</pin></pin-set></domain-config>
        </network-security-config>
        """
      ),
      (
        "app/build.gradle",
        """
        plugins { id 'com.android.application' }
        android { defaultConfig { minSdkVersion 21; targetSdk = libs.versions.t.get().toInt() }
          signingConfigs { release { storePassword 'Tr0ub4dor3x' } }
          buildTypes { getByName("release") { isDebuggable = true; buildConfigField("String", "A", "\\"${x["y"]}\\"") } } }
        repositories { maven { url "http://a.b/c" } }
        dependencies { implementation group: 'a', name: 'b', version: '1.+' /* c */ }
        """
      ),
      (
        "gradle/libs.versions.toml",
        """
        [versions]
        a = "1.+" # c
        [libraries]
        a = { module = "a:b", version.ref = "a" }
        """
      ),
      ("keystore.properties", "storePassword=Tr0ub4dor3x\n# c\na:b\nc = \\\n d"),
    ]

    @Test("Each sample has flaws, and each beginning of it is read without a fall", arguments: samples)
    func cut(path: String, text: String) {
      #expect(!report(path, text).findings.isEmpty)
      let bytes = Array(text.utf8)
      for count in stride(from: 0, to: bytes.count, by: 29) {
        let part = String(decoding: bytes[..<count], as: UTF8.self)
        let cut = report(path, part)
        #expect(cut.findings.allSatisfy { $0.line >= 1 && $0.column >= 1 })
        // A manifest that ends in the middle is never clean.
        if path.hasSuffix(".xml"), part.contains("<manifest") || part.contains("<network-security-config") {
          #expect(cut.incomplete.map(\.cause) == [.notParsed], "\(count)")
        }
      }
    }

    @Test("Bytes removed, added and doubled are read to the end", arguments: samples)
    func mutations(path: String, text: String) {
      var state: UInt64 = 0x9E37_79B9_7F4A_7C15
      func next(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(1, bound)))
      }
      let bytes = Array(text.utf8)
      let signs = Array("(){}[]<>\"'`$&#=:,./*\\\n\u{FEFF}ä".utf8)
      for _ in 0..<60 {
        var changed = bytes
        for _ in 0...next(4) {
          let start = next(changed.count)
          let range = start..<min(changed.count, start + next(30))
          switch next(3) {
          case 0: changed.insert(signs[next(signs.count)], at: start)
          case 1: changed.removeSubrange(range)
          default: changed.insert(contentsOf: changed[range], at: next(changed.count))
          }
        }
        let lines = changed.count { $0 == 10 } + 1
        let found = report(path, String(decoding: changed, as: UTF8.self)).findings
        #expect(found.allSatisfy { $0.line >= 1 && $0.line <= lines })
      }
    }

    @Test("Ten thousand levels, entities that grow, a file of one sign: named, and over soon")
    func made() {
      let deep = String(repeating: "<a>", count: 10_000)
      let bomb = """
        <!DOCTYPE manifest [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">
        <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
        <manifest \(Self.space)><application android:label="&c;&x;" /></manifest>
        """
      let clock = ContinuousClock()
      let took = clock.measure {
        #expect(
          report("AndroidManifest.xml", "<manifest \(Self.space)>" + deep).incomplete.map(\.cause) == [.notParsed])
        #expect(report("AndroidManifest.xml", bomb).incomplete.map(\.cause) == [.notParsed])
        for piece in [
          "a {", "{", "(", "a(", "[", "\"", "'''", "a.", "a = ", "a[\"b\"]", "/*", "<", "}", "a b c, ", "\"${",
        ] {
          let text = String(repeating: piece, count: 1_500)
          _ = report("app/build.gradle", text)
          _ = report("gradle/libs.versions.toml", text)
        }
        #expect(
          report("app/build.gradle", String(repeating: "a {\n", count: 10_000)).incomplete.map(\.cause) == [.notParsed])
      }
      #expect(took < .seconds(120))
    }

    @Test("A manifest with the marks of a merge is judged on both sides, at its own lines")
    func merge() {
      let text = """
        <<<<<<< HEAD
        <manifest \(Self.space)>
        =======
        <manifest \(Self.space) package="a">
        >>>>>>> b
        <application
        <<<<<<< HEAD
          android:label="a">
        =======
          android:debuggable="true">
        >>>>>>> b
        </application></manifest>
        """
      let report = report("AndroidManifest.xml", text)
      #expect(report.findings.map { "\($0.rule):\($0.line)" } == ["debuggable-app:10"])
      #expect(report.incomplete.map(\.cause) == [.notParsed])
    }

    @Test("A flaw before and after a broken part of a manifest is found, and the file is named as not parsed")
    func broken() {
      let text = """
        <?xml version="1.0"?><!DOCTYPE manifest [<!ENTITY a "b">]>
        <manifest \(Self.space)>
        <application android:debuggable="true" android:label="&a;" a & b>
        <activity android:name=".A"> <<< </oops>
        <provider android:name=".P" android:exported="true"
        </application>
        """
      let report = report("AndroidManifest.xml", text)
      #expect(Set(report.findings.map { "\($0.rule):\($0.line)" }) == ["debuggable-app:3"])
      #expect(report.incomplete.map(\.cause) == [.notParsed])
    }

    @Test("What follows a part of a build file that makes no sense is judged")
    func goesOn() {
      let text = "%%% ?? )) ((\nandroid { buildTypes { release {\n ???\n debuggable true } } }"
      #expect(report("app/build.gradle", text).findings.map(\.rule) == ["debuggable-app"])
    }

    @Test("A mark of byte order in front of each kind of file changes nothing", arguments: samples)
    func mark(path: String, text: String) {
      #expect(report(path, "\u{FEFF}" + text).findings.map(\.line) == report(path, text).findings.map(\.line))
    }

    @Test("Key stores are named and never read, pictures and what a build wrote are left alone")
    func walk() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("audit-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      for path in [
        "app/upload.jks", "app/src/main/res/drawable/a.xml", "app/src/main/res/values-de/strings.xml",
        "app/build/intermediates/m/AndroidManifest.xml", "app/src/main/AndroidManifest.xml", "app/build.gradle",
        "gradle/wrapper/gradle-wrapper.properties", "gradle.properties", "notes.txt",
      ] {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data([0xFF, 0xFE, 0x00, 0x01].prefix(path.hasSuffix("jks") ? 4 : 0)).write(to: file)
      }
      let tree = try SourceTree.read(folder: folder.path)
      #expect(
        tree.files.map(\.path) == [
          "app/build.gradle", "app/src/main/AndroidManifest.xml", "app/upload.jks", "gradle.properties",
        ])
      #expect(tree.incomplete.isEmpty)
      #expect(tree.files.first { $0.path.hasSuffix("jks") }?.text == "")
    }
  }
#endif
