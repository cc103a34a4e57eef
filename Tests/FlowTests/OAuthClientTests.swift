import Foundation
import Testing
import UntrustedInput

/// OAuth clients that nobody changed for this server: authlib and requests-oauthlib.
///
/// `MANTLET_PYTHON` names a Python that has them; without it `python3` is asked. Missing libraries are a skip, or a
/// failure where `MANTLET_REQUIRE_TOOLS` is set.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct OAuthClientTests {
  @Test("authlib and requests-oauthlib find, refresh, introspect and revoke without a change")
  func unmodified() async throws {
    let folder = try TemporaryFolder()
    let server = try Served(folder, 20843)
    defer { server.end() }
    let exported = try await server.session("--binding", "none")
    try #require(exported.code == 0, "\(exported.errors)")
    let tokens = try #require(exported.objects.first?.members)
    let secret = try String(contentsOfFile: folder.state + "/authority/introspection.secret", encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let input = JSONWriter().bytes(
      JSONNode(.object(tokens + [JSONMember("introspection", .string(secret))])))
    let outcome = try run(input, issuer: "http://127.0.0.1:\(server.port)", folder: folder)
    guard outcome.code != 77 else {
      let isRequired = ProcessInfo.processInfo.environment["MANTLET_REQUIRE_TOOLS"] != nil
      #expect(!isRequired, "authlib and requests-oauthlib are required here: \(outcome.output)")
      print("skipping: OAuth clients: no authlib or requests-oauthlib (pip install -r Tests/Python/requirements.txt)")
      return
    }
    #expect(outcome.code == 0, "\(outcome.output)")
    // Fewer lines would mean that the script ended early.
    #expect(outcome.output.split(separator: "\n").count { $0.hasPrefix("ok: ") } >= 28, "\(outcome.output)")
  }

  private func run(_ input: [UInt8], issuer: String, folder: TemporaryFolder) throws -> (code: Int32, output: String) {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Python/oauth_clients.py").path
    let files = (folder.path + "/tokens.json", folder.path + "/python.out")
    // Tokens lie in a folder of mode 0700 that goes with the test.
    try Data(input).write(to: URL(fileURLWithPath: files.0))
    try Data().write(to: URL(fileURLWithPath: files.1))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [ProcessInfo.processInfo.environment["MANTLET_PYTHON"] ?? "python3", script, issuer]
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: files.0))
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: files.1))
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOfFile: files.1, encoding: .utf8))
  }
}
