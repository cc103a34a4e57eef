#if TAK
  import Foundation
  import LoopbackPort
  import TakyServer
  import Testing
  import UntrustedInput

  /// `mantlet tak connect` and `listen` with a server that offers version 1 of the TAK protocol: real processes, real TLS.
  @Suite(.disabled(if: Taky.isMissing), .timeLimit(.minutes(15)))
  struct TakVersionFlowTests {
    /// A server of another implementation with taky's certificates.
    private func serve(_ taky: Taky, at port: UInt16, grants: Bool) async throws -> Process {
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Python/negotiating_server.py").path
      let server = Process()
      server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      server.arguments = [Taky.python, script, "\(port)", taky.folder.path + "/site/ssl", "\(grants)"]
      server.standardError = FileHandle.nullDevice
      server.standardOutput = FileHandle.nullDevice
      try server.run()
      try await Taky.untilListening(on: port)
      return server
    }

    /// What taky's own tool made for this user, with another port in it.
    private func package(of user: String, _ taky: Taky, port: UInt16, in folder: TemporaryFolder) async throws -> String
    {
      let (old, new) = ("\(folder.path)/old-\(port).zip", "\(folder.path)/new-\(port).zip")
      try await Data(taky.package(of: user)).write(to: URL(fileURLWithPath: old))
      let script = """
        import sys, zipfile
        with zipfile.ZipFile(sys.argv[1]) as old, zipfile.ZipFile(sys.argv[2], "w") as new:
            for name in old.namelist(): new.writestr(name, old.read(name).replace(*[word.encode() for word in sys.argv[3:]]))
        """
      let made = try await Taky.run([Taky.python, "-c", script, old, new, ":\(taky.port):ssl", ":\(port):ssl"])
      #expect(made.code == 0, "\(made.output)")
      return new
    }

    @Test(arguments: [true, false])
    func `A server that grants version 1 is heard in it, and one that refuses in XML; connect says which`(
      isGranted: Bool
    ) async throws {
      let taky = try await Taky.start()
      defer { taky.end() }
      let folder = try TemporaryFolder()
      let port = try LoopbackPort.free()
      let server = try await serve(taky, at: port, grants: isGranted)
      defer { kill(server.processIdentifier, SIGKILL) }
      let package = try await package(of: "alice", taky, port: port, in: folder)
      let shown = try await Program.run(["tak", "import", package, "--json"])
      let fingerprint = try #require(shown.objects.first?["authorities"]?.array?.first?.string)
      let kept = try await Program.run(["tak", "import", package, "--accept", fingerprint, "--state", folder.state])
      #expect(kept.code == 0, "\(kept.errors)")
      let visit = try await Program.run(["tak", "connect", "--state", folder.state, "--json"])
      #expect(visit.code == 0, "\(visit.errors)")
      #expect(visit.objects.first?["connected"]?.bool == true)
      #expect(visit.objects.first?["version"]?.integer == (isGranted ? 1 : 0))
      let heard = try await Program.run(["tak", "listen", "--state", folder.state, "--count", "1", "--json"])
      #expect(heard.code == 0 && heard.objects.first?["uid"]?.string == "THEIRS", "\(heard.errors)")
      #expect(heard.errors.contains("version \(isGranted ? 1 : 0) of the TAK protocol"))
    }
  }
#endif
