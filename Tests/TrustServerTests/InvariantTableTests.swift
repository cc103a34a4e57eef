#if Server
  import Foundation
  import Testing

  /// `Tests/Invariants.md` says which test holds which promise.
  @Suite struct InvariantTableTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// Suite and function of every test that the table names; the function is missing where a whole suite is meant.
    private static func named() throws -> [(suite: String, function: String?)] {
      let table = try String(contentsOf: tests.appending(path: "Invariants.md"), encoding: .utf8)
      return table.matches(of: /`(\w+Tests)(?:\.(\w+))?`/).map { match in
        (String(match.output.1), match.output.2.map(String.init))
      }
    }

    private static func sources() throws -> [String: String] {
      let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
      var sources: [String: String] = [:]
      while let file = files?.nextObject() as? URL {
        guard file.lastPathComponent.hasSuffix("Tests.swift") else { continue }
        sources[file.path] = try String(contentsOf: file, encoding: .utf8)
      }
      return sources
    }

    @Test("Every promise has its row, and every test that stands there runs and can fail")
    func complete() throws {
      let table = try String(contentsOf: Self.tests.appending(path: "Invariants.md"), encoding: .utf8)
      for number in 1...18 { #expect(table.contains("\n| \(number) | "), "\(number)") }
      let sources = try Self.sources()
      for (suite, function) in try Self.named() where suite != "InvariantTableTests" {
        // A suite may stand in another one's file, and another target may have one of the same name.
        let files = sources.values.filter { $0.contains("struct \(suite)") }.map { TestSource($0) }
        let flaws = files.map { file -> String? in
          guard let function else { return file.flaw(in: suite) }
          return file.flaw(in: suite, function)
        }
        #expect(flaws.contains(nil), "\(suite).\(function ?? ""): \(flaws)")
      }
    }

    @Test(
      "A function that is empty, a comment, switched off, no test or without an expectation holds no promise",
      arguments: [
        "", "@Test func held() {}", "// @Test func held() { #expect(a) }\n", "/* @Test */ func held() { #expect(a) }",
        "func held() { #expect(a) }", "@Test func held() { /* #expect(a) */ }",
        "@Test func held() { // #expect(a)\n }", "@Test func held() { print(\"#expect(a)\") }",
        "@Test(.disabled()) func held() { #expect(a) }", "@Test func other() { #expect(a) } func held() { #expect(a) }",
        "@Test func held() {} @Test func other() { #expect(a) }", "} struct B { @Test func held() { #expect(a) }",
        "let text = \"@Test func held() { #expect(a) }\"", "let text = #\"\"@Test func held() { #expect(a) }\"#",
      ])
    func hollow(body: String) {
      #expect(TestSource("@Suite struct ATests { \(body) }").flaw(in: "ATests", "held") != nil)
    }

    @Test(
      "Braces and quotes in strings and comments hide no test",
      arguments: [
        "@Test func held() { #expect(a) }", "@Test(arguments: [1]) func held(a: Int) throws { try #require(a) }",
        "@Test(\"} a {\") func held() async { if a { Issue.record(\"{ \\(b(\"}\")) \") } }",
        "@Test func held() { let b = \"\"\"\n \" } \n\"\"\"; #expect(a == b) }",
        "@Test func held() { // it's \" and }\n #expect(a) }",
        "/* } \" */ @Test func held() { let b = #\"\\\"#; #expect(a == b) }",
      ])
    func sound(body: String) {
      let source = TestSource("@Suite(.serialized) struct ATests { \(body) }")
      #expect(source.flaw(in: "ATests", "held") == nil && source.flaw(in: "ATests") == nil)
    }

    /// Stores are told in the last column.
    @Test("A test runs on the stores that its row says", arguments: ["all", "durable", "memory", "none"])
    func stores(word: String) throws {
      let table = try String(contentsOf: Self.tests.appending(path: "Invariants.md"), encoding: .utf8)
      let sources = try Self.sources()
      var count = 0
      for row in table.split(separator: "\n") where row.hasSuffix("| \(word) |") {
        for match in row.matches(of: /`(\w+Tests)\.(\w+)`/) {
          let (suite, function) = (String(match.output.1), String(match.output.2))
          // These are a store's own, and stand together.
          guard !suite.hasSuffix("TrustStoreTests"), suite != "PostgresStopTests" else { continue }
          // These suites stand in files of their names.
          let bodies = sources.filter { $0.key.hasSuffix("/\(suite).swift") }.values
          let heads = bodies.compactMap { body -> Substring? in
            guard let place = body.range(of: "func \(function)(") else { return nil }
            let before = body[..<place.lowerBound]
            return before.range(of: "@Test", options: .backwards).map { before[$0.lowerBound...] }
          }
          let told = heads.map { head in
            head.contains("StoreKind.allCases") ? "all" : head.contains("StoreKind.durable") ? "durable" : "none"
          }
          #expect(told.contains(word == "memory" ? "none" : word), "\(suite).\(function)")
          count += 1
        }
      }
      #expect(count > 0)
    }
  }
#endif
