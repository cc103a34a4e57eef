import CursorOnTarget
import Foundation
import NetworkTrust
import SecurityTesting
import Synchronization
import TakGateway
import Testing

/// A clock that is put right, backwards, between the end of a call for help and a new call.
@Suite(.timeLimit(.minutes(15))) struct ClockSetBackTests: EmergencySuite {
  let start: CoTTime

  init() throws { start = try CoTTime("2026-11-22T12:00:00Z") }

  private func text(_ stream: InMemoryByteStream) -> String { String(decoding: stream.written, as: UTF8.self) }

  /// Waits until so many pings were sent.
  private func awaitPings(_ count: Int, to stream: InMemoryByteStream) async {
    while text(stream).components(separatedBy: "uid=\"ME-ping\"").count <= count { await Task.yield() }
  }

  @Test func `A call that seems older than an end that had arrived is sent again`() async throws {
    let moment = Mutex(Duration.zero)
    let clock = Mutex(start.advanced(milliseconds: 10_000))
    let world = TakConnection.World.waiting(
      moment: { moment.withLock { $0 } }, now: { clock.withLock { $0 } })
    let (first, second) = (InMemoryByteStream(), InMemoryByteStream())
    let connection = TakConnection(
      opener: TakConnectionTests.Opener([.success(first), .success(second)]), uid: try CoTLine("ME"),
      rule: ReconnectRule(first: .seconds(60)), world: world)
    let task = Task { try? await connection.run() }
    await awaitPings(1, to: first)
    first.receive(try pong())
    for await notice in connection.notices where notice == .connected { break }
    #expect(try await connection.send(event("P", "b-a-o-can", at: 10)) == .sent)
    moment.withLock { $0 = CoTLiveness.silence }
    await awaitPings(2, to: first)
    let theirs = try event("THEIRS", "a-f-G")
    first.receive(try pong() + CoTWriter().bytes(theirs))
    for await notice in connection.notices where notice == .event(theirs) { break }
    clock.withLock { $0 = start.advanced(milliseconds: 1_000) }
    #expect(try await connection.send(event("P", at: 1)) == .sent)
    // The end counts again by the time.
    clock.withLock { $0 = start.advanced(milliseconds: 11_000) }
    first.end()
    second.receive(try pong())
    for await notice in connection.notices where notice == .connected { break }
    try await connection.send(event("LAST", "a-f-G"))
    while !text(second).contains("\"LAST\"") { await Task.yield() }
    #expect(text(second).contains("b-a-o-tbl") && !text(second).contains("b-a-o-can"))
    second.end()
    _ = await task.value
  }

  @Test func `A call that counts as ended by what is sent again with it is told as not sent again`() async throws {
    let (first, second, world) = (InMemoryByteStream(), InMemoryByteStream(), TakConnectionTests.World())
    let connection = TakConnection(
      opener: TakConnectionTests.Opener([.success(first), .success(second)]), uid: try CoTLine("ME"),
      world: world.world(now: start))
    for stream in [first, second] { stream.receive(try pong()) }
    let task = Task { try? await connection.run() }
    for await notice in connection.notices where notice == .connected { break }
    for await _ in world.asleep.stream { break }
    world.moment.withLock { $0 = .seconds(10) }
    let (end, call) = (try event("P", "b-a-o-can", at: 10), try event("P", at: 1))
    #expect(try await connection.send(end) == .sent)
    world.moment.withLock { $0 = .zero }
    #expect(try await connection.send(call) == .sent)
    first.end()
    var told: [TakNotice] = []
    for await notice in connection.notices {
      told.append(notice)
      if notice == .sent(end) { break }
    }
    #expect(told.contains(.unsent(call)) && !told.contains(.sent(call)))
    second.end()
    _ = await task.value
  }
}
