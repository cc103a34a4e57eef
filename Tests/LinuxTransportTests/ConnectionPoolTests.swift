#if LinuxClient
  import ChainSamples
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import LoopbackTLS
  import NetworkTrust
  import SecurityPolicy
  import SecurityTesting
  import Testing

  struct ConnectionPoolTests {
    let tests = try? PinnedHTTPTransportTests()

    func transport(
      to server: LoopbackServer, _ tests: PinnedHTTPTransportTests, limits: TransportLimits,
      requirement: NetworkRequirement = BadConversation.patience
    ) throws -> PinnedHTTPTransport {
      try PinnedHTTPTransport(
        endpoint: Endpoint(host: ServerHost("localhost"), port: server.port),
        trust: TrustEvaluation(
          anchors: .certificates([tests.root.certificateDER]),
          pins: PinSet([
            ServerPin(certificateDER: tests.issuer.certificateDER), ServerPin(digest: .init(repeating: 7, count: 32)),
          ])), requirement: requirement, limits: limits, now: { PinnedHTTPTransportTests.now })
    }

    @Test("Many requests at once share few connections, and each gets its own answer")
    func shared() async throws {
      let tests = try #require(tests)
      let server = try await tests.server { _, text in
        .answer(PinnedHTTPTransportTests.ok(String(text.split(separator: " ")[1])))
      }
      var limits = TransportLimits()
      limits.connections = 3
      let transport = try transport(to: server, tests, limits: limits)
      await withTaskGroup(of: Bool.self) { group in
        for number in 0..<60 {
          group.addTask {
            let answer = try? await transport.send(tests.request(.get, "/\(number)"), body: [])
            return answer?.body == Array("/\(number)".utf8)
          }
        }
        for await isRight in group { #expect(isRight) }
      }
      #expect((1...3).contains(server.seen.connections))
      await transport.close()
      await server.stop()
    }

    @Test("Where too many wait, one more is refused at once; those who wait fail when the transport closes")
    func full() async throws {
      let tests = try #require(tests)
      let server = try await tests.server { _, _ in .stall }
      var limits = TransportLimits()
      (limits.connections, limits.waiting) = (1, 2)
      let transport = try transport(to: server, tests, limits: limits)
      let first = Task { await transport.failure(tests.request()) }
      await server.requests(1)
      await withTaskGroup(of: NetworkError?.self) { group in
        for _ in 0..<3 { group.addTask { await transport.failure(tests.request()) } }
        #expect(await group.next() == .busy(limit: 2))
        await transport.close()
        for await error in group { #expect(error == .closed) }
      }
      #expect(await first.value == .closed)
      #expect(server.seen.connections == 1)
      await server.stop()
    }

    @Test("Waiting counts into the time limit, and a cancelled request leaves the queue to the others")
    func waiting() async throws {
      let tests = try #require(tests)
      let server = try await tests.server { number, _ in
        number == 0 ? .stall : .answer(PinnedHTTPTransportTests.ok("x"))
      }
      var limits = TransportLimits()
      limits.connections = 1
      let transport = try transport(
        to: server, tests, limits: limits, requirement: BadConversationTests.short(.seconds(15)))
      // Long enough for a busy machine: a request that times out before the server has seen it would never be counted.
      let first = Task { await transport.failure(tests.request()) }
      await server.requests(1)
      let cancelled = Task { await transport.failure(tests.request()) }
      let waiting = Task { await transport.failure(tests.request()) }
      cancelled.cancel()
      #expect(await cancelled.value == .cancelled)
      #expect(await first.value == .timeout)
      let last = await waiting.value
      #expect(last == .timeout || last == nil)
      #expect(await transport.failure(tests.request()) == nil)
      await transport.close()
      await server.stop()
    }

    @Test("A connection that is not used for long is closed")
    func idle() async throws {
      let tests = try #require(tests)
      let server = try await tests.server { _, _ in .answer(PinnedHTTPTransportTests.ok("x")) }
      var limits = TransportLimits()
      limits.idle = .milliseconds(50)
      let transport = try transport(to: server, tests, limits: limits)
      _ = try await transport.send(tests.request(), body: [])
      await server.allClosed()
      _ = try await transport.send(tests.request(), body: [])
      #expect(server.seen.connections == 2)
      await transport.close()
      await server.stop()
    }

    @Test("A request that was cancelled before it began leaves the kept connection to others")
    func cancelledBefore() async throws {
      let tests = try #require(tests)
      let server = try await tests.server { _, _ in .answer(PinnedHTTPTransportTests.ok("x")) }
      let transport = try transport(to: server, tests, limits: .init())
      _ = try await transport.send(tests.request(), body: [])
      let cancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await transport.failure(tests.request())
      }
      #expect(await cancelled.value == .cancelled)
      #expect(await transport.failure(tests.request()) == nil)
      #expect(server.seen.connections == 1 && server.seen.requests.count == 2)
      await transport.close()
      await server.stop()
    }

    @Test("After other pins were adopted, the next request is judged by them on a connection of its own")
    func adopted() async throws {
      let tests = try #require(tests)
      let server = try await tests.server { _, _ in .answer(PinnedHTTPTransportTests.ok("x")) }
      let transport = try transport(to: server, tests, limits: .init())
      _ = try await transport.send(tests.request(), body: [])
      transport.adopt(
        try TrustEvaluation(
          anchors: .certificates([tests.root.certificateDER]),
          pins: PinSet([1, 2].map { try ServerPin(digest: .init(repeating: $0, count: 32)) })))
      #expect(await transport.failure(tests.request()) == .pinMismatch)
      #expect(server.seen.requests.count == 1)
      await transport.close()
      await server.stop()
    }

    @Test("A thousand requests at once are answered over no more than the limit's connections")
    func thousand() async throws {
      let tests = try #require(tests)
      let server = try await tests.server { _, _ in .answer(PinnedHTTPTransportTests.ok("x")) }
      let transport = try transport(to: server, tests, limits: .init())
      let answered = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<1000 { group.addTask { await transport.failure(tests.request()) == nil } }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(answered == 1000)
      #expect(server.seen.connections <= 6)
      await transport.close()
      await server.stop()
    }
  }
#endif
