#if Audit
  import Foundation
  import SecurityPolicy
  import SourceAudit
  import Testing

  @Suite struct KeptReportTests {
    private static let policy = RuleExamplesTests.policy
    private static let flawed = SourceText(
      path: "Store.swift",
      text: """
        import Foundation
        func keep(_ token: String) { UserDefaults.standard.set(token, forKey: "token") }
        // mantlet:allow weak-hash until 2030-01-31: an old protocol
        let digest = Insecure.MD5.hash(data: data)
        """)
    private static let calm = SourceText(path: "Calm.swift", text: "let a = 1\n")
    private static let merged = SourceText(path: "Merged.swift", text: "let a = 1\n<<<<<<< HEAD\nlet b = 1\n")

    private func withCache(_ body: (_ cache: AuditCache, _ folder: String) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kept-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try body(try #require(AuditCache(folder: folder)), folder)
    }

    private func entries(_ folder: String, _ ending: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(ending) }.sorted().map {
        folder + "/" + $0
      }
    }

    @Test("The report of a tree in which nothing has changed is taken over whole, and no file is read anew")
    func unchanged() throws {
      try withCache { cache, folder in
        let tree = SourceTree(
          files: [Self.flawed, Self.calm, Self.merged],
          incomplete: [AuditIncompleteness(file: "B.swift", cause: .tooLarge(limit: 9))])
        let plain = Audit().run(tree, policy: Self.policy, today: PolicyDay("2026-01-01"))
        #expect(plain.incomplete.map(\.line) == [nil, 2])
        #expect(plain.findings.contains { $0.suppression?.until != nil } && plain.findings.count > 1)
        #expect(Audit().run(tree, policy: Self.policy, today: PolicyDay("2026-01-01"), cache: cache) == plain)
        for path in try entries(folder, ".unit") { try FileManager.default.removeItem(atPath: path) }
        #expect(Audit().run(tree, policy: Self.policy, today: PolicyDay("2026-01-01"), cache: cache) == plain)
        try #expect(entries(folder, ".unit").isEmpty)
      }
    }

    @Test("Every example's report is kept as it is")
    func whole() throws {
      let examples = Audit.manuals.flatMap { $0.violating + $0.conforming }
      let tree = SourceTree(
        files: examples.enumerated().map { row, example in
          SourceText(path: "\(row)/\(example.path)", text: example.source)
        })
      try withCache { cache, folder in
        let first = Audit().run(tree, policy: Self.policy, cache: cache)
        #expect(first.findings.contains { !$0.flow.isEmpty } && first.findings.contains { !$0.edits.isEmpty })
        #expect(!first.controls.isEmpty)
        try #expect(entries(folder, ".report").count == 1)
        #expect(Audit().run(tree, policy: Self.policy, cache: cache) == first)
      }
    }

    @Test("A report of very many findings is kept once nothing had to be judged for it")
    func many() throws {
      let line = "let digest = Insecure.MD5.hash(data: data)\n"
      let tree = SourceTree(
        files: (0..<30).map { SourceText(path: "A\($0).swift", text: String(repeating: line, count: 70)) })
      try withCache { cache, folder in
        let plain = Audit().run(tree, policy: Self.policy, cache: cache)
        #expect(plain.findings.count >= 2_100)
        try #expect(entries(folder, ".report").isEmpty)
        #expect(Audit().run(tree, policy: Self.policy, cache: cache) == plain)
        try #expect(entries(folder, ".report").count == 1)
        for path in try entries(folder, ".unit") { try FileManager.default.removeItem(atPath: path) }
        #expect(Audit().run(tree, policy: Self.policy, cache: cache) == plain)
        try #expect(entries(folder, ".unit").isEmpty)
      }
    }

    @Test("Another byte, name, day, policy, time or rule is judged anew")
    func changed() throws {
      try withCache { cache, folder in
        let files = [Self.flawed, Self.calm]
        func run(_ files: [SourceText], _ policy: Policy = Self.policy, day: String = "2026-01-01", seconds: Int = 5) {
          let day = PolicyDay(day)
          let audit = Audit(secondsPerFile: seconds)
          let tree = SourceTree(files: files)
          #expect(
            audit.run(tree, policy: policy, today: day, cache: cache) == audit.run(tree, policy: policy, today: day))
        }
        run(files)
        var strict = Self.policy
        strict.name = "another"
        run(files, strict)
        run(files, day: "2031-01-01")
        run(files, seconds: 7)
        run([Self.calm])
        run([Self.flawed, SourceText(path: "Calm.swift", text: "let a = 2\n")])
        run([Self.flawed, SourceText(path: "Calm2.swift", text: Self.calm.text)])
        try #expect(entries(folder, ".report").count == 7)
        // Where one file ends and the next begins is part of what is compared.
        run([SourceText(path: "A.swift", text: "let a = 1\n"), SourceText(path: "B.swift", text: "")])
        run([SourceText(path: "A.swift", text: ""), SourceText(path: "B.swift", text: "let a = 1\n")])
        try #expect(entries(folder, ".report").count == 9)
      }
    }

    @Test("Rules of a team are always asked")
    func teamRules() throws {
      let rules = try CustomRules(
        reading: Array(
          """
          version: 1
          rules:
            - id: no-boom
              title: No boom
              reason: A test.
              fix: Remove it.
              severity: error
              find:
                call: [boom]
              violating:
                - path: A.swift
                  source: boom()
              conforming:
                - path: A.swift
                  source: calm()

          """.utf8))
      try withCache { cache, _ in
        let tree = SourceTree(files: [SourceText(path: "A.swift", text: "boom()\n")])
        #expect(Audit().run(tree, policy: Self.policy, cache: cache).findings.isEmpty)
        #expect(Audit(adding: rules).run(tree, policy: Self.policy, cache: cache).findings.map(\.rule) == ["no-boom"])
      }
    }

    @Test("A damaged report, one under another's name and one that others may write count as not there")
    func damaged() throws {
      try withCache { cache, folder in
        let (tree, other) = (SourceTree(files: [Self.flawed]), SourceTree(files: [Self.calm]))
        let plain = Audit().run(tree, policy: Self.policy, cache: cache)
        let path = try #require(try entries(folder, ".report").first)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for place in stride(from: 0, to: bytes.count, by: 97) {
          var broken = bytes
          broken[place] ^= 4
          try broken.write(to: URL(fileURLWithPath: path))
          #expect(Audit().run(tree, policy: Self.policy, cache: cache) == plain)
        }
        _ = Audit().run(other, policy: Self.policy, cache: cache)
        let calm = try #require(try entries(folder, ".report").first { $0 != path })
        try Data(contentsOf: URL(fileURLWithPath: calm)).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(Audit().run(tree, policy: Self.policy, cache: cache) == plain)
        for unit in try entries(folder, ".unit") { try FileManager.default.removeItem(atPath: unit) }
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: calm)
        #expect(Audit().run(other, policy: Self.policy, cache: cache).findings.isEmpty)
        // It was read anew.
        try #expect(entries(folder, ".unit").count == 1)
      }
    }

    @Test("What was not judged in time is judged again, and old reports are deleted")
    func bounded() throws {
      try withCache { cache, folder in
        _ = Audit(secondsPerFile: 0).run(SourceTree(files: [Self.flawed]), policy: Self.policy, cache: cache)
        try #expect(entries(folder, ".report").isEmpty)
        for number in 0..<20 {
          let tree = SourceTree(files: [SourceText(path: "A.swift", text: "let a = \(number)\n")])
          _ = Audit().run(tree, policy: Self.policy, cache: cache)
        }
        try #expect(entries(folder, ".report").count == 16)
      }
    }
  }
#endif
