#if Audit && Records
  import Foundation
  import Testing

  /// `mantlet adopt`, `mantlet audit custom` and `mantlet audit backup` from the outside.
  @Suite struct AdoptFlowTests {
    private func write(_ text: String, _ path: String) throws {
      let file = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    @Test("A policy is adopted that the other commands take, whatever the sources say, and no file is replaced")
    func adopt() async throws {
      let folder = try TemporaryFolder()
      let app = folder.path + "/日本"
      try write(
        "let a = Insecure.MD5.hash(data: a)\nlet b = \"https://api.sleep.de\"\n", app + "/A\u{1B}]0;x\u{7}.swift")
      try write(
        "PRODUCT_BUNDLE_IDENTIFIER = a \" }, // b\nDEVELOPMENT_TEAM = no team\nIPHONEOS_DEPLOYMENT_TARGET = 9999999999999",
        app + "/Release.xcconfig")
      let policy = folder.path + "/policy.json"
      let arguments = ["adopt", app, "--output", policy, "--state", folder.path + "/state"]
      let first = try await Program.run(arguments)
      #expect(first.code == 1 && first.output.contains("weak-hash") && first.output.contains("api.sleep.de"))
      #expect(!first.output.unicodeScalars.contains("\u{1B}"))
      #expect(try await Program.run(["policy", "check", policy]).code == 0)
      #expect(try await Program.run(["audit", app, "--policy", policy, "--format", "lines"]).code == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: app).count == 2)
      #expect(try await Program.run(arguments).code == 64)
      // Nothing is made for a policy that has no place.
      let other = ["adopt", app, "--output", policy, "--state", folder.path + "/other"]
      #expect(try await Program.run(other).code == 64)
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/other"))
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/link", withDestinationPath: folder.path + "/gone")
      #expect(
        try await Program.run([
          "adopt", app, "--output", folder.path + "/link", "--state", folder.path + "/state",
        ]).code == 64)
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/gone"))
    }

    @Test("A file of own rules is checked with its examples, and asked beside the others")
    func custom() async throws {
      let folder = try TemporaryFolder()
      let file = folder.path + "/rules.yml"
      let rules = """
        version: 1
        rules:
          - id: team-print
            title: Nothing is printed
            reason: It stays in the log.
            fix: Use the logger.
            find:
              call: print
            violating:
              - { path: A.swift, lines: [1], source: "print(1)" }
        """
      try write(rules, file)
      #expect(try await Program.run(["audit", "custom", file]).code == 0)
      try write("print(2)\n", folder.path + "/app/A.swift")
      let found = try await Program.run(["audit", folder.path + "/app", "--rules", file, "--format", "lines"])
      #expect(found.code == 1 && found.output.contains("[team-print]"))
      try write(rules.replacing("lines: [1]", with: "lines: [2]"), file)
      #expect(try await Program.run(["audit", "custom", file]).code == 1)
      try write(rules.replacing("call:", with: "cull:"), file)
      #expect(try await Program.run(["audit", "custom", file]).code == 65)
    }

    @Test("A backup's key is named, a cut list and a folder without one are refused")
    func backup() async throws {
      let folder = try TemporaryFolder()
      let manifest = URL(fileURLWithPath: folder.path + "/Manifest.db")
      #expect(try await Program.run(["audit", "backup", folder.path, "--app", "org.example.sleep"]).code == 65)
      let bytes = SmallManifest(domain: "AppDomain-org.example.sleep", path: "Documents/a\u{1B}.p12").bytes
      try Data(bytes).write(to: manifest)
      let found = try await Program.run(["audit", "backup", folder.path, "--app", "org.example.sleep"])
      #expect(found.code == 1 && found.output.contains("Documents/a?.p12") && found.output.contains("key-in-backup"))
      #expect(try await Program.run(["audit", "backup", folder.path, "--app", "org.other"]).code == 2)
      try Data(bytes.dropLast(512)).write(to: manifest)
      #expect(try await Program.run(["audit", "backup", folder.path, "--app", "org.example.sleep"]).code == 65)
    }
  }

  /// A database of two pages and one row, in the layout of a backup's list.
  /// Source: https://sqlite.org/fileformat2.html, sections 1.3, 1.6 and 2.1.
  private struct SmallManifest {
    let bytes: [UInt8]

    init(domain: String, path: String) {
      let table = "CREATE TABLE Files (fileID TEXT, domain TEXT, relativePath TEXT, flags INTEGER, file BLOB)"
      let schema = Self.record([.text("table"), .text("Files"), .text("Files"), .number(2), .text(table)])
      let row = Self.record([
        .text(String(repeating: "0", count: 40)), .text(domain), .text(path), .number(1), .none,
      ])
      var head = Array("SQLite format 3\0".utf8) + [2, 0, 1, 1, 0, 64, 32, 32]
      for number in [1, 2, 0, 0, 1, 4, 0, 0, 1, 0, 0, 0] { head += [0, 0, 0, UInt8(number)] }
      head += [UInt8](repeating: 0, count: 20) + [0, 0, 0, 1, 0, 46, 99, 0]
      bytes = Self.page(schema, behind: head) + Self.page(row, behind: [])
    }

    private enum Value {
      case text(String)
      case number(UInt8)
      case none
    }

    private static func varint(_ number: Int) -> [UInt8] {
      number < 128 ? [UInt8(number)] : [UInt8(number >> 7 | 128), UInt8(number & 127)]
    }

    private static func record(_ values: [Value]) -> [UInt8] {
      var types: [UInt8] = []
      var content: [UInt8] = []
      for value in values {
        switch value {
        case .text(let text):
          types += varint(13 + 2 * text.utf8.count)
          content += Array(text.utf8)
        case .number(let number):
          types += [1]
          content += [number]
        case .none: types += [0]
        }
      }
      return [UInt8(types.count + 1)] + types + content
    }

    /// A leaf with one row.
    private static func page(_ record: [UInt8], behind head: [UInt8]) -> [UInt8] {
      let cell = varint(record.count) + [1] + record
      let start = 512 - cell.count
      let place = [UInt8(start >> 8), UInt8(start & 255)]
      let front = head + [13, 0, 0, 0, 1] + place + [0] + place
      return front + [UInt8](repeating: 0, count: start - front.count) + cell
    }
  }
#endif
