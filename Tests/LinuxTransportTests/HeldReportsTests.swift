#if LinuxClient
  import ChainSamples
  import Foundation
  import LinuxTransport
  import LoopbackTLS
  import NetworkTrust
  import SecurityTesting
  import Synchronization
  import Testing

  /// What becomes of reports whose sink does not come after.
  @Suite(.timeLimit(.minutes(15))) struct HeldReportsTests {
    @Test("Nobody who is refused waits for the sink of reports: a few wait for it, in order")
    func bounded() async throws {
      let tests = try PinnedHTTPTransportTests()
      let server = try await tests.server { _, _ in .answer(PinnedHTTPTransportTests.ok("x")) }
      let other = try TestAuthority(
        name: "other", notBefore: PinnedHTTPTransportTests.start, notAfter: PinnedHTTPTransportTests.end)
      let now = PinnedHTTPTransportTests.now
      let clock = Mutex(now)
      let gate = HeldReports()
      let transport = try PinnedHTTPTransport(
        endpoint: Endpoint(host: ServerHost("localhost"), port: server.port),
        trust: TrustEvaluation(
          anchors: .certificates([tests.root.certificateDER]),
          pins: PinSet([
            ServerPin(certificateDER: other.certificateDER), ServerPin(digest: .init(repeating: 7, count: 32)),
          ])),
        requirement: BadConversation.patience, failures: gate, now: { clock.withLock { $0 } })
      func refuse(_ expected: NetworkError, _ count: Int, from first: Date) async -> [Date] {
        let dates = (0..<count).map { first.addingTimeInterval(Double($0)) }
        for date in dates {
          clock.withLock { $0 = date }
          #expect(await transport.failure(tests.request()) == expected)
        }
        return dates
      }
      // No handshake waits for the sink.
      var expected = await refuse(.pinMismatch, 40, from: now).prefix(32)
      expected += await refuse(.expired, 20, from: PinnedHTTPTransportTests.end.addingTimeInterval(60)).prefix(16)
      #expect(gate.dates.isEmpty)
      gate.open()
      await transport.reportsDelivered()
      expected += await refuse(.pinMismatch, 2, from: now.addingTimeInterval(100))
      await transport.reportsDelivered()
      #expect(gate.dates == Array(expected) && gate.most == 1)
      await transport.close()
      await server.stop()
    }
  }
#endif
