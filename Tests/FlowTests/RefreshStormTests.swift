import Foundation
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(15)))
struct RefreshStormTests {
  @Test("Fifty refreshes of one token at once over HTTP: one successor, no refusal, and it works")
  func storm() async throws {
    let folder = try TemporaryFolder()
    let server = try Served(folder, 21243)
    defer { server.end() }
    let session = try await server.session("--binding", "none")
    let tokens = try #require(session.objects.first.flatMap(Served.Tokens.init), "\(session.errors)")
    var token = tokens.user.refresh
    for _ in 0..<3 {
      let answers = Mutex<[Loopback.Answer?]>([])
      let (held, loopback) = (token, server.loopback)
      await withCheckedContinuation { continuation in
        for _ in 0..<50 {
          Thread.detachNewThread {
            let answer = loopback.refresh(held)
            let count = answers.withLock {
              $0.append(answer)
              return $0.count
            }
            if count == 50 { continuation.resume() }
          }
        }
      }
      let all = answers.withLock { $0 }
      #expect(all.allSatisfy { $0?.status == 200 }, "\(all.map { $0?.status })")
      #expect(Set(all.map { $0?["refresh_token"] }).count == 1)
      token = try #require(all.first??["refresh_token"])
    }
    #expect(server.loopback.refresh(token)?.status == 200)
    // Of those that raced, one rotated and the others got its answer.
    let metrics = server.loopback.get("/metrics").map { String(decoding: $0.body, as: UTF8.self) } ?? ""
    #expect(metrics.contains("mantlet_refresh_recoveries_total 147\n"))
    #expect(metrics.contains("mantlet_refresh_reuse_total 0\n"))
  }
}
