#if TAK
  import CursorOnTarget
  import NetworkTrust
  import TakGateway
  import Testing

  /// A lasting connection to a server that offers version 1.
  @Suite(.timeLimit(.minutes(15))) struct TakVersionConnectionTests {
    private let start: CoTTime

    init() throws { start = try CoTTime("2026-11-22T12:00:00Z") }

    private func connection(_ servers: [NegotiatingServer], asksForMessages: Bool = true) throws -> TakConnection {
      TakConnection(
        opener: TakConnectionTests.Opener(servers.map { .success($0) }), uid: try CoTLine("ME"),
        asksForMessages: asksForMessages, world: TakConnectionTests.World().world(now: start))
    }

    private func position(_ uid: String) throws -> CoTEvent {
      try CoTEvent(
        uid: CoTLine(uid), type: CoTType("a-f-G"), how: .gps, time: start, stale: start.advanced(milliseconds: 600_000),
        point: CoTPoint(latitude: 1, longitude: 2))
    }

    /// The versions that were told before this uid was heard.
    private func versions(of connection: TakConnection, until uid: String) async -> [Int] {
      var versions: [Int] = []
      for await notice in connection.notices {
        switch notice {
        case .version(let version): versions.append(version)
        case .event(let event) where event.uid.description == uid: return versions
        default: break
        }
      }
      return versions
    }

    @Test(arguments: [true, false])
    func `What is handed in while the server is asked goes out once, behind its answer and in the version that holds`(
      isGranted: Bool
    ) async throws {
      let server = try NegotiatingServer(at: start)
      let connection = try connection([server])
      let task = Task { await connection.once() }
      await server.saw("ping")
      try server.offer([1])
      await server.saw("request")
      for uid in ["A", "B"] { try await connection.send(position(uid)) }
      #expect(server.words == ["ping", "request"])
      try server.answer(isGranted)
      let version = isGranted ? 1 : 0
      await server.saw("B \(version)")
      try await connection.send(position("C"))
      await server.saw("C \(version)")
      #expect(server.words == ["ping", "request", "A \(version)", "B \(version)", "C \(version)"])
      try server.say(position("THEIRS"))
      #expect(await versions(of: connection, until: "THEIRS").last == version)
      server.end()
      _ = await task.value
    }

    @Test func `After a change that spoiled a stream the next one stays with XML`() async throws {
      let servers = [try NegotiatingServer(at: start), try NegotiatingServer(at: start)]
      let connection = try connection(servers)
      let task = Task { try? await connection.run() }
      await servers[0].saw("ping")
      try servers[0].offer([1])
      await servers[0].saw("request")
      // As it is when another client wrote offer and grant, and the server knows of neither.
      try servers[0].answer(true)
      try servers[0].say(position("RELAYED"), asXML: true)
      await servers[1].saw("ping")
      try servers[1].offer([1])
      try servers[1].say(position("THEIRS"))
      #expect(await versions(of: connection, until: "THEIRS").last == 0)
      try await connection.send(position("A"))
      await servers[1].saw("A 0")
      #expect(servers[1].words == ["ping", "A 0"])
      servers[1].end()
      _ = await task.value
    }

    @Test func `Who does not want messages leaves the offer unanswered`() async throws {
      let server = try NegotiatingServer(at: start)
      let connection = try connection([server], asksForMessages: false)
      let task = Task { await connection.once() }
      await server.saw("ping")
      try server.offer([1])
      try server.say(position("THEIRS"))
      #expect(await versions(of: connection, until: "THEIRS") == [0])
      #expect(server.words == ["ping"])
      server.end()
      _ = await task.value
    }
  }
#endif
