import CursorOnTarget
import Foundation
import NetworkTrust
import SecurityTesting
import Synchronization
import TakGateway
import Testing

/// Streams without a network, a clock that a test sets, and dice that always fall high.
@Suite(.timeLimit(.minutes(15))) struct TakConnectionTests {
  /// Hands out what is prepared, one stream after another; then nothing answers.
  final class Opener: ByteStreamOpener {
    private let streams: Mutex<[Result<any ByteStream, NetworkError>]>
    init(_ streams: [Result<any ByteStream, NetworkError>]) { self.streams = Mutex(streams) }

    func open() async throws(NetworkError) -> any ByteStream {
      let next = streams.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      guard let next else { throw .identity(.noCertificate) }
      return try next.get()
    }
  }

  /// The time, and every wait that was asked for.
  final class World: Sendable {
    let moment = Mutex(Duration.zero)
    let waits = Mutex<[Duration]>([])
    /// Says when the pause of a stream's liveness begins.
    let asleep = AsyncStream.makeStream(of: Void.self)

    func world(now: CoTTime) -> TakConnection.World {
      TakConnection.World(
        moment: { self.moment.withLock { $0 } },
        now: { now.advanced(milliseconds: self.moment.withLock { $0.components.seconds * 1000 }) }, random: { .max },
        sleep: { wait in
          // The pause of liveness ends with its stream; the pause before the next attempt passes at once.
          if wait == .milliseconds(4500) || wait == CoTLiveness.silence {
            self.asleep.continuation.yield()
            try await Task.sleep(for: .seconds(3600))
          }
          self.waits.withLock { $0.append(wait) }
          self.moment.withLock { $0 += wait }
        })
    }
  }

  private let start: CoTTime

  init() throws { start = try CoTTime("2026-11-22T12:00:00Z") }

  private func pong() throws -> [UInt8] {
    try CoTWriter().bytes(CoTEvent.pong(from: CoTLine("server"), at: start))
  }

  private func position(_ uid: String, at time: CoTTime, validity: Int64 = 600_000) throws -> CoTEvent {
    try CoTEvent(
      uid: CoTLine(uid), type: CoTType("a-f-G"), how: .gps, time: time, stale: time.advanced(milliseconds: validity),
      point: CoTPoint(latitude: 1, longitude: 2))
  }

  /// Runs until every prepared stream was used, which ends with a final error.
  private func run(_ connection: TakConnection) async -> GatewayError? {
    do throws(GatewayError) { try await connection.run() } catch { return error }
    return nil
  }

  @Test func `What was not sent in time is never sent after a reconnect; what still holds is sent once`() async throws {
    let stream = InMemoryByteStream()
    let world = World()
    let connection = TakConnection(
      opener: Opener([.failure(.unreachable(errno: 111)), .success(stream)]), uid: try CoTLine("ME"),
      world: world.world(now: start))
    try await connection.send(position("STALE", at: start, validity: 500))
    try await connection.send(position("OLD", at: start.advanced(milliseconds: -61_000)))
    try await connection.send(position("NEW", at: start.advanced(milliseconds: -1000)))
    try await connection.send(position("NEW", at: start))
    stream.receive(try pong())
    let ended = Task {
      for await notice in connection.notices where notice == .connected { return }
    }
    let task = Task { await run(connection) }
    await ended.value
    while !String(decoding: stream.written, as: UTF8.self).contains("\"NEW\"") { await Task.yield() }
    stream.end()
    #expect(await task.value == .network(.identity(.noCertificate)))
    let written = String(decoding: stream.written, as: UTF8.self)
    #expect(!written.contains("STALE") && !written.contains("OLD"))
    #expect(written.components(separatedBy: "uid=\"NEW\"").count == 2)
  }

  /// Holds what contains `FIRST` until it is let go, and takes it then or breaks under it alone.
  final class HeldStream: ByteStream {
    private let breaks: Bool
    let inner = InMemoryByteStream()
    let reached = AsyncStream.makeStream(of: Void.self)
    let opened = AsyncStream.makeStream(of: Void.self)

    init(breaks: Bool = false) { self.breaks = breaks }

    func read(upTo limit: Int) async throws(NetworkError) -> [UInt8]? { try await inner.read(upTo: limit) }
    func close() async { await inner.close() }

    func write(_ bytes: [UInt8]) async throws(NetworkError) {
      if String(decoding: bytes, as: UTF8.self).contains("FIRST") {
        reached.continuation.yield()
        for await _ in opened.stream { break }
        if breaks { throw .closed }
      }
      try await inner.write(bytes)
    }
  }

  /// A server that takes no byte and says nothing.
  private final class DeafStream: ByteStream {
    let inner = InMemoryByteStream()
    func read(upTo limit: Int) async throws(NetworkError) -> [UInt8]? { try await inner.read(upTo: limit) }
    func close() async { await inner.close() }

    /// Not even the end of its task ends it: only the end of the stream.
    func write(_ bytes: [UInt8]) async throws(NetworkError) {
      while true {
        do throws(NetworkError) { try await inner.write([]) } catch {
          if error == .closed { throw error }
        }
        await Task.yield()
      }
    }
  }

  @Test func `A write that the server does not take keeps nobody from giving the stream up`() async throws {
    let moment = Mutex(Duration.zero)
    let world = TakConnection.World(
      moment: { moment.withLock { $0 } }, now: { [start] in start }, random: { .max },
      sleep: { wait in
        try Task.checkCancellation()
        moment.withLock { $0 += wait }
        await Task.yield()
      })
    let connection = TakConnection(opener: Opener([.success(DeafStream())]), uid: try CoTLine("ME"), world: world)
    let (error, wasConnected) = await connection.once()
    #expect(error == .noAnswer && !wasConnected)
    #expect(moment.withLock { $0 } == CoTLiveness.end)
  }

  @Test func `What is newer does not overtake what waited for the connection`() async throws {
    let stream = HeldStream()
    let connection = TakConnection(
      opener: Opener([.success(stream)]), uid: try CoTLine("ME"), world: World().world(now: start))
    try await connection.send(position("FIRST", at: start))
    stream.inner.receive(try pong())
    let task = Task { await connection.once() }
    for await _ in stream.reached.stream { break }
    try await connection.send(position("SECOND", at: start))
    #expect(!String(decoding: stream.inner.written, as: UTF8.self).contains("SECOND"))
    stream.opened.continuation.yield()
    while !String(decoding: stream.inner.written, as: UTF8.self).contains("SECOND") { await Task.yield() }
    let written = String(decoding: stream.inner.written, as: UTF8.self)
    let (first, second) = (written.firstRange(of: "FIRST"), written.firstRange(of: "SECOND"))
    #expect(try #require(first).lowerBound < #require(second).lowerBound)
    stream.inner.end()
    _ = await task.value
  }

  @Test func `Pauses grow with each failure, and a server that throws everybody out is one`() async throws {
    let short = InMemoryByteStream()
    short.receive(try pong())
    short.end()
    let world = World()
    let connection = TakConnection(
      opener: Opener([
        .failure(.timeout), .failure(.timeout), .success(short), .failure(.secureChannelRefused), .failure(.timeout),
      ]), uid: try CoTLine("ME"), rule: ReconnectRule(longest: .seconds(10)), world: world.world(now: start))
    #expect(await run(connection) == .network(.identity(.noCertificate)))
    #expect(world.waits.withLock { $0 } == [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(10)])
  }

  @Test func `The pause is by chance anything up to its limit`() {
    var dice = SystemRandomNumberGenerator()
    for failures in [1, 4, 60] {
      let limit = min(Duration.seconds(1) * (1 << min(failures - 1, 16)), .seconds(60))
      let delays = (0..<100).map { _ in ReconnectRule().delay(afterFailures: failures, using: &dice) }
      #expect(delays.allSatisfy { $0 <= limit })
      #expect(delays.contains { $0 < limit / 2 } && delays.contains { $0 > limit / 2 })
    }
  }

  @Test func `A stream that never answered is no connection`() async throws {
    let silent = InMemoryByteStream()
    silent.end()
    let connection = TakConnection(
      opener: Opener([.success(silent)]), uid: try CoTLine("ME"), world: World().world(now: start))
    #expect(await connection.once() == (.ended, false))
  }

  @Test func `Who stands in for the server ends nothing: the longest pause, then it is asked again`() async throws {
    let wrong: [NetworkError] = [
      .untrusted(.unknownIssuer), .pinMismatch, .hostMismatch, .expired, .notYetValid, .notTLS,
      // Before the handshake was complete: with TLS 1.2 in the clear, so whoever is on the way can say it.
      .clientCertificateRefused, .clientCertificateRequired,
    ]
    let stream = InMemoryByteStream()
    stream.receive(try pong())
    stream.end()
    let world = World()
    let connection = TakConnection(
      opener: Opener(wrong.map { .failure($0) } + [.success(stream)]), uid: try CoTLine("ME"),
      world: world.world(now: start))
    #expect(await run(connection) == .network(.identity(.noCertificate)))
    #expect(world.waits.withLock { $0.prefix(8) } == Array(repeating: .seconds(60), count: 8)[...])
  }

  @Test(arguments: [NetworkError.clientCertificateRefused, .clientCertificateRequired])
  func `A server that refuses our certificate after the handshake ends it`(refusal: NetworkError) async throws {
    let stream = InMemoryByteStream()
    stream.end(refusal)
    let connection = TakConnection(
      opener: Opener([.success(stream)]), uid: try CoTLine("ME"), world: World().world(now: start))
    #expect(await run(connection) == .network(refusal))
  }
}
