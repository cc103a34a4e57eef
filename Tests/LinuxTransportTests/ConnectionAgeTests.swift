#if LinuxClient
  import ChainSamples
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import LoopbackTLS
  import NetworkTrust
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import Testing

  struct ConnectionAgeTests {
    private let tests: PinnedHTTPTransportTests
    private let clock = Clock()

    init() throws { tests = try PinnedHTTPTransportTests() }

    /// A clock that goes when it is told to.
    private final class Clock: Sendable {
      private let time = Mutex(PinnedHTTPTransportTests.now)
      var now: Date { time.withLock { $0 } }
      func move(by seconds: Double) { time.withLock { $0.addTimeInterval(seconds) } }
    }

    private func transport(to server: LoopbackServer, idle: Duration = .seconds(3600)) throws -> PinnedHTTPTransport {
      var limits = TransportLimits()
      #expect(limits.age == .seconds(600))
      limits.idle = idle
      return try PinnedHTTPTransport(
        endpoint: Endpoint(host: ServerHost("localhost"), port: server.port),
        trust: TrustEvaluation(
          anchors: .certificates([tests.root.certificateDER]),
          pins: PinSet([
            ServerPin(certificateDER: tests.issuer.certificateDER), ServerPin(digest: .init(repeating: 7, count: 32)),
          ])), requirement: BadConversation.patience, limits: limits, now: { [clock] in clock.now })
    }

    @Test("A kept connection takes no request ten minutes after its server was judged, nor when the clock was set back")
    func aged() async throws {
      let server = try await tests.server { _, _ in .answer(PinnedHTTPTransportTests.ok("x")) }
      let transport = try transport(to: server)
      // Seconds since the request before, and how many connections there were after this one.
      for (seconds, connections) in [(0.0, 1), (599, 1), (1, 2), (599, 2), (600, 3), (-1, 4), (0, 4)] {
        clock.move(by: seconds)
        #expect(await transport.failure(tests.request()) == nil)
        #expect(server.seen.connections == connections, "after \(seconds) s")
      }
      await transport.close()
      await server.stop()
    }

    @Test("A certificate that expired while its connection was kept is noticed when that is too old")
    func expired() async throws {
      let server = try await tests.server { _, _ in .answer(PinnedHTTPTransportTests.ok("x")) }
      let transport = try transport(to: server)
      clock.move(by: PinnedHTTPTransportTests.end.timeIntervalSince(clock.now) - 60)
      #expect(await transport.failure(tests.request()) == nil)
      clock.move(by: 120)
      #expect(await transport.failure(tests.request()) == nil)
      clock.move(by: 480)
      #expect(await transport.failure(tests.request()) == .expired)
      #expect(server.seen.requests.count == 2)
      await transport.close()
      await server.stop()
    }

    @Test("What runs on a connection that is too old ends as it would")
    func running() async throws {
      let server = try await tests.server { number, _ in
        number == 0 ? .stall : .answer(PinnedHTTPTransportTests.ok("x"))
      }
      let transport = try transport(to: server)
      let first = Task { await transport.failure(tests.request()) }
      await server.requests(1)
      clock.move(by: 3600)
      #expect(await transport.failure(tests.request()) == nil)
      #expect(server.seen.connections == 2)
      // The first one is still open: only closing the transport ends it.
      await transport.close()
      #expect(await first.value == .closed)
      await server.stop()
    }
  }
#endif
