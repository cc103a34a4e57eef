#if Audit
  import SourceAudit
  import Testing

  /// A look at the device is a control when it runs and what it sees makes a difference.
  @Suite struct DeviceProbeTests {
    struct Sample: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let start: String
      let look: String
      init(_ title: String, start: String, _ look: String) {
        (testDescription, self.start, self.look) = (title, start, look)
      }
    }

    private static func rules(_ files: [String: String]) -> [String] {
      Audit().run(
        SourceTree(files: files.map { SourceText(path: $0.key, text: $0.value) }), policy: RuleExamplesTests.policy
      ).controls.map(\.rule).filter { $0.hasSuffix("-detection") }
    }

    private static func app(_ sample: Sample) -> [String: String] {
      [
        "App.swift": "@main struct Sleep: App { init() { start() } }\nfunc start() { \(sample.start) }\n",
        "Look.swift": sample.look + "\n",
      ]
    }

    private static let sees = "FileManager.default.fileExists(atPath: \"/Applications/Cydia.app\")"
    private static let isOpen = "func isOpen() -> Bool { \(sees) }"

    static let credited = [
      Sample(
        "asked at the start, by a list", start: "if isOpen() { exit(0) }",
        """
        private let paths = ["/Applications/Cydia.app"]
        func isOpen() -> Bool { paths.contains { FileManager.default.fileExists(atPath: $0) } }
        """),
      Sample("it acts by itself", start: "look()", "func look() { if \(sees) { exit(0) } }"),
      Sample(
        "it acts, and gives a constant", start: "_ = look()",
        "func look() -> Bool { if \(sees) { exit(0) }; return true }"),
      Sample(
        "handed over by name", start: "DispatchQueue.main.async(execute: look)",
        "func look() { report(\(sees)) }"),
      Sample("handed to somebody", start: "report(isOpen())", isOpen),
      Sample("asked by one of two", start: "_ = isOpen(); if isOpen() { exit(0) }", isOpen),
      Sample(
        "read as a property", start: "if Look.isOpen { exit(0) }",
        "enum Look { static var isOpen: Bool { let found = \(sees); return found } }"),
      Sample(
        "behind a protocol",
        start: "let all: [any Check] = [Jail()]\nif all.contains(where: { $0.isOpen() }) { exit(0) }",
        "protocol Check { func isOpen() -> Bool }\nstruct Jail: Check { \(isOpen) }"),
      Sample(
        "through functions of its own", start: "guard isWhole() else { exit(0) }",
        "func isWhole() -> Bool { !holds(\"/Applications/Cydia.app\") }\nfunc holds(_ p: String) -> Bool { access(p, F_OK) == 0 }"
      ),
      Sample(
        "an answer to the system", start: "",
        """
        final class Gate: NSObject, UIApplicationDelegate {
          func applicationDidBecomeActive(_ application: UIApplication) { if isOpen() { exit(0) } }
          private \(isOpen)
        }
        """),
    ]

    @Test("A look that runs and is heeded is credited", arguments: credited)
    func atWork(sample: Sample) { #expect(Self.rules(Self.app(sample)).contains("jailbreak-detection")) }

    static let refused = [
      Sample("never called", start: "", isOpen),
      Sample("called by what is never called", start: "", "\(isOpen)\nfunc other() { if isOpen() { exit(0) } }"),
      Sample(
        "called by itself", start: "", "func isOpen() -> Bool { if \(sees) { return true }; return isOpen() }"),
      Sample("thrown away", start: "if isOpen() { exit(0) }", "func isOpen() -> Bool { _ = \(sees); return false }"),
      Sample(
        "bound and not read", start: "if isOpen() { exit(0) }",
        "func isOpen() -> Bool { let found = \(sees); return ask() }"),
      Sample(
        "one constant, whatever it sees", start: "if isOpen() { exit(0) }",
        "func isOpen() -> Bool { if \(sees) { print(\"seen\"); return false }\n return !true }"),
      Sample(
        "a condition that never holds", start: "if isOpen() { exit(0) }", "func isOpen() -> Bool { \(sees) && false }"),
      Sample("a line in a log", start: "look()", "func look() { print(\(sees)); if \(sees) { NSLog(\"seen\") } }"),
      Sample("nothing but a line in a log", start: "look()", "func look() { if \(sees) { print(\"seen\") } }"),
      Sample("asked by nobody", start: "isOpen()", isOpen),
      Sample("thrown away by who asks", start: "_ = isOpen()", isOpen),
      Sample("kept and not read by who asks", start: "let found = isOpen(); show()", isOpen),
      Sample("written down by who asks", start: "if isOpen() { print(\"open\") }", isOpen),
      Sample(
        "a property that is read for nothing", start: "_ = Look.isOpen",
        "enum Look { static var isOpen: Bool { \(sees) } }"),
      Sample(
        "in debug builds only", start: "look()", "#if DEBUG\nfunc look() { if \(sees) { exit(0) } }\n#endif"),
      Sample(
        "asked in debug builds only", start: "show()\n#if DEBUG\nif isOpen() { exit(0) }\n#endif\n", isOpen),
      Sample(
        "a list for nothing", start: "if isOpen() { exit(0) }",
        """
        let paths = ["/Applications/Cydia.app"]
        func isOpen() -> Bool { FileManager.default.fileExists(atPath: own) }
        """),
    ]

    @Test("A look that never runs, or that changes nothing, is not", arguments: refused)
    func inVain(sample: Sample) { #expect(!Self.rules(Self.app(sample)).contains("jailbreak-detection")) }

    @Test("In a part of an app everything but what is private may be called by the rest")
    func parts() {
      #expect(Self.rules(["Look.swift": Self.isOpen]) == ["jailbreak-detection"])
      #expect(Self.rules(["Look.swift": "private \(Self.isOpen)"]) == [])
      #expect(Self.rules(["Look.swift": "private \(Self.isOpen)\nfunc f() { if isOpen() { exit(0) } }"]).count == 1)
    }

    @Test("Of a name that is mentioned more often than anybody looks, some mention may run")
    func crowds() {
      for (count, isCredited) in [(10, false), (500, true)] {
        let mentions = String(repeating: "a(b.isOpen)\n", count: count)
        let look = "\(Self.isOpen)\nprivate func other() { \(mentions) }"
        #expect(Self.rules(Self.app(Sample("a name of many", start: "", look))).isEmpty == !isCredited)
      }
    }

    @Test("What a package gives to others may be called by them")
    func packages() {
      let app = "@main struct Sleep: App { }\n"
      let files = ["Package.swift": "let package = Package(name: \"A\")\n", "Sources/App/App.swift": app]
      for (word, count) in [("public ", 1), ("", 0)] {
        let all = files.merging(["Sources/A/Look.swift": word + Self.isOpen]) { $1 }
        #expect(Self.rules(all).count == count)
        #expect(Self.rules(all.filter { $0.key != "Package.swift" }) == [])
      }
    }

    @Test("On Android it is the same for signs of root and of an emulator")
    func android() {
      func rules(_ start: String, _ look: String) -> [String] {
        Self.rules([
          "Main.kt": "class Main : AppCompatActivity() { override fun onCreate(s: Bundle?) { \(start) } }\n",
          "Look.kt": look + "\n",
        ])
      }
      let root =
        "object Look { private val paths = listOf(\"/sbin/su\")\n fun isOpen() = paths.any { File(it).exists() } }"
      #expect(rules("if (Look.isOpen()) finish()", root) == ["root-detection"])
      #expect(rules("", root) == [])
      #expect(rules("Look.isOpen()", root) == [])
      #expect(rules("if (Look.isOpen()) Log.w(\"app\", \"root\")", root) == [])
      #expect(
        rules(
          "if (isOpen()) finish()", "fun isOpen(): Boolean { File(\"/sbin/su\").exists(); return false }") == [])
      #expect(
        rules(
          "if (isOpen()) finish()",
          "fun isOpen() = try { Runtime.getRuntime().exec(\"su\"); true } catch (e: IOException) { false }")
          == ["root-detection"])
      let emulator = "fun isPlayed() = Build.HARDWARE == \"goldfish\""
      #expect(rules("if (isPlayed()) finish()", emulator) == ["emulator-detection"])
      #expect(rules("", emulator) == [])
    }
  }
#endif
