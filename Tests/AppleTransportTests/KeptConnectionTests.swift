#if APPLE_EMULATION
  import AppleTransport
  import Foundation
  import HTTPTypes
  import NetworkTrust
  import Security
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import Testing

  /// What is known of a connection that is used again.
  @Suite(.ownNetwork, .timeLimit(.minutes(15))) struct KeptConnectionTests {
    private let place: Surroundings
    private let clock = Clock()
    private let get = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")

    init() throws { place = try Surroundings() }

    /// A clock that goes when it is told to.
    private final class Clock: Sendable {
      private let time = Mutex(Surroundings.now)
      var now: Date { time.withLock { $0 } }
      func move(by seconds: Double) { time.withLock { $0.addTimeInterval(seconds) } }
    }

    private func transport(pinning pinned: [UInt8]) throws -> URLSessionTransport {
      var rules = PinningRequirement()
      rules.mode = .insecureReportOnly
      return try URLSessionTransport(
        endpoint: place.endpoint, anchors: .certificates([place.root.certificateDER]),
        pinning: PinPolicy(
          hosts: [PinnedHost(host: place.endpoint.host, pins: place.pins(pinned))], rules: rules),
        now: { [clock] in clock.now })
    }

    @Test("No request goes over a connection of ten minutes ago, nor over one of the future")
    func aged() async throws {
      let server = place.serve()
      let transport = try transport(pinning: place.root.certificateDER)
      for (seconds, connections) in [(0.0, 1), (599, 1), (1, 2), (599, 2), (600, 3), (-1, 4), (0, 4)] {
        clock.move(by: seconds)
        _ = try await transport.send(get, body: [])
        #expect(server.seen.connections == connections, "after \(seconds) s")
      }
      #expect(transport.integrity == .holds)
    }

    @Test("A certificate that expired while its connection was kept is noticed when that is too old")
    func expired() async throws {
      let server = place.serve()
      let transport = try transport(pinning: place.root.certificateDER)
      clock.move(by: Surroundings.end.timeIntervalSince(clock.now) - 60)
      _ = try await transport.send(get, body: [])
      clock.move(by: 120)
      _ = try await transport.send(get, body: [])
      clock.move(by: 480)
      await #expect(throws: NetworkError.expired) { _ = try await transport.send(get, body: []) }
      #expect(server.seen.requests.count == 2)
    }

    @Test("An answer says whether its session showed a pinned key, also on a kept connection")
    func pinMatch() async throws {
      place.serve()
      let other = try TestAuthority(name: "other", notBefore: Surroundings.start, notAfter: Surroundings.end)
      for (pinned, holds) in [(place.root.certificateDER, true), (other.certificateDER, false)] {
        let transport = try transport(pinning: pinned)
        for _ in 0..<2 {
          let answer = try await transport.send(get, body: [])
          if holds {
            #expect(answer.pinMatch == .holds)
          } else if case .fails = answer.pinMatch {
            // As it should be.
          } else {
            Issue.record("\(answer.pinMatch)")
          }
        }
      }
    }

    @Test(
      "After one connection without a pinned key no answer of its session counts as matched, and the next session's do")
    func mixed() async throws {
      let foreign = try place.root.issuer(name: "second", notBefore: Surroundings.start, notAfter: Surroundings.end)
      let leaf = try foreign.issue(.init(notBefore: Surroundings.start, notAfter: Surroundings.end))
      // Each server closes after its first answer, so that the next request takes a new connection.
      place.serve([Data(leaf.certificateDER), Data(foreign.certificateDER)]) { number, _ in
        number == 0 ? .answer(status: 200) : .close
      }
      let transport = try transport(pinning: place.issuer.certificateDER)
      let first = try await transport.send(get, body: []).pinMatch
      #expect(first != .holds)
      await #expect(throws: NetworkError.closed) { _ = try await transport.send(get, body: []) }
      place.serve()
      #expect(try await transport.send(get, body: []).pinMatch == first)
      transport.leaveConnections()
      #expect(try await transport.send(get, body: []).pinMatch == .holds)
    }
  }
#endif
