#if Audit
  import Crypto
  import Foundation
  import SecurityPolicy
  import SourceAudit
  import Testing

  /// A run asks the rules about what has changed, and about what looked there.
  @Suite struct TreeFactsTests {
    private static let policy = RuleExamplesTests.policy

    static func withCache(_ body: (_ cache: AuditCache, _ folder: String) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("facts-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try body(try #require(AuditCache(folder: folder)), folder)
    }

    private static func tree(_ files: [String: String]) -> SourceTree {
      SourceTree(files: files.map { SourceText(path: $0.key, text: $0.value) })
    }

    static func run(_ files: [String: String], _ cache: AuditCache? = nil) -> AuditReport {
      Audit().run(tree(files), policy: policy, cache: cache)
    }

    /// An app of two files, another one beside it, and what the first one becomes.
    struct Change: Sendable, CustomTestStringConvertible {
      let title: String
      let before: [String: String]
      let path: String
      let after: String
      var testDescription: String { title }

      init(_ title: String, _ before: [String: String], _ path: String, _ after: String) {
        (self.title, self.before, self.path, self.after) = (title, before, path, after)
      }
    }

    private static let keep = "func keep(_ v: String) { UserDefaults.standard.set(v, forKey: Keys.first) }\n"
    private static let row = """
      fun f(db: SQLiteDatabase, password: String) {
        val row = ContentValues()
        row.put("password", password)
        db.insert("users", null, row)
      }
      """
    private static let chain = "SecTrustCopyCertificateChain"
    private static let isValid = "SecTrustEvaluateWithError(t, nil)"
    static let changes: [Change] = [
      Change(
        "the text of a constant", ["A.swift": keep, "B.swift": "enum Keys { static let first = \"theme\" }\n"],
        "B.swift",
        "enum Keys { static let first = \"access_token\" }\n"),
      Change(
        "a constant that was not there", ["A.swift": keep, "B.swift": "enum Keys { }\n"], "B.swift",
        "enum Keys { static let first = \"access_token\" }\n"),
      Change(
        "a type that was not there", ["A.swift": keep, "B.swift": "let a = 1\n"], "B.swift",
        "enum Keys { static let first = \"access_token\" }\n"),
      Change(
        "a constant that is gone", ["A.swift": keep, "B.swift": "enum Keys { static let first = \"access_token\" }\n"],
        "B.swift", "enum Keys { }\n"),
      Change(
        "the body of a helper",
        ["A.swift": "func f(_ password: String) { note(password) }\n", "B.swift": "func note(_ t: String) { }\n"],
        "B.swift",
        "func note(_ t: String) { print(t) }\n"),
      Change(
        "the caller of a helper",
        ["A.swift": "func note(_ t: String) { print(t) }\n", "B.swift": "func f(_ a: String) { note(\"a\") }\n"],
        "B.swift",
        "func f(_ password: String) { note(password) }\n"),
      Change(
        "a caller that was not there",
        ["A.swift": "func note(_ t: String) { print(t) }\n", "B.swift": "func f(_ password: String) { }\n"], "B.swift",
        "func f(_ password: String) { note(password) }\n"),
      Change(
        "an alias of a type",
        [
          "A.swift": "func f(_ token: String) { Box.standard.set(token, forKey: \"k\") }\n",
          "B.swift": "typealias Box = Cupboard\n",
        ], "B.swift", "typealias Box = UserDefaults\n"),
      Change(
        "what a type inherits from",
        [
          "A.swift":
            "class Gate: Guard {\n  func urlSession(_ s: URLSession, didReceive c: URLAuthenticationChallenge, completionHandler h: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) { answer(c, h) }\n}\n",
          "B.swift":
            "class Guard {\n  func answer(_ c: URLAuthenticationChallenge, _ h: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) { h(.performDefaultHandling, nil) }\n}\n",
        ], "B.swift",
        "class Guard {\n  func answer(_ c: URLAuthenticationChallenge, _ h: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) { h(.useCredential, URLCredential(trust: c.protectionSpace.serverTrust!)) }\n}\n"
      ),
      Change(
        "a property's type",
        [
          "A.swift": "func f(_ s: Store, _ token: String) { s.box.set(token, forKey: \"k\") }\n",
          "B.swift": "struct Store { let box: Cupboard }\n",
        ], "B.swift", "struct Store { let box: UserDefaults }\n"),
      Change(
        "a test that stands beside helpers",
        [
          "AppTests/A.swift": "func f(_ token: String) { UserDefaults.standard.set(token, forKey: \"k\") }\n",
          "AppTests/B.swift": "let a = 1\n",
        ], "AppTests/B.swift", "import XCTest\nlet a = 1\n"),
      Change(
        "through two files",
        [
          "A.swift": "func f(_ password: String) { one(password) }\n", "B.swift": "func one(_ t: String) { two(t) }\n",
          "C.swift": "func two(_ t: String) { }\n",
        ], "C.swift", "func two(_ t: String) { print(t) }\n"),
      Change(
        "who uses what a property gives",
        [
          "A.swift": "extension SecTrust { var all: [Certificate] { \(chain)(self) as? [Certificate] ?? [] } }\n",
          "B.swift": "let b = 1\n",
        ], "B.swift",
        "func f(_ t: SecTrust) -> Bool { \(isValid) && pins.contains(SecCertificateCopyData(t.all[0]) as Data) }\n"),
      Change(
        "what a conforming type does",
        [
          "A.swift": """
          protocol Check { func ok(_ t: SecTrust) -> Bool }
          func f(_ c: any Check, _ t: SecTrust) -> URLCredential? { c.ok(t) ? URLCredential(trust: t) : nil }
          """,
          "B.swift": "struct S: Check { func ok(_ t: SecTrust) -> Bool { true } }\n",
        ], "B.swift", "struct S: Check { func ok(_ t: SecTrust) -> Bool { \(isValid) } }\n"),
      Change(
        "Kotlin, a folder that another file names",
        [
          "A.kt": "fun keep(c: Context, t: String) { File(place(c), \"n\").writeText(t) }\n",
          "B.kt": "fun place(c: Context): File = c.filesDir\n",
        ], "B.kt", "fun place(c: Context): File? = c.getExternalFilesDir(null)\n"),
      Change(
        "Kotlin, a constant",
        [
          "A.kt":
            "fun f(c: Context, v: String) { c.getSharedPreferences(\"p\", 0).edit().putString(K.NAME, v).apply() }\n",
          "B.kt": "object K { const val NAME = \"theme\" }\n",
        ], "B.kt", "object K { const val NAME = \"auth_token\" }\n"),
      Change(
        "Kotlin, an import", ["A.kt": row, "B.kt": "val a = 1\n"], "B.kt",
        "import net.zetetic.database.sqlcipher.SQLiteDatabase\nval a = 1\n"),
      Change(
        "a constant of a manifest of Tuist",
        [
          "Project.swift":
            "import ProjectDescription\nlet t = Target(name: \"A\", entitlements: [\"get-task-allow\": .boolean(Flags.a)])\n",
          "Tuist/ProjectDescriptionHelpers/Flags.swift": "enum Flags { static let a = false }\n",
        ], "Tuist/ProjectDescriptionHelpers/Flags.swift", "enum Flags { static let a = true }\n"),
      Change(
        "a file that becomes a manifest of Tuist",
        ["Project.swift": "let t = Target(name: \"A\", entitlements: [\"get-task-allow\": true])\n"], "Project.swift",
        "import ProjectDescription\nlet t = Target(name: \"A\", entitlements: [\"get-task-allow\": true])\n"),
      Change(
        "a manifest",
        [
          "A.kt": "class A : Activity() { }\n",
          "AndroidManifest.xml":
            "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\"><application android:allowBackup=\"false\" /></manifest>\n",
        ], "AndroidManifest.xml",
        "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\"><application android:debuggable=\"true\" /></manifest>\n"
      ),
    ]

    @Test("What changes in one file is heard in the files that look there, and back again", arguments: changes + uses)
    func heard(change: Change) throws { try Self.hear(change) }

    /// With a cache, forth, back and forth, the same reports as without, which are two.
    static func hear(_ change: Change) throws {
      var after = change.before
      after[change.path] = change.after
      let (first, second) = (run(change.before), run(after))
      #expect(first != second)
      try withCache { cache, _ in
        #expect(run(change.before, cache) == first)
        #expect(run(after, cache) == second)
      }
      try withCache { cache, folder in
        #expect(run(after, cache) == second)
        #expect(run(change.before, cache) == first)
        // Not out of the report that was kept.
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".report") {
          try FileManager.default.removeItem(atPath: folder + "/" + name)
        }
        #expect(run(after, cache) == second)
      }
    }

    /// Writes other facts into the entry, with the digest that belongs to them.
    private func rewriteFacts(_ folder: String, _ old: String, _ new: String) throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".facts") }
      let path = folder + "/" + (try #require(names.first))
      #expect(names.count == 1 && old.utf8.count == new.utf8.count)
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path)).dropLast(SHA256.byteCount)
      let place = try #require(bytes.firstRange(of: Data(old.utf8)))
      bytes.replaceSubrange(place, with: Data(new.utf8))
      try (bytes + Data(SHA256.hash(data: bytes))).write(to: URL(fileURLWithPath: path))
    }

    @Test("A file that nothing changed for is not asked about again; one that looks into the changed file is")
    func reused() throws {
      let files = [
        "A.swift": "func f(_ password: String) { note(password) }\n",
        "B.swift": "func note(_ t: String) { print(t) }\n",
        "C.swift": "let a = 1\n",
      ]
      try Self.withCache { cache, folder in
        let plain = Self.run(files, cache)
        let message = try #require(plain.findings.first?.message)
        let other = String(message.reversed())
        try rewriteFacts(folder, message, other)
        var calm = files
        calm["C.swift"] = "let a = 2\nfunc unheardOf() { }\n"
        #expect(Self.run(calm, cache).findings.map(\.message) == [other])
        // The run before kept what it took over.
        var changed = calm
        changed["B.swift"] = "func note(_ t: String) { print(t) }\n// a remark\n"
        #expect(Self.run(changed, cache).findings.map(\.message) == [message])
      }
    }

    @Test("A file of Kotlin that nothing changed for is not asked about again, whatever it imports and inserts")
    func reusedInKotlin() throws {
      let files = ["A.kt": Self.row, "B.kt": "import org.example.a.b\nval a = 1\n"]
      try Self.withCache { cache, folder in
        let message = try #require(Self.run(files, cache).findings.first?.message)
        let other = String(message.reversed())
        try rewriteFacts(folder, message, other)
        var changed = files
        changed["B.kt", default: ""] += "// a remark\n"
        #expect(Self.run(changed, cache).findings.map(\.message) == [other])
      }
    }

    @Test("After any edit, and again after the next, a run with a cache reports what one without reports")
    func edits() throws {
      var files: [String: String] = [:]
      let samples = AndroidSamplesTests.flawed.filter { $0.files.count > 1 }.prefix(8).flatMap(\.files)
      for (row, file) in samples.enumerated() { files["\(row % 3)/\(row)-\(file.path)"] = file.text }
      for (row, change) in Self.changes.enumerated() {
        for (path, text) in change.before where path.hasSuffix(".swift") { files["S/\(row % 2)/\(row)\(path)"] = text }
      }
      let paths = files.keys.sorted()
      var state: UInt64 = 0x9E37_79B9_7F4A_7C15
      func next(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
      }
      try Self.withCache { cache, _ in
        _ = Self.run(files, cache)
        for _ in 0..<25 {
          let path = paths[next(paths.count)]
          let ending = path.split(separator: ".").last.map(String.init) ?? ""
          let others = paths.filter { $0.hasSuffix("." + ending) }
          var lines = (files[path] ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
          switch next(4) {
          case 0: lines.remove(at: next(lines.count))
          case 1: lines = (files[others[next(others.count)]] ?? "").split(separator: "\n").map(String.init)
          case 2:
            let source = Self.changes[next(Self.changes.count)]
            lines = source.path.hasSuffix("." + ending) ? [source.after] : ["// nothing"]
          default:
            lines += (files[others[next(others.count)]] ?? "").split(separator: "\n").suffix(3).map(String.init)
          }
          files[path] = lines.joined(separator: "\n")
          #expect(Self.run(files, cache) == Self.run(files), "after an edit of \(path)")
        }
      }
    }

    @Test("Bytes that are no facts give none, and none for another name")
    func damaged() throws {
      let facts = TreeFacts([
        TreeFacts.File(
          key: [UInt8](repeating: 7, count: 32), role: "app", names: [1, 5], units: [0], isOfEverything: false,
          record: Array("{}".utf8))
      ])
      let bytes = facts.bytes(for: "a.facts")
      func read(_ bytes: [UInt8], _ name: String = "a.facts") -> TreeFacts? {
        bytes.withUnsafeBytes { TreeFacts($0, for: name) }
      }
      #expect(read(bytes)?.bytes(for: "a.facts") == bytes)
      #expect(read(bytes, "b.facts") == nil)
      for count in bytes.indices { #expect(read(Array(bytes[..<count])) == nil, "\(count)") }
      #expect(read(bytes + [0]) == nil)
      // Unsorted, they could not be searched.
      let unsorted = TreeFacts([
        TreeFacts.File(
          key: [UInt8](repeating: 7, count: 32), role: "app", names: [5, 1], units: [], isOfEverything: false,
          record: [])
      ])
      #expect(read(unsorted.bytes(for: "a.facts")) == nil)
      let file = try #require(facts.files.first)
      #expect(file.rests(on: [0: .anything], []) && !file.rests(on: [3: .anything], [4]))
      #expect(file.rests(on: [0: .under([5, 6, 7])], []) && !file.rests(on: [0: .under([4]), 3: .under([5])], []))
      #expect(file.rests(on: [:], [5]) && file.rests(on: [:], [2, 3, 4, 5]) && !file.rests(on: [:], [0, 2, 6]))
    }
  }
#endif
