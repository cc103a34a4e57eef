#if Audit
  import Crypto
  import Foundation
  import Testing

  /// Repositories and files that are made to let `mantlet audit` run something, or to stop it half-way.
  @Suite struct AuditHostileTreeTests {
    private let flaw = "let a = Insecure.MD5.hash(data: a)\n"

    private func write(_ data: Data, _ path: String) throws {
      let file = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }

    private func succeed(_ command: [String]) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = command
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(command)")
    }

    private func shell(_ script: String) throws { try succeed(["sh", "-c", script]) }

    private func git(_ app: String, _ arguments: [String]) throws {
      try succeed(
        [
          "git", "-C", app, "-c", "user.name=a", "-c", "user.email=a@b.example", "-c", "commit.gpgsign=false", "-c",
          "core.looseCompression=1",
        ] + arguments)
    }

    @Test("`fix` mends the other files when one cannot be written, and says which")
    func fixGoesOn() async throws {
      let folder = try TemporaryFolder()
      let app = folder.path + "/app"
      // What is kept in UTF-16 is read, but no edit of UTF-8 fits it.
      let wide = Data([0xFF, 0xFE]) + (flaw.data(using: .utf16LittleEndian) ?? Data())
      try write(wide, app + "/A.swift")
      try write(Data(flaw.utf8), app + "/B.swift")
      let run = try await Program.run(["audit", "fix", app, "--apply"])
      #expect(run.code == 70)
      #expect(run.errors.contains("not written: A.swift"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: app + "/A.swift")) == wide)
      #expect(try String(contentsOfFile: app + "/B.swift", encoding: .utf8) == "let a = SHA256.hash(data: a)\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: app).sorted() == ["A.swift", "B.swift"])
    }

    /// An app with one commit that holds the flaw, and a file that is not there until something of the tree ran.
    private func committed(in folder: TemporaryFolder) throws -> (app: String, mark: String) {
      let app = folder.path + "/app"
      try write(Data(flaw.utf8), app + "/A.swift")
      try git(app, ["init", "-q"])
      try git(app, ["add", "."])
      try git(app, ["commit", "-q", "-m", "one"])
      return (app, folder.path + "/ran")
    }

    @Test(
      "A folder that the revision lacks is new, also beside a linked working copy, and whatever ids git gives",
      arguments: ["sha1", "sha256"])
    func placesAndIDs(format: String) async throws {
      let folder = try TemporaryFolder()
      let (app, linked) = (folder.path + "/app", folder.path + "/linked")
      try write(Data(flaw.utf8), app + "/:old/A.swift")
      try succeed(["git", "init", "-q", "--object-format", format, app])
      try git(app, ["add", "."])
      try git(app, ["commit", "-q", "-m", "one"])
      try git(app, ["tag", "first"])
      try git(app, ["worktree", "add", "-q", linked])
      for place in [app, linked] {
        // A colon would begin a pathspec of another kind.
        for part in ["", "/:old"] {
          #expect(try await Program.run(["audit", place + part, "--diff", "first"]).code == 0)
        }
        try write(Data(flaw.utf8), place + "/new/A.swift")
        #expect(try await Program.run(["audit", place + "/new", "--diff", "first"]).code == 1)
        #expect(try await Program.run(["audit", place, "--changed"]).code == 1)
      }
    }

    @Test("Hooks, included configuration, alternates and a borrowed folder of git run and read nothing")
    func hooks() async throws {
      let folder = try TemporaryFolder()
      let (app, mark) = try committed(in: folder)
      let script = Data("#!/bin/sh\ntouch \(mark)\n".utf8)
      for hook in ["post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman", "pre-auto-gc"] {
        try write(script, app + "/.git/hooks/" + hook)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: app + "/.git/hooks/" + hook)
      }
      try write(Data("[alias]\n ls-tree = !touch \(mark)\n cat-file = !touch \(mark)\n".utf8), app + "/evil.config")
      for (name, value) in [
        ("include.path", "../evil.config"), ("core.alternateRefsCommand", "touch \(mark)"),
        ("core.sshCommand", "touch \(mark)"), ("remote.origin.url", "ext::touch \(mark)"),
        ("remote.origin.promisor", "true"), ("extensions.partialClone", "origin"),
        ("core.gitProxy", "touch \(mark)"), ("credential.helper", "!touch \(mark)"),
        ("uploadpack.packObjectsHook", mark),
      ] { try git(app, ["config", name, value]) }
      #expect(try await Program.run(["audit", app, "--changed"]).code == 0)
      try write(Data((flaw + flaw).utf8), app + "/A.swift")
      #expect(try await Program.run(["audit", app, "--diff", "HEAD"]).code == 1)
      #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test("A git that does not know how to leave a missing object runs no transport of the tree for it")
    func missingObject() async throws {
      let folder = try TemporaryFolder()
      let (app, mark) = try committed(in: folder)
      let blob = Insecure.SHA1.hash(data: Data("blob \(flaw.utf8.count)\0\(flaw)".utf8))
        .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      try FileManager.default.removeItem(atPath: "\(app)/.git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
      for (name, value) in [
        ("extensions.partialClone", "o"), ("remote.o.promisor", "true"), ("protocol.ext.allow", "always"),
        ("remote.o.url", "ext::sh -c touch% \(mark)"),
      ] { try git(app, ["config", name, value]) }
      let run = try await Program.run(["audit", app, "--changed"], environment: ["PATH": try olderGit(in: folder)])
      #expect(run.code == 1)
      #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test(
      "A missing commit makes an older git start no helper of a remote, be it an alias of the tree's",
      arguments: [
        // The protocol without a name is allowed by a list that is empty, any other name by one that can be guessed.
        ("remote.o.url", "::x", "alias.remote-"), ("remote.o.vcs", "", "alias.remote-"),
        ("remote.o.url", "none::x", "alias.remote-none"), ("remote.o.vcs", "none", "alias.remote-none"),
        ("remote.o.url", "ext::sh -c touch% MARK", "alias.remote-ext"),
      ])
    func missingCommit(name: String, value: String, alias: String) async throws {
      let folder = try TemporaryFolder()
      let (app, mark) = try committed(in: folder)
      try shell("cd '\(app)/.git/objects' && rm -f \"$(git rev-parse HEAD | sed 's,^..,&/,')\"")
      for (name, value) in [
        ("core.repositoryFormatVersion", "1"), ("extensions.partialClone", "o"), ("remote.o.promisor", "true"),
        ("remote.o.url", "x"), ("protocol.allow", "always"), ("protocol.ext.allow", "always"),
        (name, value.replacingOccurrences(of: "MARK", with: mark)), (alias, "!touch \(mark)"),
      ] { try git(app, ["config", name, value]) }
      let run = try await Program.run(["audit", app, "--changed"], environment: ["PATH": try olderGit(in: folder)])
      #expect(run.code == 65, "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: mark))
      // It is a trap: git alone falls into it, if perhaps not a later one where the protocol has no name.
      guard alias != "alias.remote-" else { return }
      try shell("unset GIT_ALLOW_PROTOCOL; git -C '\(app)' cat-file -e HEAD || true")
      #expect(FileManager.default.fileExists(atPath: mark))
    }

    @Test("A pipe that git is made to read stops git, and the audit says what to look for")
    func pipe() async throws {
      let folder = try TemporaryFolder()
      let (app, _) = try committed(in: folder)
      #expect(mkfifo(app + "/p", 0o600) == 0)
      // Lets go whoever still reads from it.
      defer { close(open(app + "/p", O_WRONLY | O_NONBLOCK)) }
      try shell("printf '[include]\n path = ../p\n' >> '\(app)/.git/config'")
      let run = try await Program.run(["audit", app, "--changed", "--git-wait", "1"], endAfter: 120)
      #expect(run.code == 65)
      #expect(run.errors.contains("git was stopped after 1 s") && run.errors.contains("--git-wait"), "\(run.errors)")
      // None is left that waits: a pipe without a reader takes no writer.
      let writer = open(app + "/p", O_WRONLY | O_NONBLOCK)
      #expect(writer < 0 && errno == ENXIO)
      close(writer)
      for seconds in ["0", "-1", "86401"] {
        #expect(try await Program.run(["audit", app, "--changed", "--git-wait=\(seconds)"]).code == 64)
      }
    }

    /// A `PATH` whose git does with the variable against lazy fetches what an older one does: nothing.
    private func olderGit(in folder: TemporaryFolder) throws -> String {
      let path = try #require(ProcessInfo.processInfo.environment["PATH"])
      let older = folder.path + "/bin/git"
      try FileManager.default.createDirectory(atPath: folder.path + "/bin", withIntermediateDirectories: true)
      // Written by another process: a process that another test starts just then would inherit a file open for writing,
      // and what is open for writing does not run.
      try shell(
        """
        umask 022; cat > '\(older)' <<'END' && chmod 755 '\(older)'
        #!/bin/sh
        unset GIT_NO_LAZY_FETCH
        PATH='\(path)' exec git "$@"
        END
        """)
      return "\(folder.path)/bin:\(path)"
    }
  }
#endif
