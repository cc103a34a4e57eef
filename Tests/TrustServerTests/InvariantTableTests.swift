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

    @Test("Every promise has its row, and every test that stands there exists")
    func complete() throws {
      let table = try String(contentsOf: Self.tests.appending(path: "Invariants.md"), encoding: .utf8)
      for number in 1...18 { #expect(table.contains("\n| \(number) | "), "\(number)") }
      let sources = try Self.sources()
      for (suite, function) in try Self.named() where suite != "InvariantTableTests" {
        // A suite may stand in another one's file, and another target may have one of the same name.
        let bodies = sources.values.compactMap { source in
          source.components(separatedBy: "struct \(suite)").dropFirst().first
        }
        #expect(!bodies.isEmpty, "\(suite) is nowhere")
        guard let function else { continue }
        #expect(bodies.contains { $0.contains("func \(function)(") }, "\(suite).\(function) is not there")
      }
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
