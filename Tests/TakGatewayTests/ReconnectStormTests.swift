import CursorOnTarget
import NetworkTrust
import SecurityTesting
import Synchronization
import TakGateway
import Testing

/// Many clients of one server that goes away and comes back, under one clock that passes only when all of them wait.
@Suite(.timeLimit(.minutes(15))) struct ReconnectStormTests {
  private static let clients = 300
  /// Seconds for which the server is away.
  private static let outage = 600

  private final class Storm: Sendable {
    private struct State {
      var now = Duration.zero
      var waiting: [(due: Duration, continuation: CheckedContinuation<Void, Never>)] = []
      var running = ReconnectStormTests.clients
      var attempts: [Int: Int] = [:]
    }

    private let state = Mutex(State())

    var now: Duration { state.withLock { $0.now } }
    var attempts: [Int: Int] { state.withLock { $0.attempts } }

    /// Whether the server is back.
    func attempt() -> Bool {
      state.withLock {
        let second = Int($0.now.components.seconds)
        $0.attempts[second, default: 0] += 1
        return second >= ReconnectStormTests.outage
      }
    }

    func sleep(_ wait: Duration) async {
      await withCheckedContinuation { continuation in
        state.withLock { $0.waiting.append(($0.now + wait, continuation)) }
      }
    }

    func leave() { state.withLock { $0.running -= 1 } }

    /// Lets time pass to the next one that waits, whenever all do; until nobody is left.
    func pass() async {
      while true {
        let (isOver, next) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
          guard state.running > 0 else { return (true, nil) }
          guard state.waiting.count == state.running,
            let place = state.waiting.indices.min(by: { state.waiting[$0].due < state.waiting[$1].due })
          else { return (false, nil) }
          let first = state.waiting.remove(at: place)
          state.now = first.due
          return (false, first.continuation)
        }
        if isOver { return }
        if let next { next.resume() } else { await Task.yield() }
      }
    }
  }

  /// Takes a client once the server is back, which ends the client.
  private struct Opener: ByteStreamOpener {
    let storm: Storm
    func open() async throws(NetworkError) -> any ByteStream {
      throw storm.attempt() ? .identity(.noCertificate) : .unreachable(errno: 111)
    }
  }

  @Test func `Clients of a server that comes back meet it one after another`() async throws {
    let (storm, start) = (Storm(), try CoTTime("2026-11-22T12:00:00Z"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<Self.clients {
        let dice = Mutex(SeededGenerator(seed: UInt64(number) + 1))
        let connection = TakConnection(
          opener: Opener(storm: storm), uid: try CoTLine("CLIENT-\(number)"),
          world: TakConnection.World(
            moment: { storm.now }, now: { start }, random: { dice.withLock { $0.next() } },
            sleep: { await storm.sleep($0) }))
        group.addTask {
          try? await connection.run()
          storm.leave()
        }
      }
      group.addTask { await storm.pass() }
      try await group.waitForAll()
    }
    let after = storm.attempts.filter { $0.key >= Self.outage }
    // Every client came back once, within the longest pause.
    #expect(after.values.reduce(0, +) == Self.clients)
    #expect(after.keys.allSatisfy { $0 <= Self.outage + 60 })
    // Spread over a minute each second has a sixtieth; at once it would be all of them. What a while of the outage asks of
    // the net is bounded as well.
    #expect(try #require(after.values.max()) <= Self.clients / 10)
    let late = storm.attempts.filter { (300..<Self.outage).contains($0.key) }
    #expect(try #require(late.values.max()) <= Self.clients / 6)
  }
}
