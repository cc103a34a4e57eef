#if Audit
  import Foundation
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct AuditCacheTests {
    private static let policy = RuleExamplesTests.policy

    private func withFolder(_ body: (_ folder: String) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cache-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try body(folder)
    }

    private func entries(_ folder: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private static let store = SourceText(
      path: "Store.swift", text: "func keep(_ v: String) { UserDefaults.standard.set(v, forKey: Keys.first) }\n")
    private static func keys(_ key: String) -> SourceText {
      SourceText(path: "Keys.swift", text: "enum Keys { static let first = \"\(key)\" }\n")
    }

    @Test("A run with what an earlier one kept reports the same, whatever the language")
    func same() throws {
      let examples = Audit.manuals.flatMap { $0.violating + $0.conforming }
      let files = examples.enumerated().map { row, example in
        SourceText(path: "\(row)/\(example.path)", text: example.source)
      }
      let tree = SourceTree(files: Array(files.prefix(60)))
      let plain = Audit().run(tree, policy: Self.policy)
      try withFolder { folder in
        let cache = try #require(AuditCache(folder: folder))
        #expect(Audit().run(tree, policy: Self.policy, cache: cache) == plain)
        #expect(try !entries(folder).isEmpty)
        #expect(Audit().run(tree, policy: Self.policy, cache: cache) == plain)
      }
      #expect(!plain.findings.isEmpty)
    }

    @Test("A change in one file changes what is found in another that did not change")
    func crossFile() throws {
      try withFolder { folder in
        let cache = try #require(AuditCache(folder: folder))
        let calm = SourceTree(files: [Self.store, Self.keys("theme")])
        #expect(Audit().run(calm, policy: Self.policy, cache: cache).findings.isEmpty)
        let flawed = SourceTree(files: [Self.store, Self.keys("access_token")])
        let findings = Audit().run(flawed, policy: Self.policy, cache: cache).findings
        #expect(findings.map(\.file) == ["Store.swift"])
        #expect(try entries(folder).filter { $0.hasSuffix(".unit") }.count == 3)
      }
    }

    @Test("Only its own user may read an entry, and a damaged one counts as not there")
    func damaged() throws {
      try withFolder { folder in
        let cache = try #require(AuditCache(folder: folder))
        let tree = SourceTree(files: [Self.store, Self.keys("jwt")])
        let plain = Audit().run(tree, policy: Self.policy, cache: cache)
        for name in try entries(folder) {
          let path = folder + "/" + name
          let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
          #expect(mode == 0o600)
          var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
          let middle = bytes.count / 2
          bytes[middle] ^= 1
          try bytes.write(to: URL(fileURLWithPath: path))
        }
        #expect(Audit().run(tree, policy: Self.policy, cache: cache) == plain)
        for name in try entries(folder) { try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
        #expect(Audit().run(tree, policy: Self.policy, cache: cache) == plain)
      }
    }

    @Test("A folder that others may write, or a link, is not used")
    func refused() throws {
      try withFolder { folder in
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        #expect(AuditCache(folder: folder) != nil)
        let link = folder + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder)
        #expect(AuditCache(folder: link) == nil)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
        #expect(AuditCache(folder: folder) == nil)
      }
    }
  }
#endif
