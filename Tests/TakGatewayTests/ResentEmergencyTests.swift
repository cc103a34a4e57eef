import CursorOnTarget
import Foundation
import NetworkTrust
import SecurityTesting
import Synchronization
import TakGateway
import Testing

/// What is sent again when its stream is gone, and what is told of the rest.
@Suite(.timeLimit(.minutes(15))) struct ResentEmergencyTests: EmergencySuite {
  let start: CoTTime

  init() throws { start = try CoTTime("2026-11-22T12:00:00Z") }

  /// The event with a text that a stream of a test holds.
  private func marked(_ event: CoTEvent) throws -> CoTEvent {
    var event = event
    event.detail.remarks = CoTRemarks(text: try CoTText("FIRST"))
    return event
  }

  /// Waits until a stream is connected and its pause of liveness has begun, which no jump of the clock ends.
  private func settle(_ connection: TakConnection, _ world: TakConnectionTests.World) async {
    for await notice in connection.notices where notice == .connected { break }
    for await _ in world.asleep.stream { break }
  }

  /// What was written over this stream until an event that is handed in now.
  private func written(to stream: InMemoryByteStream, by connection: TakConnection, at time: Int64) async throws
    -> String
  {
    try await connection.send(event("LAST", "a-f-G", at: time))
    while !text(stream).contains("\"LAST\"") { await Task.yield() }
    return text(stream)
  }

  @Test func `A call does not come alive again where its end is stale before the write of that fails`() async throws {
    let (first, second, world) = (
      TakConnectionTests.HeldStream(breaks: true), InMemoryByteStream(), TakConnectionTests.World()
    )
    let connection = try connection(over: first, second, world)
    for stream in [first.inner, second] { stream.receive(try pong()) }
    let task = Task { try? await connection.run() }
    await settle(connection, world)
    #expect(try await connection.send(event("P")) == .sent)
    let end = try marked(event("P", "b-a-o-can", validity: 60))
    let held = Task { try await connection.send(end) }
    for await _ in first.reached.stream { break }
    world.moment.withLock { $0 = .seconds(61) }
    first.opened.continuation.yield()
    #expect(try await held.value == .dropped)
    first.inner.end()
    for await notice in connection.notices where notice == .connected { break }
    let written = try await written(to: second, by: connection, at: 61)
    #expect(!written.contains("b-a-o-tbl"))
    second.end()
    _ = await task.value
  }

  @Test func `An end that is stale when it comes ends the call that waits`() async throws {
    let (first, second) = (InMemoryByteStream(), InMemoryByteStream())
    let connection = try connection(over: first, second, TakConnectionTests.World())
    for stream in [first, second] { stream.receive(try pong()) }
    let call = try event("P")
    #expect(try await connection.send(call) == .queued)
    #expect(try await connection.send(event("P", "b-a-o-can", validity: 0)) == .dropped)
    let task = Task { try? await connection.run() }
    var told: [TakNotice] = []
    for await notice in connection.notices {
      if notice == .connected { break }
      told.append(notice)
    }
    #expect(told.contains(.unsent(call)))
    let written = try await written(to: first, by: connection, at: 0)
    #expect(!written.contains("b-a-o-tbl"))
    for stream in [first, second] { stream.end() }
    _ = await task.value
  }

  @Test func `An end that is too late for a newer call ends the older one`() async throws {
    let (first, second, world) = (InMemoryByteStream(), InMemoryByteStream(), TakConnectionTests.World())
    let connection = try connection(over: first, second, world)
    for stream in [first, second] { stream.receive(try pong()) }
    let task = Task { try? await connection.run() }
    await settle(connection, world)
    world.moment.withLock { $0 = .seconds(10) }
    #expect(try await connection.send(event("P", at: 1)) == .sent)
    #expect(try await connection.send(event("P", "b-a-o-pan", at: 3)) == .sent)
    #expect(try await connection.send(event("P", "b-a-o-can", at: 2)) == .dropped)
    first.end()
    for await notice in connection.notices where notice == .connected { break }
    let written = try await written(to: second, by: connection, at: 10)
    #expect(written.contains("b-a-o-pan") && !written.contains("b-a-o-tbl") && !written.contains("b-a-o-can"))
    second.end()
    _ = await task.value
  }

  @Test func `An emergency that is stale when the stream that took it ends is told as not sent again`() async throws {
    let (first, second, world) = (InMemoryByteStream(), InMemoryByteStream(), TakConnectionTests.World())
    let connection = try connection(over: first, second, world)
    for stream in [first, second] { stream.receive(try pong()) }
    let task = Task { try? await connection.run() }
    await settle(connection, world)
    let (short, long) = (try event("P", validity: 20), try event("Q"))
    for call in [short, long] { #expect(try await connection.send(call) == .sent) }
    world.moment.withLock { $0 = .seconds(25) }
    first.end()
    var told: [TakNotice] = []
    for await notice in connection.notices {
      told.append(notice)
      if notice == .sent(long) { break }
    }
    #expect(told.filter { $0 == .unsent(short) }.count == 1)
    #expect(!told.contains(.sent(short)) && !told.contains(.unsent(long)))
    second.end()
    _ = await task.value
  }

  @Test func `A call is not given up for a newer one that a dead stream holds and that is stale`() async throws {
    let (first, second) = (TakConnectionTests.HeldStream(), InMemoryByteStream())
    let world = TakConnectionTests.World()
    let connection = try connection(over: first, second, world)
    for stream in [first.inner, second] { stream.receive(try pong()) }
    let task = Task { try? await connection.run() }
    await settle(connection, world)
    world.moment.withLock { $0 = .seconds(1) }
    let call = try event("P")
    #expect(try await connection.send(call) == .sent)
    let newer = try marked(event("P", at: 1, validity: 30))
    let held = Task { try await connection.send(newer) }
    for await _ in first.reached.stream { break }
    world.moment.withLock { $0 = .seconds(40) }
    first.inner.end()
    for await notice in connection.notices {
      #expect(notice != .unsent(call))
      if notice == .sent(call) || notice == .unsent(call) { break }
    }
    first.opened.continuation.yield()
    #expect(try await held.value == .dropped)
    let written = try await written(to: second, by: connection, at: 40)
    #expect(written.components(separatedBy: "b-a-o-tbl").count == 2 && !written.contains("FIRST"))
    second.end()
    _ = await task.value
  }
}
