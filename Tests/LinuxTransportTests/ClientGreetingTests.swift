#if LinuxClient
  import ChainSamples
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import NetworkTrust
  import SecurityPolicy
  import SecurityTesting
  import Testing

  /// What our client offers a server, read from the wire by somebody else.
  @Suite(.timeLimit(.minutes(15))) struct ClientGreetingTests {
    private let tests: PinnedHTTPTransportTests

    init() throws { tests = try PinnedHTTPTransportTests() }

    /// The first thing that a request, or a stream, says to a server that never answers.
    private func greeting(_ requirement: NetworkRequirement, stream: Bool) async throws -> ClientGreeting {
      let server = try await PlainServer(.stall)
      let endpoint = Endpoint(host: try ServerHost("localhost"), port: server.port)
      let (trust, request) = (try tests.trust(), tests.request())
      let asking = Task {
        if stream {
          let opener = try PinnedStreamOpener(
            endpoint: endpoint, trust: trust, requirement: requirement, now: { PinnedHTTPTransportTests.now })
          await (try opener.open()).close()
        } else {
          let transport = try PinnedHTTPTransport(
            endpoint: endpoint, trust: trust, requirement: requirement, now: { PinnedHTTPTransportTests.now })
          _ = try await transport.send(request, body: [])
        }
      }
      let end = ContinuousClock.now + .seconds(90)
      var greeting: ClientGreeting?
      while greeting == nil {
        try #require(ContinuousClock.now < end, "no greeting came")
        greeting = ClientGreeting(server.bytes)
        await Task.yield()
      }
      asking.cancel()
      await #expect(throws: NetworkError.cancelled) { try await asking.value }
      await server.stop()
      return try #require(greeting)
    }

    @Test(
      "The suites, groups and signatures that are offered are those of the profile, in its order, and no others",
      arguments: TLSProfileName.allCases, [false, true])
    func profile(name: TLSProfileName, stream: Bool) async throws {
      var requirement = BadConversation.patience
      requirement.tlsProfile = name
      let profile = TLSProfile(name)
      let greeting = try await greeting(requirement, stream: stream)
      let (newer, older) = (
        greeting.cipherSuites.filter { $0 >> 8 == 0x13 }, greeting.cipherSuites.filter { $0 >> 8 != 0x13 }
      )
      #expect(older == profile.cipherSuitesOfTLS12)
      // BoringSSL offers all of its own of TLS 1.3, as TLSProfile says.
      #expect(Set(newer) == [0x1301, 0x1302, 0x1303])
      #expect(greeting.groups == profile.groups)
      #expect(greeting.signatureSchemes == profile.signatureSchemes)
      #expect(greeting.versions == [0x0304, 0x0303])
    }

    @Test("With TLS 1.3 as the least nothing older is offered, nor a suite of it")
    func newest() async throws {
      var requirement = BadConversation.patience
      requirement.minimumTLS = .tls13
      for stream in [false, true] {
        let greeting = try await greeting(requirement, stream: stream)
        #expect(greeting.versions == [0x0304])
        #expect(greeting.cipherSuites.allSatisfy { $0 >> 8 == 0x13 })
      }
    }
  }
#endif
