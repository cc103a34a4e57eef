#if LinuxClient
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import NetworkTrust
  import SecurityPolicy
  import SecurityTesting
  import Testing

  /// Servers that misbehave before, in and after the handshake.
  struct BadConversationTests {
    static func short(_ limit: Duration = .milliseconds(300)) -> NetworkRequirement {
      var requirement = NetworkRequirement()
      (requirement.requestTimeout, requirement.resourceTimeout) = (limit, limit)
      return requirement
    }

    func failure(
      _ action: PlainServer.Action, requirement: NetworkRequirement = .init()
    ) async throws -> (error: NetworkError?, greeting: [UInt8]) {
      let server = try await PlainServer(action)
      let transport = try PinnedHTTPTransport(
        endpoint: Endpoint(host: ServerHost("localhost"), port: server.port),
        anchors: .certificates([try FaultyChain(.none).anchor]),
        pins: PinSet([1, 2].map { try ServerPin(digest: .init(repeating: $0, count: 32)) }),
        requirement: requirement, now: { FaultyChain.now })
      let error = await transport.failure(.init(method: .get, scheme: nil, authority: nil, path: "/marker"))
      await transport.close()
      await server.stop()
      return (error, server.bytes)
    }

    @Test(
      "A server without TLS is named, and gets the greeting of TLS and nothing else",
      arguments: ["HTTP/1.1 400 Bad Request\r\n\r\n", "220 mail ready\r\n", "SSH-2.0-x\r\n"])
    func plaintext(answer: String) async throws {
      let (error, greeting) = try await failure(.say(answer))
      #expect(error == .notTLS)
      #expect(greeting.first == 0x16)
      #expect(!String(decoding: greeting, as: UTF8.self).contains("marker"))
    }

    @Test("A server that closes at the greeting is refused; one that says nothing runs into the limit")
    func silent() async throws {
      #expect(try await failure(.close).error == .secureChannelRefused)
      #expect(try await failure(.stall, requirement: Self.short()).error == .timeout)
    }

    @Test(
      "A server that stalls inside of the handshake, or sends it byte by byte, runs into the limit and gets a greeting")
    func slowHandshake() async throws {
      // The head of a record with a ServerHello of 122 bytes, and its beginning.
      let hello: [UInt8] = [0x16, 3, 3, 0, 122, 2, 0, 0, 118, 3, 3] + [UInt8](repeating: 7, count: 60)
      for action in [PlainServer.Action.drip(hello), .say(String(decoding: hello.prefix(5), as: UTF8.self))] {
        let (error, greeting) = try await failure(action, requirement: Self.short())
        #expect(error == .timeout)
        #expect(greeting.first == 0x16 && !String(decoding: greeting, as: UTF8.self).contains("marker"))
      }
    }

    @Test("A server that sends one byte after the other runs into the limit for the whole answer")
    func trickle() async throws {
      let tests = try PinnedHTTPTransportTests()
      let server = try await tests.server { _, _ in .trickle(PinnedHTTPTransportTests.ok("0123456789")) }
      let transport = try tests.transport(to: server, requirement: Self.short())
      #expect(await transport.failure(tests.request()) == .timeout)
      await transport.close()
      await server.stop()
    }

    @Test("A redirect to http, or to a server without pins, is refused by name and nothing is sent there")
    func redirects() async throws {
      let tests = try PinnedHTTPTransportTests()
      let foreign = try await tests.server { _, _ in .answer(PinnedHTTPTransportTests.ok("")) }
      let server = try await tests.server { _, text in
        let target = text.contains("/insecure") ? "http://localhost/" : "https://localhost:\(foreign.port)/"
        return .answer("HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
      }
      let transport = try tests.transport(to: server)
      let following = RedirectingTransport(transport, at: transport.endpoint)
      #expect(await following.failure(tests.request(.get, "/insecure")) == .notSecure)
      #expect(await following.failure(tests.request(.get, "/elsewhere")) == .foreignEndpoint)
      #expect(foreign.seen.connections == 0)
      let known = try tests.transport(to: foreign)
      let both = RedirectingTransport(transport, at: transport.endpoint, others: [known.endpoint: known])
      #expect(try await both.send(tests.request(.get, "/elsewhere"), body: []).response.status == .ok)
      await transport.close()
      await known.close()
      await server.stop()
      await foreign.stop()
    }
  }
#endif
