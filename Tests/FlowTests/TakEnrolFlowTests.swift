import Foundation
import LoopbackPort
import TakyServer
import Testing
import UntrustedInput

/// `mantlet tak import` and `enrol`: real processes, a server that enrols with taky's authority, and taky.
@Suite(.disabled(if: Taky.isMissing), .timeLimit(.minutes(15)))
struct TakEnrolFlowTests {
  private func package(of user: String, _ taky: Taky, in folder: TemporaryFolder) async throws -> String {
    let package = "\(folder.path)/\(user).zip"
    try await Data(taky.package(of: user)).write(to: URL(fileURLWithPath: package))
    return package
  }

  @Test func `A code on standard input gets a certificate that a real TAK server takes`() async throws {
    let taky = try await Taky.start(known: ["alice"])
    defer { taky.end() }
    let folder = try TemporaryFolder()
    let port = try LoopbackPort.free()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Python/enrolment_server.py").path
    let server = Process()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    server.arguments = [Taky.python, script, "\(port)", taky.folder.path + "/site/ssl", "dora", "a token", "json"]
    server.standardError = FileHandle.nullDevice
    server.standardOutput = FileHandle.nullDevice
    try server.run()
    defer { kill(server.processIdentifier, SIGKILL) }
    try await Taky.untilListening(on: port)
    let package = try await package(of: "alice", taky, in: folder)
    let shown = try await Program.run(["tak", "import", package, "--json"])
    let fingerprint = try #require(shown.objects.first?["authorities"]?.array?.first?.string)
    let other = String(fingerprint.reversed())
    let twice = try await Program.run(
      ["tak", "import", package, "--accept", fingerprint, "--accept", other, "--state", folder.state])
    #expect(twice.code == 1)
    let kept = try await Program.run(
      ["tak", "import", package, "--accept", fingerprint, "--accept", fingerprint, "--state", folder.state])
    #expect(kept.code == 0, "\(kept.errors)")
    func enrol(_ text: String) async throws -> Program.Outcome {
      try await Program.run(["tak", "enrol", "--state", folder.state, "--port", "\(port)", "--json"], input: text)
    }
    let head = "tak://com.atakmap.app/enroll?host="
    #expect(try await enrol("hello\n").code == 65)
    #expect(try await enrol(head + "evil.example&username=dora&token=a%20token\n").code == 1)
    #expect(try await enrol(head + "127.0.0.1&username=dora&token=wrong\n").code == 1)
    // Whose certificate is kept is what taky then says of it.
    try await taky.ban("alice")
    let enrolled = try await enrol(head + "127.0.0.1&username=dora&token=a%20token\n")
    #expect(enrolled.code == 0 && enrolled.objects.first?["enrolled"]?.bool == true, "\(enrolled.errors)")
    let visit = try await Program.run(["tak", "connect", "--state", folder.state, "--uid", "DORA-1"])
    #expect(visit.code == 0, "\(visit.errors)")
  }

  @Test func `The port of the field is asked where nobody names one`() async throws {
    let help = try await Program.run(["tak", "enrol", "--help"])
    #expect(help.code == 0 && help.output.contains("Port of the enrolment. (default: 8446)"), "\(help.output)")
  }

  @Test func `A package with more than was imported stays, unless a person wants it removed; behind a link, too`()
    async throws
  {
    let taky = try await Taky.start(known: ["alice"])
    defer { taky.end() }
    let folder = try TemporaryFolder()
    let package = try await package(of: "alice", taky, in: folder)
    let add = "import sys, zipfile; zipfile.ZipFile(sys.argv[1], 'a').writestr('maps/map.kml', 'a map')"
    #expect(try Taky.runBlocking([Taky.python, "-c", add, package]).code == 0)
    let shown = try await Program.run(["tak", "import", package, "--json"])
    let fingerprint = try #require(shown.objects.first?["authorities"]?.array?.first?.string)
    let link = folder.path + "/link.zip"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: package)
    let arguments = ["tak", "import", link, "--accept", fingerprint, "--state", folder.state]
    let kept = try await Program.run(arguments)
    #expect(kept.code == 0 && kept.errors.contains("link.zip holds more"), "\(kept.errors)")
    #expect(FileManager.default.fileExists(atPath: package))
    #expect(try await Program.run(arguments + ["--keep", "--remove"]).code == 64)
    try FileManager.default.linkItem(atPath: package, toPath: folder.path + "/second.zip")
    let removed = try await Program.run(arguments + ["--remove"])
    #expect(removed.code == 1 && removed.errors.contains("1 further names"), "\(removed.errors)")
    // The link may be somebody else's, and holds nothing.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".zip") }.sorted()
        == ["link.zip", "second.zip"])
  }
}
