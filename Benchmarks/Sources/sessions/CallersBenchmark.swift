import AppSession
import Crypto
import Foundation
import SecurityPolicy
import SecurityTesting
import Synchronization
import TrustWire

/// Ten thousand callers who want a token, while one is held and while one exchange renews it: the processor time of all
/// of them together. Beside them as many tasks that do nothing, that wait once for one word, and that wait for one value
/// behind an actor which does nothing else: what Swift itself asks for.
struct CallersBenchmark {
  private static let callers = 10_000
  private static let rounds = 9

  private struct Key: DeviceKey {
    let key = P256.Signing.PrivateKey()
    var publicKey: DevicePublicKey { DevicePublicKey(key.publicKey) }
    func signature(over bytes: [UInt8]) async throws(SessionError) -> [UInt8] {
      guard let signature = try? key.signature(for: bytes) else { throw .keyUnavailable }
      return [UInt8](signature.rawRepresentation)
    }
  }

  /// Opens by itself when enough have come by.
  private final class Turnstile: Sendable {
    private struct State {
      var left = Int.max
      var waiting: CheckedContinuation<Void, Never>?
    }
    private let state = Mutex(State())

    func close(until count: Int) { state.withLock { $0.left = count } }

    func count() {
      state.withLock { state in
        guard state.left > 0, state.left < Int.max else { return }
        state.left -= 1
        guard state.left == 0 else { return }
        state.waiting?.resume()
        state.waiting = nil
      }
    }

    func pass() async {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          if state.left == 0 || state.left == Int.max { continuation.resume() } else { state.waiting = continuation }
        }
      }
    }
  }

  /// A line of tasks that all wait for one word, as cheap as waiting can be.
  private final class Line: Sendable {
    private let waiting = Mutex<[UnsafeContinuation<Void, Never>]?>([])

    func wait(_ turnstile: Turnstile) async {
      turnstile.count()
      await withUnsafeContinuation { continuation in
        let isOpen = waiting.withLock { waiting in
          waiting?.append(continuation)
          return waiting == nil
        }
        if isOpen { continuation.resume() }
      }
    }

    func open() {
      let all = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting ?? []
      }
      for continuation in all { continuation.resume() }
    }
  }

  private actor Bare {
    private var running: Task<Int, Never>?
    private let turnstile: Turnstile
    init(_ turnstile: Turnstile) { self.turnstile = turnstile }

    func value() async -> Int {
      turnstile.count()
      let task =
        running
        ?? Task { [turnstile] in
          await turnstile.pass()
          return 1
        }
      running = task
      return await task.value
    }
  }

  func run() async throws {
    let (clock, turnstile) = (ManualDeviceClock(), Turnstile())
    let server = InMemoryTokenServer(clock: { clock.reading.wall }) { _, _ throws(SessionError) in
      await turnstile.pass()
      return nil
    }
    let session = Session(
      requirement: SessionRequirement(),
      environment: EnvironmentRequirement(
        endpoint: InMemoryTokenServer.issuer, pins: [], tokenKeys: [TestTokenIssuer.first.id], loginKey: ""),
      store: InMemorySessionStore(), revocations: InMemoryRevocationStore(), exchange: server, key: Key(),
      surroundings: SessionSurroundings(
        clock: { clock.reading }, sleep: { _ in }, identifier: { UUID().uuidString }),
      random: SystemRandomNumberGenerator())
    try await session.enroll(report: "report")
    var (all, alone, bare): ([Double], [Double], [Double]) = ([], [], [])
    var (held, nothing, line): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<Self.rounds {
      clock.advance(by: .seconds(1790))
      alone.append(try await Meter.work { _ = try await session.token(.app) })
      clock.advance(by: .seconds(1790))
      let asked = server.asked.count
      turnstile.close(until: Self.callers)
      all.append(
        try await Meter.work {
          // A task group looks through all its children whenever one of them ends.
          let tasks = (0..<Self.callers).map { _ in
            Task {
              turnstile.count()
              _ = try await session.token(.app)
            }
          }
          for task in tasks { try await task.value }
        })
      guard server.asked.count == asked + 1 else { throw NotOne(exchanges: server.asked.count - asked) }
      let peer = Bare(turnstile)
      turnstile.close(until: Self.callers)
      bare.append(
        await Meter.work {
          let tasks = (0..<Self.callers).map { _ in Task { _ = await peer.value() } }
          for task in tasks { await task.value }
        })
      let queue = Line()
      turnstile.close(until: Self.callers)
      line.append(
        await Meter.work {
          let tasks = (0..<Self.callers).map { _ in Task { await queue.wait(turnstile) } }
          await turnstile.pass()
          queue.open()
          for task in tasks { await task.value }
        })
      turnstile.close(until: .max)
      held.append(
        try await Meter.work {
          let tasks = (0..<Self.callers).map { _ in Task { _ = try await session.token(.app) } }
          for task in tasks { try await task.value }
        })
      nothing.append(
        await Meter.work {
          let tasks = (0..<Self.callers).map { _ in Task {} }
          for task in tasks { await task.value }
        })
    }
    func each(_ seconds: [Double], without other: [Double] = [0]) -> Double {
      (Meter.median(seconds) - Meter.median(other)) * 1_000_000 / Double(Self.callers)
    }
    let (current, idle) = (each(held), each(nothing))
    Meter.report(
      "10,000 callers, a token held",
      "\(Meter.text(current)) ms per 1,000 callers   tasks that do nothing \(Meter.text(idle)) ms   of our own "
        + "\(Meter.text(current - idle)) ms   limit 1 ms", keeps: current - idle <= 1)
    let (work, floor) = (each(all, without: alone), each(line))
    Meter.report(
      "10,000 callers, one refresh",
      "\(Meter.text(work)) ms per 1,000 callers   tasks that wait once \(Meter.text(floor)) ms   bare actor "
        + "\(Meter.text(each(bare))) ms   of our own \(Meter.text(work - floor)) ms   limit 1 ms   (one refresh alone "
        + "\(Meter.text(Meter.median(alone) * 1000)) ms)", keeps: work - floor <= 1)
  }

  struct NotOne: Error { let exchanges: Int }
}
