import CursorOnTarget
import Foundation
import NetworkTrust
import SecurityTesting
import Synchronization
import TakGateway
import Testing

/// What becomes of an event whose stream dies while it is written: it is neither lost nor sent twice, and told once.
@Suite(.timeLimit(.minutes(15))) struct BrokenWriteTests: EmergencySuite {
  let start: CoTTime

  init() throws { start = try CoTTime("2026-11-22T12:00:00Z") }

  /// What is told of an event in the next notices, until the last one was written over the second stream.
  private func told(
    of event: CoTEvent, by connection: TakConnection, until last: CoTEvent, over stream: InMemoryByteStream
  ) async throws -> [TakNotice] {
    var told: [TakNotice] = []
    for await notice in connection.notices {
      if notice == .sent(event) || notice == .unsent(event) { told.append(notice) }
      if notice == .connected { break }
    }
    try await connection.send(last)
    while !text(stream).contains("\"\(last.uid)\"") { await Task.yield() }
    stream.end()
    for await notice in connection.notices {
      if notice == .sent(event) || notice == .unsent(event) { told.append(notice) }
      if case .disconnected = notice { break }
    }
    return told
  }

  @Test(arguments: [true, false])
  func `A call that is ended while it is written is told once, as written or not`(isWritten: Bool) async throws {
    let (first, second) = (TakConnectionTests.HeldStream(), InMemoryByteStream())
    let world = TakConnectionTests.World()
    let connection = try connection(over: first, second, world)
    for stream in [first.inner, second] { stream.receive(try pong()) }
    let call = try event("FIRST")
    #expect(try await connection.send(call) == .queued)
    let task = Task { try? await connection.run() }
    for await _ in first.reached.stream { break }
    #expect(try await connection.send(event("FIRST", "b-a-o-can", at: 1, validity: 60)) == .queued)
    // The pause of liveness has begun, and no jump of the clock ends it.
    for await _ in world.asleep.stream { break }
    // The end is stale, and forgotten for it, before the stream is gone, and leaves no call behind.
    world.moment.withLock { $0 = .seconds(61) }
    #expect(try await connection.send(event("OTHER", "a-f-G", at: 61)) == .queued)
    if !isWritten { first.inner.end() }
    first.opened.continuation.yield()
    // The first stream was told as connected before the write.
    for await notice in connection.notices where notice == .connected { break }
    if isWritten {
      while !text(first.inner).contains("FIRST") { await Task.yield() }
      first.inner.end()
    }
    let told = try await told(of: call, by: connection, until: event("LAST", "a-f-G", at: 61), over: second)
    let expected: TakNotice = isWritten ? .sent(call) : .unsent(call)
    #expect(told == [expected])
    #expect(!text(second).contains("FIRST"))
    _ = await task.value
  }

  @Test func `What waited and could not be written is sent once over the next stream, and told once`() async throws {
    for type in ["b-a-o-tbl", "a-f-G"] {
      let (first, second) = (TakConnectionTests.HeldStream(), InMemoryByteStream())
      let connection = try connection(over: first, second, TakConnectionTests.World())
      for stream in [first.inner, second] { stream.receive(try pong()) }
      let waiting = try event("FIRST", type)
      #expect(try await connection.send(waiting) == .queued)
      let task = Task { try? await connection.run() }
      for await _ in first.reached.stream { break }
      first.inner.end()
      first.opened.continuation.yield()
      for await notice in connection.notices where notice == .connected { break }
      let told = try await told(of: waiting, by: connection, until: event("LAST", "a-f-G"), over: second)
      #expect(told == [.sent(waiting)])
      #expect(text(second).components(separatedBy: "uid=\"FIRST\"").count == 2)
      _ = await task.value
    }
  }

  @Test(arguments: ["b-a-o-can", "b-a-o-pan"])
  func `A call that a dead stream held is dropped when its end or a newer call went over the next one`(
    type: String
  ) async throws {
    let (first, second) = (TakConnectionTests.HeldStream(), InMemoryByteStream())
    let world = TakConnectionTests.World()
    let connection = try connection(over: first, second, world)
    for stream in [first.inner, second] { stream.receive(try pong()) }
    let task = Task { try? await connection.run() }
    for await notice in connection.notices where notice == .connected { break }
    let call = try event("FIRST")
    let held = Task { try await connection.send(call) }
    for await _ in first.reached.stream { break }
    first.inner.end()
    for await notice in connection.notices where notice == .connected { break }
    #expect(try await connection.send(event("FIRST", type, at: 1)) == .sent)
    first.opened.continuation.yield()
    #expect(try await held.value == .dropped)
    try await connection.send(event("LAST", "a-f-G"))
    while !text(second).contains("\"LAST\"") { await Task.yield() }
    #expect(text(second).contains(type) && !text(second).contains("b-a-o-tbl"))
    second.end()
    _ = await task.value
  }

  @Test(arguments: ["b-a-o-can", "b-a-o-tbl"])
  func `Behind what is being written no older end goes out, nor the call that it ends`(late: String) async throws {
    let (first, second) = (TakConnectionTests.HeldStream(), InMemoryByteStream())
    let connection = try connection(over: first, second, TakConnectionTests.World())
    for stream in [first.inner, second] { stream.receive(try pong()) }
    let newer = try event("FIRST", late == "b-a-o-can" ? "b-a-o-tbl" : "b-a-o-can", at: 1)
    #expect(try await connection.send(newer) == .queued)
    let task = Task { try? await connection.run() }
    for await _ in first.reached.stream { break }
    #expect(try await connection.send(event("FIRST", late)) == .dropped)
    first.opened.continuation.yield()
    for await notice in connection.notices where notice == .sent(newer) { break }
    for stream in [first.inner, second] { stream.end() }
    _ = await task.value
    #expect(!text(first.inner).contains(late))
  }

  @Test func `A call that a dead stream gives back goes over the next one at once, also where its server is silent`()
    async throws
  {
    let (first, second) = (TakConnectionTests.HeldStream(), InMemoryByteStream())
    let connection = try connection(over: first, second, TakConnectionTests.World())
    for stream in [first.inner, second] { stream.receive(try pong()) }
    let task = Task { try? await connection.run() }
    for await notice in connection.notices where notice == .connected { break }
    let call = try event("FIRST")
    let held = Task { try await connection.send(call) }
    for await _ in first.reached.stream { break }
    first.inner.end()
    for await notice in connection.notices where notice == .connected { break }
    // What waited for the second one is out.
    while try await connection.send(event("NEXT", "a-f-G")) != .sent { await Task.yield() }
    first.opened.continuation.yield()
    #expect(try await held.value == .queued)
    let limit = ContinuousClock.now + .seconds(60)
    while !text(second).contains("FIRST"), ContinuousClock.now < limit { await Task.yield() }
    #expect(text(second).components(separatedBy: "uid=\"FIRST\"").count == 2)
    second.end()
    _ = await task.value
  }

  /// Says goodbye at a byte of zero, and takes bytes until its closing is let go.
  private final class ClosingStream: ByteStream {
    let inner = InMemoryByteStream()
    let closing = AsyncStream.makeStream(of: Void.self)
    let opened = AsyncStream.makeStream(of: Void.self)

    func write(_ bytes: [UInt8]) async throws(NetworkError) { try await inner.write(bytes) }

    func read(upTo limit: Int) async throws(NetworkError) -> [UInt8]? {
      let bytes = try await inner.read(upTo: limit)
      return bytes == [0] ? nil : bytes
    }

    func close() async {
      closing.continuation.yield()
      for await _ in opened.stream { break }
      await inner.close()
    }
  }

  @Test func `What is handed in while a dead stream is closed goes over the next one alone`() async throws {
    let (first, second) = (ClosingStream(), InMemoryByteStream())
    let connection = try connection(over: first, second, TakConnectionTests.World())
    for stream in [first.inner, second] { stream.receive(try pong()) }
    let task = Task { try? await connection.run() }
    for await notice in connection.notices where notice == .connected { break }
    first.inner.receive([0])
    for await _ in first.closing.stream { break }
    let call = try event("P")
    #expect(try await connection.send(call) == .queued)
    first.opened.continuation.yield()
    let told = try await told(of: call, by: connection, until: event("LAST", "a-f-G"), over: second)
    #expect(told == [.sent(call)])
    #expect(!text(first.inner).contains("b-a-o-tbl"))
    #expect(text(second).components(separatedBy: "b-a-o-tbl").count == 2)
    _ = await task.value
  }
}
