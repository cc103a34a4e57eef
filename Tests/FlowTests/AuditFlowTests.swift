#if Audit
  import Crypto
  import Foundation
  import Testing
  import UntrustedInput

  /// The command `mantlet audit` from the outside.
  @Suite struct AuditFlowTests {
    private func write(_ text: String, _ path: String) throws {
      let file = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    private let flaw = "let a = Insecure.MD5.hash(data: a)\n"

    @Test("The exit code tells clean, findings, not everything judged, usage and unreadable apart")
    func codes() async throws {
      let folder = try TemporaryFolder()
      let app = folder.path + "/app"
      try write("let a = 1\n", app + "/A.swift")
      #expect(try await Program.run(["audit", app]).code == 0)
      try write("<plist><dict><key>a</key></dict></plist>", app + "/Info.plist")
      #expect(try await Program.run(["audit", app]).code == 2)
      try write(flaw, app + "/A.swift")
      #expect(try await Program.run(["audit", app]).code == 1)
      #expect(try await Program.run(["audit", app, "--fail-on", "error"]).code == 2)
      #expect(try await Program.run(["audit", app, "--diff", "a", "--changed"]).code == 64)
      #expect(try await Program.run(["audit", app, "--diff=-x"]).code == 64)
      #expect(try await Program.run(["audit", app, "--baseline", folder.path + "/none"]).code == 65)
      #expect(try await Program.run(["audit", app, "--diff", "no-such-revision"]).code == 65)
      #expect(try await Program.run(["audit", "explain", "weak-hush"]).errors.contains("weak-hash"))
      #expect(try await Program.run(["audit", "rules", "--json"]).code == 0)
    }

    @Test("The help names every exit code that the audit ends with, and a missing folder is called missing")
    func namedCodes() async throws {
      let help = try await Program.run(["audit", "scan", "--help"]).output
      let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      for part in ["0 no finding", "1 findings", "2 not everything", "64 the command", "65 PATH", "70 the report"] {
        #expect(words.contains(part))
      }
      let missing = try await Program.run(["audit", try TemporaryFolder().path + "/none"])
      #expect(missing.code == 65 && missing.errors.contains("the project folder does not exist"))
    }

    @Test("A baseline that was written makes the next run clean, and the HTML's content policy names its script")
    func baselineAndPage() async throws {
      let folder = try TemporaryFolder()
      try write(flaw, folder.path + "/app/A.swift")
      let baseline = folder.path + "/baseline.json"
      let page = folder.path + "/report.html"
      let first = try await Program.run([
        "audit", folder.path + "/app", "--write-baseline", baseline, "--format", "html", "--output", page,
      ])
      #expect(first.code == 1 && first.output.isEmpty)
      #expect(try await Program.run(["audit", folder.path + "/app", "--baseline", baseline]).code == 0)
      let html = try String(contentsOfFile: page, encoding: .utf8)
      let start = try #require(html.range(of: "<script>")).upperBound
      let script = html[start..<(try #require(html.range(of: "</script>")).lowerBound)]
      let digest = Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString()
      #expect(html.contains("script-src 'sha256-\(digest)'"))
    }

    @Test("`fix` shows a difference, writes only when told, and leaves a clean project")
    func fix() async throws {
      let folder = try TemporaryFolder()
      let file = folder.path + "/app/A.swift"
      try write(flaw, file)
      let shown = try await Program.run(["audit", "fix", folder.path + "/app"])
      #expect(shown.code == 0 && shown.output.contains("+let a = SHA256.hash(data: a)"))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == flaw)
      #expect(try await Program.run(["audit", "fix", folder.path + "/app", "--apply"]).code == 0)
      #expect(try await Program.run(["audit", folder.path + "/app"]).code == 0)
    }

    @Test("`fix` asks the team's own rules, and says with its exit code when a file was not judged")
    func fixAndRules() async throws {
      let folder = try TemporaryFolder()
      try write("let a = 1\n", folder.path + "/app/A.swift")
      let broken = folder.path + "/rules.yml"
      try write("rules: 1\n", broken)
      #expect(try await Program.run(["audit", "fix", folder.path + "/app"]).code == 0)
      #expect(try await Program.run(["audit", "fix", folder.path + "/app", "--rules", broken]).code == 65)
      try write("<plist><dict><key>a</key></dict></plist>", folder.path + "/app/Info.plist")
      let unread = try await Program.run(["audit", "fix", folder.path + "/app"])
      #expect(unread.code == 2 && unread.errors.contains("not judged: Info.plist"))
    }

    @Test("A check that was taken away counts although the line of the flaw did not change")
    func removedCheck() async throws {
      let folder = try TemporaryFolder()
      let app = folder.path + "/app"
      let check = "  guard url.host == \"invite\" else { return false }\n"
      let parts = [
        "func application(_ a: UIApplication, open url: URL, options: [Key: Any] = [:]) -> Bool {\n", check,
        "  redeem(url.lastPathComponent)\n  return true\n}\n",
      ]
      try write(parts.joined(), app + "/A.swift")
      for arguments in [
        ["init", "-q"], ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "a"],
      ] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "-C", app] + arguments
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
      }
      #expect(try await Program.run(["audit", app, "--changed"]).code == 0)
      try write(parts[0] + parts[2], app + "/A.swift")
      #expect(try await Program.run(["audit", app, "--changed"]).code == 1)
    }

    @Test(
      "A working copy of somebody else is compared like the user's own",
      .enabled(if: geteuid() == 0, "needs root to give files away"))
    func foreignCopy() async throws {
      let folder = try TemporaryFolder()
      let app = folder.path + "/app"
      try write(flaw, app + "/Sources/A.swift")
      for arguments in [
        ["init", "-q"], ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "a"],
      ] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "-C", app] + arguments
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
      }
      for place in [app, app + "/.git"] {
        try FileManager.default.setAttributes([.ownerAccountID: 12_345], ofItemAtPath: place)
      }
      #expect(try await Program.run(["audit", app, "--changed"]).code == 0)
      #expect(try await Program.run(["audit", app + "/Sources", "--changed"]).code == 0)
      try write("// two\n" + flaw + "let b = Insecure.SHA1.hash(data: a)\n", app + "/Sources/A.swift")
      #expect(try await Program.run(["audit", app + "/Sources", "--changed"]).code == 1)
    }

    @Test("Only changed lines count, and nothing that the repository configures is run")
    func diff() async throws {
      let folder = try TemporaryFolder()
      let app = folder.path + "/app"
      let mark = folder.path + "/ran"
      try write("// one\n" + flaw, app + "/Sources/A.swift")
      try write("*.swift filter=evil diff=evil\n", app + "/.gitattributes")
      let git = { (arguments: [String]) throws in
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
          ["git", "-C", app, "-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "commit.gpgsign=false"]
          + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "git \(arguments)")
      }
      try git(["init", "-q"])
      try git(["add", "."])
      try git(["commit", "-q", "-m", "one"])
      for (name, value) in [
        ("filter.evil.clean", "touch \(mark)"), ("filter.evil.smudge", "touch \(mark)"),
        ("diff.evil.textconv", "touch \(mark)"), ("diff.external", "touch \(mark)"),
        ("core.fsmonitor", "touch \(mark)"), ("core.pager", "touch \(mark)"), ("pager.ls-tree", "touch \(mark)"),
      ] { try git(["config", name, value]) }
      #expect(try await Program.run(["audit", app, "--changed"]).code == 0)
      try write("// two\n" + flaw, app + "/Sources/A.swift")
      #expect(try await Program.run(["audit", app, "--changed"]).code == 0)
      try write("// two\n" + flaw + "let b = Insecure.SHA1.hash(data: a)\n", app + "/Sources/A.swift")
      let changed = try await Program.run(["audit", app + "/Sources", "--diff", "HEAD", "--format", "lines"])
      #expect(changed.code == 1)
      try write(flaw, app + "/B.swift")
      #expect(try await Program.run(["audit", app, "--changed"]).code == 1)
      #expect(try await Program.run(["audit", app, "--diff", "nowhere"]).code == 65)
      #expect(!FileManager.default.fileExists(atPath: mark))
    }
  }
#endif
