#if Audit
  import SourceAudit
  import Testing

  @Suite struct AdoptedFactsTests {
    private func facts(_ files: [(path: String, text: String)]) -> AdoptedFacts {
      Audit().facts(of: SourceTree(files: files.map { SourceText(path: $0.path, text: $0.text) }))
    }

    @Test("The most mentioned host comes first; those of platforms, of tests and of other forms are left out")
    func hosts() {
      let facts = facts([
        (
          "App/A.swift",
          """
          let a = "https://api.sleep.de/v1"
          let b = "https://log.sleep.de"
          let c = "https://API.sleep.de/v2"
          let d = ["https://developer.apple.com/x", "http://plain.de", "https://local", "https://-oProxy.de", "https://a b.de"]
          """
        ),
        ("AppTests/B.swift", "import XCTest\nlet e = \"https://test.de\""),
      ])
      #expect(facts.hosts.map(\.name) == ["api.sleep.de", "log.sleep.de"])
      #expect(facts.hosts.first?.mentions == 2 && facts.hosts.first?.line == 1)
      #expect(facts.filesOfCode == ["swift": 1])
    }

    @Test("Only a pin of 32 bytes is one")
    func pins() {
      let pin = String(repeating: "A", count: 43) + "="
      let facts = facts([
        ("A.kt", "val a = listOf(\"sha256/\(pin)\", \"sha256/AAAA\", \"sha256/\(pin)\\n// x\", \"\(pin)\")")
      ])
      #expect(facts.pins == [pin])
    }

    @Test("Who the app is comes from its release settings and its build, the lowest version counts")
    func identity() {
      let facts = facts([
        (
          "Release.xcconfig",
          "PRODUCT_BUNDLE_IDENTIFIER = org.example.sleep\nIPHONEOS_DEPLOYMENT_TARGET = 17.2\nDEVELOPMENT_TEAM = AB12CD34EF"
        ),
        (
          "app/build.gradle",
          "plugins { id 'com.android.application' }\nandroid { defaultConfig { applicationId 'org.example.sleep'\nminSdk 26 } }"
        ),
      ])
      #expect(facts.androidPackages == ["org.example.sleep"] && facts.minimumAndroidAPI == 26)
      #expect(facts.pins.isEmpty && facts.hosts.isEmpty)
    }

    @Test("Each rule that the app's own code breaks is one gap, the worst first, tests left out")
    func gaps() {
      let tree = SourceTree(files: [
        SourceText(
          path: "App/A.swift",
          text: "let a = Insecure.MD5.hash(data: b)\nlet c = Insecure.MD5.hash(data: d)\n"
            + "let key = \"AKIAQ3EGRT5XJ7WZ2M4N\"\n"),
        SourceText(path: "AppTests/B.swift", text: "import XCTest\nlet a = Insecure.SHA1.hash(data: b)\n"),
      ])
      let gaps = AdoptionGap.gaps(in: Audit().run(tree, policy: RuleExamplesTests.policy))
      let hash = gaps.first { $0.rule == "weak-hash" }
      #expect(hash?.count == 2 && hash?.line == 1 && hash?.file == "App/A.swift")
      #expect(gaps.map(\.severity) == gaps.map(\.severity).sorted(by: >))
      #expect(gaps.first?.rule == "hardcoded-secret")
    }
  }
#endif
