import Foundation
import Testing
import UntrustedInput

/// `mantlet pin failures` beside a running server.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct PinFailuresFlowTests {
  @Test("What a device says that it saw is listed for the operator, in pages, and steers no terminal")
  func listed() async throws {
    let folder = try TemporaryFolder()
    let server = try Served(folder, 21393)
    defer { server.end() }
    let session = try await server.session("--binding", "none")
    let tokens = try #require(session.objects.first.flatMap(Served.Tokens.init), "\(session.errors)")
    let key = String(repeating: "A", count: 43) + "="
    func tell(_ host: String) -> Int? {
      let entry: JSONNode = [
        "host": .string(host), "outcome": "refused", "expected": .strings([key]), "seen": .strings([key]),
        "first": 1, "last": 2, "count": 3,
      ]
      let body: JSONNode = ["version": 1, "failures": JSONNode(.array([entry])), "forgotten": 0]
      return server.loopback.send(
        "POST", "/v1/pin-failures",
        ["Mantlet-App-Token": tokens.app.access, "Content-Type": "application/json"], JSONWriter().text(body)
      )?.status
    }
    for host in ["127.0.0.1", "evil\u{1B}[2J", "127.0.0.1"] { #expect(tell(host) == 200) }
    func run(_ arguments: String...) async throws -> Program.Outcome {
      try await Program.run(["pin", "failures", "--state", folder.state] + arguments)
    }
    let listed = try await run("--json")
    let rows = try #require(listed.objects.first?["failures"]?.array, "\(listed.errors)")
    #expect(rows.map { $0["count"]?.integer } == [6, 3] && rows.map { $0["in_policy"]?.bool } == [true, false])
    #expect(rows[0]["seen"]?.array?.first?.string == key && rows[0]["device"]?.string?.utf8.count == 43)
    let text = try await run()
    #expect(text.code == 0 && text.output.contains("127.0.0.1  refused  6 times"), "\(text.output)")
    #expect(text.output.contains("(not in the policy)") && !text.output.contains("\u{1B}"))
    let page = try await run("--json", "--limit", "1")
    let next = try #require(page.objects.first?["next"]?.integer)
    let rest = try await run("--json", "--after", "\(next)")
    #expect(rest.objects.first?["failures"]?.array?.count == 1)
    #expect(try await run("--of", "example.org").output == "")
    #expect(try await run("--limit", "0").code == 64)
  }
}
