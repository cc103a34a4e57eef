#if Audit
  import Foundation
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct ExampleRulesTests {
    @Test("The example file of own rules is read, and its examples hold")
    func holds() throws {
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      let file = root.appending(path: "Examples/Audit/rules.yml")
      let rules = try CustomRules(reading: Array(try Data(contentsOf: file)))
      #expect(rules.manuals.count == 2)
      #expect(rules.failures(policy: Policy(name: "test", environments: [:])) == [])
    }
  }
#endif
