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
  import TrustWire

  /// Pins that are only watched, and somebody in between whom the anchors believe.
  struct PinMatchTests {
    private let tests: PinnedHTTPTransportTests
    private let request: HTTPRequest

    init() throws {
      tests = try PinnedHTTPTransportTests()
      request = tests.request()
    }

    private final class Kept: PinFailureStore {
      let bytes = Mutex<[UInt8]?>(nil)
      func load() async throws(NetworkError) -> [UInt8]? { bytes.withLock { $0 } }
      func save(_ new: [UInt8]) async throws(NetworkError) { bytes.withLock { $0 = new } }
    }

    private func transport(
      to server: LoopbackServer, pinning pinned: [UInt8], failures: (any PinFailureSink)? = nil
    ) throws -> PinnedHTTPTransport {
      var rules = PinningRequirement()
      rules.mode = .insecureReportOnly
      let host = try ServerHost("localhost")
      let pins = try PinSet([ServerPin(certificateDER: pinned), ServerPin(digest: .init(repeating: 7, count: 32))])
      return try PinnedHTTPTransport(
        endpoint: Endpoint(host: host, port: server.port),
        trust: TrustEvaluation(
          anchors: .certificates([tests.root.certificateDER]),
          pinning: PinPolicy(hosts: [PinnedHost(host: host, pins: pins)], rules: rules)),
        requirement: BadConversation.patience, failures: failures, now: { PinnedHTTPTransportTests.now })
    }

    @Test("An answer says whether its connection showed a pinned key, also on a kept one")
    func told() async throws {
      let server = try await tests.server { _, _ in .answer(PinnedHTTPTransportTests.ok("x")) }
      let other = try TestAuthority(
        name: "other", notBefore: PinnedHTTPTransportTests.start, notAfter: PinnedHTTPTransportTests.end)
      for (pinned, holds) in [(tests.issuer.certificateDER, true), (other.certificateDER, false)] {
        let transport = try transport(to: server, pinning: pinned)
        for _ in 0..<2 {
          let answer = try await transport.send(request, body: [])
          if holds {
            #expect(answer.pinMatch == .holds)
          } else if case .fails = answer.pinMatch {
            // As it should be.
          } else {
            Issue.record("\(answer.pinMatch)")
          }
        }
        await transport.close()
      }
      #expect(server.seen.connections == 2)
      await server.stop()
    }

    @Test("A report that somebody in between took and thanked for is told again to the server with the pinned key")
    func swallowed() async throws {
      let real = try await tests.server { _, _ in .answer(PinnedHTTPTransportTests.ok("x")) }
      let other = try TestAuthority(
        name: "other", notBefore: PinnedHTTPTransportTests.start, notAfter: PinnedHTTPTransportTests.end)
      let queue = PinFailureQueue(store: Kept())
      let request = request
      func tell(over transport: PinnedHTTPTransport, at now: Date) async throws -> Int {
        try await queue.tell(at: now) { batch async throws(NetworkError) -> Verdict in
          let answer = try await transport.send(
            .init(method: .post, scheme: nil, authority: nil, path: "/"), body: batch.bytes)
          #expect(answer.response.status == .ok)
          return answer.pinMatch
        }
      }
      // Whom this one pins is not whom it reaches.
      let deceived = try transport(to: real, pinning: other.certificateDER, failures: queue)
      _ = try await deceived.send(request, body: [])
      let date = PinnedHTTPTransportTests.now
      // The report comes from a task of its own.
      while await queue.due(at: date).isEmpty { await Task.yield() }
      #expect(try await tell(over: deceived, at: date) == 1)
      await deceived.close()
      let later = date.addingTimeInterval(3600)
      #expect(await queue.due(at: later).first?.entries.first?.outcome == .reportedOnly)
      let honest = try transport(to: real, pinning: tests.issuer.certificateDER, failures: queue)
      #expect(try await tell(over: honest, at: later) == 1)
      #expect(await queue.due(at: later.addingTimeInterval(7200)).isEmpty)
      await honest.close()
      await real.stop()
    }
  }
#endif
