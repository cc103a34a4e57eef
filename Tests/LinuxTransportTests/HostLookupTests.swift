#if LinuxClient
  import ChainSamples
  import Foundation
  import LinuxTransport
  import LoopbackTLS
  import NetworkTrust
  import SecurityPolicy
  import SecurityTesting
  import Testing

  /// Names that a resolver of the test answers. Source: RFC 8305.
  struct HostLookupTests {
    /// Answers for a family what the test says, whatever the addresses are.
    struct Families: HostLookup {
      var six: Result<[ServerHost], NetworkError>
      var four: Result<[ServerHost], NetworkError>

      func addresses(of name: ServerHost, _ family: ServerHost.Kind) async throws(NetworkError) -> [ServerHost] {
        try (family == .ipv6 ? six : four).get()
      }
    }

    let tests: PinnedHTTPTransportTests
    let name: ServerHost

    init() throws {
      tests = try PinnedHTTPTransportTests()
      name = try ServerHost("api.mantlet.test")
    }

    func server() async throws -> LoopbackServer {
      try await tests.server(names: ["api.mantlet.test"]) { _, _ in .answer(PinnedHTTPTransportTests.ok("x")) }
    }

    func transport(
      _ port: UInt16, _ lookup: any HostLookup, requirement: NetworkRequirement = BadConversation.patience
    ) throws -> PinnedHTTPTransport {
      try PinnedHTTPTransport(
        endpoint: Endpoint(host: name, port: port),
        trust: TrustEvaluation(
          anchors: .certificates([tests.root.certificateDER]),
          pins: PinSet([
            ServerPin(certificateDER: tests.issuer.certificateDER), ServerPin(digest: .init(repeating: 7, count: 32)),
          ])), requirement: requirement, lookup: lookup, now: { PinnedHTTPTransportTests.now })
    }

    @Test("Beside a dead IPv6 address a live IPv4 one is found long before the limit, and judged by the dialled name")
    func happyEyeballs() async throws {
      let server = try await server()
      let dead = try DeadAddress(port: server.port)
      let live = try ServerHost("127.0.0.1")
      let alone = try transport(
        server.port, Families(six: .success([dead.host]), four: .success([])),
        requirement: BadConversationTests.short(.milliseconds(600)))
      #expect(await alone.failure(tests.request()) == .timeout)
      let both = try transport(server.port, Families(six: .success([dead.host]), four: .success([live])))
      let began = ContinuousClock.now
      #expect(await both.failure(tests.request()) == nil)
      // The limit is 180 seconds; most of this is for a busy machine.
      #expect(began.duration(to: .now) < .seconds(90))
      #expect(server.seen.requests.count == 1)
      await alone.close()
      await both.close()
      await server.stop()
    }

    @Test("A request that ends while it connects leaves no connection on its way")
    func givenUp() async throws {
      let server = try await server()
      let dead = try DeadAddress(port: server.port)
      // Those of the address itself, which fill its queue.
      let before = try Self.connecting(to: server.port)
      let transport = try transport(
        server.port, Families(six: .success([dead.host]), four: .success([])))
      let waiting = Task { await transport.failure(tests.request()) }
      try await Self.wait { try Self.connecting(to: server.port) > before }
      waiting.cancel()
      #expect(await waiting.value == .cancelled)
      // Long before the limit of 180 seconds, for it is closed on its event loop a moment later.
      try await Self.wait { try Self.connecting(to: server.port) <= before }
      await transport.close()
      await server.stop()
    }

    private static func wait(until isSo: () throws -> Bool) async throws {
      let deadline = ContinuousClock.now + .seconds(60)
      while try !isSo() {
        try #require(ContinuousClock.now < deadline)
        try await Task.sleep(for: .milliseconds(10))
      }
    }

    /// Sockets of this machine that wait for the first answer from that port. Source: proc(5), `/proc/net/tcp`.
    private static func connecting(to port: UInt16) throws -> Int {
      let (synSent, digits) = ("02", String(port, radix: 16, uppercase: true))
      let end = ":" + String(repeating: "0", count: 4 - digits.count) + digits
      return try ["tcp", "tcp6"].reduce(0) { count, name in
        let text = try String(contentsOfFile: "/proc/self/net/\(name)", encoding: .utf8)
        return count
          + text.split(separator: "\n").count {
            let fields = $0.split(separator: " ")
            return fields.count > 3 && fields[2].hasSuffix(end) && fields[3] == synSent
          }
      }
    }

    @Test(
      "An address that refuses, a family without an answer and one that fails cost nothing while the other one lives")
    func otherFamily() async throws {
      let server = try await server()
      let (live, closed) = (try ServerHost("127.0.0.1"), try ServerHost("127.0.0.9"))
      let answers: [Result<[ServerHost], NetworkError>] = [
        .success([closed]), .success([]), .failure(.nameNotResolved), .success([name]),
      ]
      for six in answers {
        let transport = try transport(server.port, Families(six: six, four: .success([live])))
        #expect(await transport.failure(tests.request()) == nil)
        await transport.close()
      }
      let nobody = try transport(server.port, Families(six: .failure(.nameNotResolved), four: .success([])))
      #expect(await nobody.failure(tests.request()) == .nameNotResolved)
      await nobody.close()
      await server.stop()
    }

    @Test("A lookup that points elsewhere gains nothing: the server there is judged for the dialled name")
    func misled() async throws {
      let other = try await tests.server(names: ["other.mantlet.test"]) { _, _ in
        .answer(PinnedHTTPTransportTests.ok("x"))
      }
      let transport = try transport(other.port, InMemoryHostLookup([name: [ServerHost("127.0.0.1")]]))
      #expect(await transport.failure(tests.request()) == .hostMismatch)
      #expect(other.seen.applicationBytes == 0)
      await transport.close()
      await other.stop()
    }

    @Test("A lookup that never answers runs into the limit, and a stream asks the same lookup")
    func silent() async throws {
      struct Silent: HostLookup {
        func addresses(of name: ServerHost, _ family: ServerHost.Kind) async throws(NetworkError) -> [ServerHost] {
          // Ends with its task.
          try? await Task.sleep(for: .seconds(60))
          return []
        }
      }
      let transport = try transport(1, Silent(), requirement: BadConversationTests.short())
      #expect(await transport.failure(tests.request()) == .timeout)
      await transport.close()
      let server = try await server()
      let opener = try PinnedStreamOpener(
        endpoint: Endpoint(host: name, port: server.port),
        trust: TrustEvaluation(
          anchors: .certificates([tests.root.certificateDER]), pinning: .insecureUnpinned),
        lookup: InMemoryHostLookup([name: [ServerHost("127.0.0.1")]]), now: { PinnedHTTPTransportTests.now })
      await (try opener.open()).close()
      await server.stop()
    }
  }
#endif
