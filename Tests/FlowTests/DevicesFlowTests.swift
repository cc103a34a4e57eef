import Foundation
import Testing
import UntrustedInput

/// `mantlet devices` beside a running server.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct DevicesFlowTests {
  @Test("Operators list, show, block and unblock devices; the server hears it at once and after a crash")
  func operators() async throws {
    let folder = try TemporaryFolder()
    var server = try Served(folder, 21293)
    defer { server.end() }
    func run(_ arguments: String...) async throws -> Program.Outcome {
      try await Program.run(["devices"] + arguments.prefix(1) + ["--state", folder.state] + arguments.dropFirst())
    }
    let first = try await server.session("--binding", "none")
    let tokens = try #require(first.objects.first.flatMap(Served.Tokens.init), "\(first.errors)")
    let listed = try await run("list", "--json")
    let device = try #require(listed.objects.first?["devices"]?.array?.first, "\(listed.errors)")
    let name = try #require(device["device"]?.string)
    #expect(name.utf8.count == 43 && device["latest"]?["outcome"]?.string == "admitted")
    _ = try await server.session("--binding", "none")

    let page = try await run("list", "--json", "--limit", "1")
    let next = try #require(page.objects.first?["next"]?.string, "\(page.output)")
    let rest = try await run("list", "--json", "--limit", "5", "--after", next)
    let pages = [page, rest].map { $0.objects.first?["devices"]?.array?.compactMap { $0["device"]?.string } ?? [] }
    #expect(pages.map(\.count) == [1, 1] && Set(pages.joined()).count == 2 && pages.joined().contains(name))

    let shown = try await run("show", "--json", "--reports", "--", String(name.prefix(10)))
    let report = try #require(shown.objects.first?["reports"]?.array?.first, "\(shown.errors)")
    #expect(report["report"]?.string?.split(separator: ".").count == 3)
    #expect(report["decision"]?["admitted"]?.bool == true && shown.objects.first?["device"]?.string == name)
    let text = try await run("show", "--", name)
    #expect(
      text.code == 0 && text.output.hasPrefix(name + "\n") && text.output.contains("  admitted  "), "\(text.output)")
    #expect(try await run("show", "--", "~").code == 1)
    let ambiguous = try await run("show", "")
    #expect(ambiguous.code == 64 && ambiguous.errors.contains(name), "\(ambiguous.errors)")

    #expect(try await run("block", "--reason", "two\nlines", "--", name).code == 64)
    let blocked = try await run("block", "--reason", "stolen", "--", String(name.prefix(10)))
    #expect(blocked.code == 0 && blocked.output == "blocked \(name), ended 2\n", "\(blocked.errors)")
    func isRefused(_ token: String) -> Bool {
      let answer = server.loopback.refresh(token)
      return answer?["mantlet_reason"] == "deviceRefused" && answer?["mantlet_code"] == "unknown"
    }
    #expect(isRefused(tokens.app.refresh) && isRefused(tokens.user.refresh))
    let all = try await run("list", "--blocked", "--json")
    #expect(all.objects.first?["devices"]?.array?.compactMap { $0["block"]?["reason"]?.string } == ["stolen"])
    #expect(try await run("list", "--refused").output == "")
    server.end(SIGKILL)
    server = try Served(folder, 21293)
    #expect(isRefused(tokens.app.refresh))

    #expect(try await run("unblock", "--", name).output == "unblocked \(name)\n")
    #expect(try await run("unblock", "--", name).code == 1)
    #expect(server.loopback.refresh(tokens.app.refresh)?["mantlet_reason"] == "sessionEnded")
    let sessions = try await Program.run(["sessions", "list", "--json", "--limit", "1", "--state", folder.state])
    let place = try #require(sessions.objects.first?["next"]?.string, "\(sessions.errors)")
    let others = try await Program.run(["sessions", "list", "--json", "--after", place, "--state", folder.state])
    #expect(others.objects.first?["sessions"]?.array?.count == 1, "\(others.output)\(others.errors)")
  }
}
