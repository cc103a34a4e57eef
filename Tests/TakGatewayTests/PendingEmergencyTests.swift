import CursorOnTarget
import Foundation
import NetworkTrust
import SecurityTesting
import Synchronization
import TakGateway
import Testing

/// What is handed in while the server is away, and what becomes of it.
@Suite(.timeLimit(.minutes(15))) struct PendingEmergencyTests: EmergencySuite {
  let start: CoTTime

  init() throws { start = try CoTTime("2026-11-22T12:00:00Z") }

  /// To a server that is there at the second attempt, two minutes after the first.
  private func connection(to stream: InMemoryByteStream) throws -> TakConnection {
    stream.receive(try pong())
    return TakConnection(
      opener: TakConnectionTests.Opener([.failure(.unreachable(errno: 111)), .success(stream)]), uid: try CoTLine("ME"),
      rule: ReconnectRule(first: .seconds(120), longest: .seconds(120)),
      world: TakConnectionTests.World().world(now: start))
  }

  /// What is told until this event is sent, and then the server goes.
  private func told(by connection: TakConnection, until last: CoTEvent, on stream: InMemoryByteStream) async
    -> [TakNotice]
  {
    let task = Task { try? await connection.run() }
    var told: [TakNotice] = []
    for await notice in connection.notices {
      told.append(notice)
      if notice == .sent(last) { break }
    }
    stream.end()
    _ = await task.value
    return told
  }

  private func sent(_ told: [TakNotice]) -> [CoTEvent] {
    told.compactMap { notice in
      guard case .sent(let event) = notice else { return nil }
      return event
    }
  }

  @Test func `An emergency and its end wait as long as they hold, whatever else is handed in, the end for both`()
    async throws
  {
    let stream = InMemoryByteStream()
    let connection = try connection(to: stream)
    let (alarm, end, short) = (try event("P"), try event("P", "b-a-o-can", at: 1), try event("Q", validity: 100))
    let other = try event("O")
    for waiting in [alarm, end, short, try event("P", "a-f-G", at: 2), other] {
      #expect(try await connection.send(waiting) == .queued)
    }
    for number in 0..<100 { #expect(try await connection.send(event("S-\(number)", "a-f-G")) == .queued) }
    let last = try event("LAST", "a-f-G", at: 100)
    #expect(try await connection.send(last) == .queued)
    #expect(try await connection.send(event("R", validity: 0)) == .dropped)
    let told = await told(by: connection, until: last, on: stream)
    #expect(sent(told) == [end, other, last])
    #expect(told.contains(.unsent(short)) && told.contains(.unsent(alarm)))
    let written = String(decoding: stream.written, as: UTF8.self)
    #expect(written.contains("b-a-o-tbl") && written.contains("b-a-o-can") && !written.contains("uid=\"S-"))
  }

  @Test func `No uid takes another's place with emergencies, and what finds no room is not called sent`() async throws {
    let stream = InMemoryByteStream()
    let connection = try connection(to: stream)
    #expect(try await connection.send(event("P")) == .queued)
    for number in 0..<300 { #expect(try await connection.send(event("LOUD", "b-a-\(number)")) == .queued) }
    var outcomes: [TakSending] = []
    for number in 0..<300 { outcomes.append(try await connection.send(event("S-\(number)"))) }
    #expect(outcomes.prefix(251).allSatisfy { $0 == .queued } && outcomes.dropFirst(251).allSatisfy { $0 == .dropped })
    let last = try event("Z", "a-f-G", at: 100)
    #expect(try await connection.send(last) == .queued)
    let told = await told(by: connection, until: last, on: stream)
    var counts: [String: Int] = [:]
    for event in sent(told) { counts[String(event.uid.description.prefix(1)), default: 0] += 1 }
    #expect(counts == ["P": 1, "L": 4, "S": 251, "Z": 1])
  }

  /// Breaks under every write that contains a text; what it says of that is the writer's to notice.
  private final class BrokenStream: ByteStream {
    let inner = InMemoryByteStream()
    private let text: String

    init(under text: String) { self.text = text }

    func read(upTo limit: Int) async throws(NetworkError) -> [UInt8]? { try await inner.read(upTo: limit) }
    func close() async { await inner.close() }

    func write(_ bytes: [UInt8]) async throws(NetworkError) {
      if String(decoding: bytes, as: UTF8.self).contains(text) { throw .closed }
      try await inner.write(bytes)
    }
  }

  @Test func `An emergency whose connection breaks under it goes over the next one, before what came later`()
    async throws
  {
    let (broken, whole) = (BrokenStream(under: "uid=\"P\""), InMemoryByteStream())
    let connection = TakConnection(
      opener: TakConnectionTests.Opener([.success(broken), .success(whole)]), uid: try CoTLine("ME"),
      world: TakConnectionTests.World().world(now: start))
    let (alarm, later) = (try event("P"), try event("P", "b-a-o-pan", at: 1))
    for stream in [broken.inner, whole] { stream.receive(try pong()) }
    let task = Task { try? await connection.run() }
    for await notice in connection.notices where notice == .connected { break }
    #expect(try await connection.send(event("Q", "a-f-G")) == .sent)
    await #expect(throws: GatewayError.network(.closed)) { try await connection.send(event("P", "a-f-G")) }
    #expect(try await connection.send(alarm) == .queued)
    #expect(try await connection.send(later) == .queued)
    broken.inner.end()
    var told: [TakNotice] = []
    for await notice in connection.notices {
      told.append(notice)
      if notice == .sent(later) { break }
    }
    whole.end()
    _ = await task.value
    #expect(sent(told) == [alarm, later])
    #expect(!String(decoding: whole.written, as: UTF8.self).contains("a-f-G"))
  }

  @Test func `An emergency that a dead stream took goes over the next one, and a position does not`() async throws {
    let (dead, whole) = (InMemoryByteStream(), InMemoryByteStream())
    let connection = TakConnection(
      opener: TakConnectionTests.Opener([.success(dead), .success(whole)]), uid: try CoTLine("ME"),
      world: TakConnectionTests.World().world(now: start))
    let (alarm, end) = (try event("P"), try event("Q", "b-a-o-can", at: 1))
    for stream in [dead, whole] { stream.receive(try pong()) }
    let task = Task { try? await connection.run() }
    for await notice in connection.notices where notice == .connected { break }
    for given in [alarm, try event("Q"), end, try event("P", "a-f-G", at: 2)] {
      #expect(try await connection.send(given) == .sent)
    }
    dead.end()
    for await notice in connection.notices where notice == .connected { break }
    try await connection.send(event("LAST", "a-f-G"))
    while !String(decoding: whole.written, as: UTF8.self).contains("\"LAST\"") { await Task.yield() }
    var stream = CoTStreamReader()
    try stream.receive(whole.written)
    var written: [CoTEvent] = []
    while let bytes = try stream.next() { written.append(try CoTReader().read(bytes)) }
    #expect(written.filter { ["P", "Q"].contains($0.uid.description) } == [alarm, end])
    whole.end()
    _ = await task.value
  }

  @Test(arguments: ["b-a-o-can", "in no event"])
  func `A call that was ended does not come alive again where its end is stale sooner`(text: String) async throws {
    let (first, second, world) = (BrokenStream(under: text), InMemoryByteStream(), TakConnectionTests.World())
    let connection = TakConnection(
      opener: TakConnectionTests.Opener([.success(first), .success(second)]), uid: try CoTLine("ME"),
      world: world.world(now: start))
    for stream in [first.inner, second] { stream.receive(try pong()) }
    let task = Task { try? await connection.run() }
    for await notice in connection.notices where notice == .connected { break }
    #expect(try await connection.send(event("P")) == .sent)
    // The pause of liveness has begun, and no jump of the clock ends it.
    for await _ in world.asleep.stream { break }
    let outcome: TakSending = text == "b-a-o-can" ? .queued : .sent
    #expect(try await connection.send(event("P", "b-a-o-can", at: 1, validity: 60)) == outcome)
    world.moment.withLock { $0 = .seconds(61) }
    let last = try event("LAST", at: 61)
    try await connection.send(last)
    first.inner.end()
    for await notice in connection.notices where notice == .connected { break }
    while !String(decoding: second.written, as: UTF8.self).contains("\"LAST\"") { await Task.yield() }
    #expect(!String(decoding: second.written, as: UTF8.self).contains("uid=\"P\""))
    second.end()
    _ = await task.value
  }

  @Test func `A call that is ended while it is written does not come alive again`() async throws {
    let (first, second) = (TakConnectionTests.HeldStream(), InMemoryByteStream())
    let world = TakConnectionTests.World()
    let connection = TakConnection(
      opener: TakConnectionTests.Opener([.success(first), .success(second)]), uid: try CoTLine("ME"),
      world: world.world(now: start))
    for stream in [first.inner, second] { stream.receive(try pong()) }
    let call = try event("FIRST")
    #expect(try await connection.send(call) == .queued)
    let task = Task { try? await connection.run() }
    for await _ in first.reached.stream { break }
    #expect(try await connection.send(event("FIRST", "b-a-o-can", at: 1, validity: 60)) == .queued)
    // The pause of liveness has begun, and no jump of the clock ends it.
    for await _ in world.asleep.stream { break }
    world.moment.withLock { $0 = .seconds(61) }
    first.opened.continuation.yield()
    for await notice in connection.notices where notice == .sent(call) { break }
    first.inner.end()
    for await notice in connection.notices where notice == .connected { break }
    try await connection.send(event("LAST", at: 61))
    while !String(decoding: second.written, as: UTF8.self).contains("\"LAST\"") { await Task.yield() }
    #expect(!String(decoding: second.written, as: UTF8.self).contains("FIRST"))
    second.end()
    _ = await task.value
  }

  @Test func `An emergency is not sent again once the server has answered a ping behind it`() async throws {
    let moment = Mutex(Duration.zero)
    let world = TakConnection.World.waiting(
      moment: { moment.withLock { $0 } }, now: { [start] in start })
    let (first, second) = (InMemoryByteStream(), InMemoryByteStream())
    let connection = TakConnection(
      opener: TakConnectionTests.Opener([.success(first), .success(second)]), uid: try CoTLine("ME"),
      rule: ReconnectRule(first: .seconds(60)), world: world)
    let task = Task { try? await connection.run() }
    func pings() -> Int {
      String(decoding: first.written, as: UTF8.self).components(separatedBy: "uid=\"ME-ping\"").count - 1
    }
    while pings() < 1 { await Task.yield() }
    first.receive(try pong())
    for await notice in connection.notices where notice == .connected { break }
    #expect(try await connection.send(event("P")) == .sent)
    moment.withLock { $0 = CoTLiveness.silence }
    while pings() < 2 { await Task.yield() }
    let theirs = try event("THEIRS", "a-f-G")
    first.receive(try pong() + CoTWriter().bytes(theirs))
    for await notice in connection.notices where notice == .event(theirs) { break }
    first.end()
    second.receive(try pong())
    for await notice in connection.notices where notice == .connected { break }
    let last = try event("LAST", "a-f-G")
    try await connection.send(last)
    while !String(decoding: second.written, as: UTF8.self).contains("\"LAST\"") { await Task.yield() }
    #expect(!String(decoding: second.written, as: UTF8.self).contains("b-a-o-tbl"))
    second.end()
    _ = await task.value
  }

  @Test func `An end is not sent behind a newer call under its uid`() async throws {
    let (stream, world) = (InMemoryByteStream(), TakConnectionTests.World())
    let connection = TakConnection(
      opener: TakConnectionTests.Opener([.success(stream)]), uid: try CoTLine("ME"), world: world.world(now: start))
    stream.receive(try pong())
    let task = Task { await connection.once() }
    for await notice in connection.notices where notice == .connected { break }
    // The pause of liveness has begun, and no jump of the clock ends it.
    for await _ in world.asleep.stream { break }
    world.moment.withLock { $0 = .seconds(10) }
    #expect(try await connection.send(event("P", at: 5)) == .sent)
    #expect(try await connection.send(event("P", "b-a-o-can", at: 4)) == .dropped)
    #expect(try await connection.send(event("P", at: 3)) == .sent)
    #expect(try await connection.send(event("P", "b-a-o-can", at: 5)) == .sent)
    stream.end()
    _ = await task.value
    #expect(String(decoding: stream.written, as: UTF8.self).components(separatedBy: "b-a-o-can").count == 2)
  }
}
