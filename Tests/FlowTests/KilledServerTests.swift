import Foundation
import Synchronization
import Testing
import UntrustedInput

/// `kill -9` of the server at any moment of a rotation. `MANTLET_KILL_ROUNDS` says how many rounds (20).
@Suite(.serialized, .timeLimit(.minutes(30)))
struct KilledServerTests {
  private static var rounds: Int {
    ProcessInfo.processInfo.environment["MANTLET_KILL_ROUNDS"].flatMap { Int($0) }.map { max(1, $0) } ?? 20
  }

  /// A client that refreshes without pause and keeps what it was given. It never forgets a token, and proves its key anew
  /// with each request when it has one.
  private final class Driver: Sendable {
    private struct State {
      /// Every refresh token, in the order in which they came; the last is the one to present.
      var lineage: [String]
      var answered = 0
      var lost = 0
      /// Answers that should not be: a refusal of the newest token, or a second answer that differs.
      var wrong: [String] = []
      /// What a token that was presented once was answered with.
      var successors: [String: String] = [:]
      /// The proof of the last answered request.
      var spentProof: String?
    }

    private let state: Mutex<State>
    private let server: Loopback
    private let key: BoundKey?

    init(_ token: String, _ key: BoundKey?, _ server: Loopback) {
      state = Mutex(State(lineage: [token]))
      self.server = server
      self.key = key
    }

    func ask(_ token: String, proof: String?) -> Loopback.Answer? { server.refresh(token, proof: proof) }

    func proof() -> String? { try? key?.proof("POST", server.tokenAddress) }

    /// Until `count` answers came; without a number, until the server is gone.
    func run(_ count: Int = .max) {
      var left = count
      while left > 0 {
        let token = state.withLock { $0.lineage[$0.lineage.count - 1] }
        let proof = proof()
        guard let answer = ask(token, proof: proof) else {
          // Nobody there, or the answer was lost: the same token again.
          state.withLock { $0.lost += 1 }
          if count == .max { return }
          continue
        }
        left -= 1
        state.withLock { state in
          guard answer.status == 200, let next = answer["refresh_token"] else {
            // The store may be locked by nobody now; every other refusal locks a client out.
            state.wrong.append("\(answer.status) \(answer["mantlet_reason"] ?? "?")")
            return
          }
          state.answered += 1
          state.spentProof = proof
          if let before = state.successors[token], before != next { state.wrong.append("two successors of one token") }
          state.successors[token] = next
          state.lineage.append(next)
        }
      }
    }

    var lineage: [String] { state.withLock { $0.lineage } }
    var spentProof: String? { state.withLock { $0.spentProof } }
    var answered: Int { state.withLock { $0.answered } }
    var lost: Int { state.withLock { $0.lost } }
    var wrong: [String] { state.withLock { $0.wrong } }
  }

  @Test("No client is locked out, no retry finds another successor, and no spent token opens anything again")
  func killed() async throws {
    let folder = try TemporaryFolder()
    let port = 20643
    var server = try Served(folder, port)
    let session = try await server.session("--binding", "none")
    let tokens = try #require(session.objects.first.flatMap(Served.Tokens.init), "\(session.errors)")
    let boundSession = try await server.session("--binding", "dpop")
    let bound = try #require(boundSession.objects.first.flatMap(Served.Tokens.init), "\(boundSession.errors)")
    let key = try #require(BoundKey(scalar: boundSession.objects.first?["dpop_key"]?["d"]?.string))
    let drivers = [
      Driver(tokens.app.refresh, nil, server.loopback), Driver(bound.user.refresh, key, server.loopback),
    ]
    var dice = SystemRandomNumberGenerator()
    for round in 0..<Self.rounds {
      // Each driver goes on until the server is gone.
      await withTaskGroup(of: Void.self) { group in
        for driver in drivers { group.addTask { await Self.apart { driver.run() } } }
        // What must be hit is any moment, so the moment is left to chance.
        try? await Task.sleep(for: .microseconds(Int.random(in: 0...150_000, using: &dice)))
        server.end(SIGKILL)
        await group.waitForAll()
      }
      server = try Served(folder, port)
      for driver in drivers {
        // What proved the last request that was answered proves nothing after the crash.
        if let proof = driver.spentProof {
          let again = driver.ask(driver.lineage[driver.lineage.count - 1], proof: proof)
          #expect(again?["mantlet_reason"] == "replayed", "round \(round): \(again?["mantlet_reason"] ?? "?")")
        }
        let before = driver.answered
        await Self.apart { driver.run(2) }
        #expect(driver.wrong == [], "round \(round)")
        try #require(driver.answered == before + 2, "round \(round): the client is locked out")
        // The last but two was spent, and so was its successor.
        let lineage = driver.lineage
        if lineage.count >= 3 {
          let again = driver.ask(lineage[lineage.count - 3], proof: driver.proof())
          #expect(again?.status == 400, "round \(round): a spent token was accepted")
          #expect(again?["mantlet_reason"] == "tokenSuperseded", "round \(round): \(again?["mantlet_reason"] ?? "?")")
        }
      }
    }
    for driver in drivers {
      #expect(Set(driver.lineage).count == driver.lineage.count)
      print("kill -9: \(Self.rounds) rounds, \(driver.answered) refreshes, \(driver.lost) without an answer")
    }
    #expect(server.end() == 0)
  }

  /// Blocking work, away from the threads that all tests share.
  private static func apart(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        body()
        continuation.resume()
      }
    }
  }
}
