import Crypto
import Foundation
import HTTPTypes
import NetworkTrust
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing
import TrustWire

/// An app that keeps a pin update for an hour and goes on running.
@Suite(.timeLimit(.minutes(15))) struct RecallingTransportTests {
  private let tests: PinRotationTests
  private let rotation: PinRotation
  private let recall: PinRecall
  private let seen = Log()

  private final class Log: Sendable {
    let paths = Mutex<[String]>([])
    let now = Mutex(PinRotationTests.now)
    func advance(_ seconds: TimeInterval) { now.withLock { $0 = $0.addingTimeInterval(seconds) } }
    var asked: Bool { paths.withLock { $0.contains("/pins") } }
  }

  /// Until its task is cancelled.
  private static let forEver: @Sendable () async -> Void = { for await _ in AsyncStream<Void> { _ in } {} }

  init() async throws {
    tests = try PinRotationTests()
    rotation = PinRotation(builtIn: tests.builtIn, store: InMemoryPinUpdateStore())
    recall = PinRecall(rotation)
  }

  /// - Parameter answer: what asking comes to: an update to obey, an answer without one, or none at all.
  private func transport(
    patience: @escaping @Sendable () async -> Void = forEver, settle: @escaping @Sendable () async -> Void = {},
    _ answer: @escaping @Sendable () async -> String?
  ) -> RecallingTransport {
    let inner = InMemoryTransport { [seen] request, _ throws(NetworkError) in
      seen.paths.withLock { $0.append(request.path ?? "") }
      return HTTPAnswer(response: HTTPResponse(status: .ok))
    }
    let (rotation, recall, seen) = (rotation, recall, seen)
    return RecallingTransport(
      inner, recall: recall, except: "/pins", now: { seen.now.withLock { $0 } }, patience: patience, settle: settle
    ) {
      let now = seen.now.withLock { $0 }
      seen.paths.withLock { $0.append("/pins") }
      guard let text = await answer(), (try? await rotation.accept(text, at: now)) != nil else { return }
      await recall.noteAnswer(at: now)
    }
  }

  private func ask(_ transport: RecallingTransport, _ path: String = "/a") async throws {
    _ = try await transport.send(HTTPRequest(method: .get, scheme: nil, authority: nil, path: path), body: [])
  }

  private func paths() -> [String] {
    seen.paths.withLock { paths in
      defer { paths = [] }
      return paths
    }
  }

  @Test("Before the first request after the kept update's end another one is asked for and obeyed, and not before")
  func ended() async throws {
    _ = try await rotation.accept(try await tests.signed(tests.update(1)), at: PinRotationTests.now)
    let next = try await tests.signed(tests.update(2, from: 3600, to: 7200))
    let transport = transport { next }
    seen.advance(3599)
    try await ask(transport)
    #expect(paths() == ["/a"])
    seen.advance(1)
    try await ask(transport)
    #expect(paths() == ["/pins", "/a"])
    #expect(await rotation.policy(at: PinRotationTests.now.addingTimeInterval(3600)).update?.update.number == 2)
    try await ask(transport)
    #expect(paths() == ["/a"])
  }

  @Test("When asking fails the request goes on, and nobody asks again for ten minutes")
  func unanswered() async throws {
    _ = try await rotation.accept(try await tests.signed(tests.update(1)), at: PinRotationTests.now)
    let transport = transport { nil }
    seen.advance(3600)
    for _ in 0..<3 { try await ask(transport) }
    #expect(paths() == ["/pins", "/a", "/a", "/a"])
    seen.advance(PinRecall.pause)
    try await ask(transport)
    #expect(paths() == ["/pins", "/a"])
  }

  @Test("A request that waits for an answer that never comes can be cancelled at once, and nothing of it leaves")
  func cancelled() async throws {
    _ = try await rotation.accept(try await tests.signed(tests.update(1)), at: PinRotationTests.now)
    let transport = transport {
      await Self.forEver()
      return nil
    }
    seen.advance(3600)
    let request = Task { try await ask(transport) }
    while !seen.asked { await Task.yield() }
    request.cancel()
    await #expect(throws: NetworkError.cancelled) { try await request.value }
    #expect(paths() == ["/pins"])
  }

  @Test("When patience ends the request goes on without the answer")
  func impatient() async throws {
    _ = try await rotation.accept(try await tests.signed(tests.update(1)), at: PinRotationTests.now)
    let seen = seen
    let transport = transport(patience: { while !seen.asked { await Task.yield() } }) {
      await Self.forEver()
      return nil
    }
    seen.advance(3600)
    try await ask(transport)
    #expect(paths() == ["/pins", "/a"])
  }

  @Test("While the kept update lives nobody waits for the answer")
  func background() async throws {
    _ = try await rotation.accept(
      try await tests.signed(tests.update(1, to: 86_400 * 30)), at: PinRotationTests.now)
    await recall.noteBegin(at: PinRotationTests.now)
    await recall.noteAnswer(at: PinRotationTests.now)
    let transport = transport {
      await Self.forEver()
      return nil
    }
    seen.advance(PinRecall.freshness)
    for _ in 0..<2 { try await ask(transport) }
    while !seen.asked { await Task.yield() }
    #expect(paths().sorted() == ["/a", "/a", "/pins"])
  }

  @Test("What is kept is obeyed before every request, and before the question")
  func settled() async throws {
    let seen = seen
    let transport = transport(settle: { seen.paths.withLock { $0.append("settled") } }, { nil })
    for path in ["/a", "/pins"] {
      try await ask(transport, path)
      #expect(paths() == ["settled", path])
    }
  }

  @Test("An answer is good for a day; who never asked has nothing to ask again for, and the question waits for nobody")
  func freshness() async throws {
    let text = try await tests.signed(tests.update(1, to: 86_400 * 30))
    let transport = transport { text }
    try await ask(transport)
    #expect(paths() == ["/a"])
    await recall.noteBegin(at: PinRotationTests.now)
    await recall.noteAnswer(at: PinRotationTests.now)
    seen.advance(PinRecall.freshness - 1)
    try await ask(transport)
    #expect(paths() == ["/a"])
    seen.advance(1)
    try await ask(transport, "/pins")
    #expect(paths() == ["/pins"])
    try await ask(transport)
    while !seen.asked { await Task.yield() }
    #expect(paths().sorted() == ["/a", "/pins"])
  }

  @Test("Requests at the same time wait for one question")
  func together() async throws {
    _ = try await rotation.accept(try await tests.signed(tests.update(1)), at: PinRotationTests.now)
    let next = try await tests.signed(tests.update(2, from: 3600, to: 7200))
    let transport = transport {
      for _ in 0..<50 { await Task.yield() }
      return next
    }
    seen.advance(3600)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { try await ask(transport) } }
      try await group.waitForAll()
    }
    let paths = paths()
    #expect(paths.first == "/pins" && paths.count { $0 == "/pins" } == 1 && paths.count == 9)
  }
}
