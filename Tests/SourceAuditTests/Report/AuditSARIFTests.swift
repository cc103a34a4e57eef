#if Audit
  import SecurityPolicy
  import SourceAudit
  import Testing
  import UntrustedInput

  @Suite struct AuditSARIFTests {
    private let tree = SourceTree(files: [
      SourceText(
        path: "A.swift",
        text: "// mantlet:allow weak-hash until 2999-01-31: old\nlet a = Insecure.MD5.hash(data: a)\n"
          + "let b = 1; let ä = Insecure.SHA1.hash(data: b)\n")
    ])

    private func run(_ change: (AuditReport) -> AuditReport = { $0 }) throws -> JSONNode {
      let report = change(Audit().run(tree, policy: RuleExamplesTests.policy))
      return try #require(
        AuditSARIF.node(report, toolVersion: "1", sources: tree.files)["runs"]?.array?.first)
    }

    @Test("An allowed finding is a suppressed result with justification and expiry; others have none")
    func suppressions() throws {
      let results = try #require(try run()["results"]?.array)
      let suppression = try #require(results[0]["suppressions"]?.array?.first)
      #expect(suppression["kind"]?.string == "inSource")
      #expect(suppression["justification"]?.string == "old")
      #expect(suppression["properties"]?["until"]?.string == "2999-01-31")
      #expect(results[1]["suppressions"] == nil)
    }

    @Test("A fix names the region in lines and columns, and what comes into its place")
    func fixes() throws {
      let results = try #require(try run()["results"]?.array)
      let change = try #require(results[1]["fixes"]?.array?.first?["artifactChanges"]?.array?.first)
      let replacement = try #require(change["replacements"]?.array?.first)
      let region = try #require(replacement["deletedRegion"])
      #expect(replacement["insertedContent"]?["text"]?.string == "SHA256")
      #expect(region["startLine"]?.integer == 3 && region["endLine"]?.integer == 3)
      #expect(region["startColumn"]?.integer == 20 && region["endColumn"]?.integer == 33)
    }

    @Test("Every id of a rule points into a taxonomy that holds it")
    func taxonomies() throws {
      let run = try run()
      let taxonomies = try #require(run["taxonomies"]?.array)
      #expect(taxonomies.compactMap { $0["name"]?.string } == ["MASVS", "MASWE", "MASTG", "CWE", "BSI TR-03161-1"])
      for rule in try #require(run["tool"]?["driver"]?["rules"]?.array) {
        let ids = rule["properties"]?["tags"]?.array?.compactMap(\.string).filter { $0 != "security" } ?? []
        let targets = rule["relationships"]?.array?.compactMap { $0["target"] } ?? []
        #expect(targets.compactMap { $0["id"]?.string } == ids)
        for target in targets {
          let taxonomy = try #require(target["toolComponent"]?["index"]?.integer)
          let row = try #require(target["index"]?.integer)
          let taxon = try #require(taxonomies[Int(taxonomy)]["taxa"]?.array)[Int(row)]
          #expect(taxon["id"] == target["id"])
        }
        #expect(rule["help"]?["markdown"]?.string?.contains("Instead") == true)
        #expect(["2.0", "5.5", "8.0"].contains(rule["properties"]?["security-severity"]?.string))
      }
    }

    @Test("Baseline states stand on every result or on none; what is gone is a result without a level")
    func baseline() throws {
      #expect(try #require(try run()["results"]?.array).allSatisfy { $0["baselineState"] == nil })
      let old = Audit().run(
        SourceTree(files: [SourceText(path: "B.swift", text: "let c = Insecure.MD5.hash(data: c)")]),
        policy: RuleExamplesTests.policy)
      let results = try #require(try run { $0.compared(to: Baseline(old)) }["results"]?.array)
      #expect(results.compactMap { $0["baselineState"]?.string } == ["new", "new", "absent"])
      #expect(results.last?["level"]?.string == "none")
    }

    @Test("The JSON tells allowance, baseline, edits and what is gone")
    func json() throws {
      let report = Audit().run(tree, policy: RuleExamplesTests.policy)
      let node = AuditJSON.node(report.compared(to: Baseline(report)))
      let findings = try #require(node["findings"]?.array)
      #expect(findings[0]["suppressed"]?["reason"]?.string == "old")
      #expect(findings[0]["counts"]?.bool == false)
      #expect(findings[1]["baseline"]?.string == "unchanged")
      #expect(findings[1]["edits"]?.array?.first?["replacement"]?.string == "SHA256")
      #expect(node["absent"]?.array?.isEmpty == true)
    }
  }
#endif
