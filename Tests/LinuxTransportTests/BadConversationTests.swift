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

  /// Servers that misbehave before, in and after the handshake: the same rows as over Apple's transports.
  struct BadConversationTests {
    private let tests: PinnedHTTPTransportTests

    init() throws { tests = try PinnedHTTPTransportTests() }

    static func short(_ limit: Duration = .seconds(2)) -> NetworkRequirement {
      var requirement = NetworkRequirement()
      (requirement.requestTimeout, requirement.resourceTimeout) = (limit, limit)
      return requirement
    }

    private func trust() throws -> TrustEvaluation {
      try TrustEvaluation(
        anchors: .certificates([tests.root.certificateDER]),
        pins: PinSet([
          ServerPin(certificateDER: tests.issuer.certificateDER), ServerPin(digest: .init(repeating: 7, count: 32)),
        ]))
    }

    private func transport(_ fault: BadConversation, _ port: UInt16) throws -> PinnedHTTPTransport {
      try PinnedHTTPTransport(
        endpoint: Endpoint(host: ServerHost("localhost"), port: port), trust: trust(), requirement: fault.requirement,
        limits: fault.limits, now: { PinnedHTTPTransportTests.now })
    }

    private func refusal(of row: ConversationRow, at port: UInt16) async throws -> BadConversation.Refusal? {
      let transport = try transport(row.fault, port)
      let refusal = await row.refusal(over: transport, at: transport.endpoint)
      await transport.close()
      return refusal
    }

    @Test(
      "A server that goes through with no handshake is named, and gets the greeting of TLS and nothing else",
      arguments: BadConversation.handshakes)
    func handshake(fault: BadConversation) async throws {
      let server = try await PlainServer(PlainServer.Action(try #require(fault.greeting)))
      let row = try await ConversationRow(fault, elsewhere: Endpoint("https://elsewhere.example"))
      #expect(try await refusal(of: row, at: server.port) == fault.refusal)
      expectGreeting(server)
      let opener = try PinnedStreamOpener(
        endpoint: Endpoint(host: ServerHost("localhost"), port: server.port), trust: trust(),
        requirement: fault.requirement, now: { PinnedHTTPTransportTests.now })
      do throws(NetworkError) {
        await (try opener.open()).close()
        Issue.record("a stream was opened")
      } catch { #expect(BadConversation.Refusal.network(error) == fault.refusal) }
      expectGreeting(server)
      await server.stop()
    }

    private func expectGreeting(_ server: PlainServer) {
      let bytes = server.bytes
      #expect(bytes.isEmpty || bytes.first == 0x16)
      #expect(!String(decoding: bytes, as: UTF8.self).contains("marker"))
    }

    @Test(
      "A server that misbehaves after the handshake is refused by name, and a redirect or an old pin update is not obeyed",
      arguments: BadConversation.allCases.filter { $0.greeting == nil })
    func conversation(fault: BadConversation) async throws {
      let foreign = try await tests.server { _, _ in .answer(PinnedHTTPTransportTests.ok("")) }
      let row = try await ConversationRow(
        fault, elsewhere: Endpoint(host: ServerHost("localhost"), port: foreign.port))
      let action = LoopbackServer.Action(row.answer)
      let server = try await tests.server { _, _ in action }
      #expect(try await refusal(of: row, at: server.port) == fault.refusal)
      #expect(foreign.seen.connections == 0)
      await server.stop()
      await foreign.stop()
    }

    @Test("A redirect to a server that is listed with pins of its own is followed")
    func listed() async throws {
      let known = try await tests.server { _, _ in .answer(PinnedHTTPTransportTests.ok("")) }
      let server = try await tests.server { _, _ in
        .answer(
          "HTTP/1.1 302 Found\r\nLocation: https://localhost:\(known.port)/\r\nContent-Length: 0\r\n\r\n")
      }
      let (first, second) = (try tests.transport(to: server), try tests.transport(to: known))
      let both = RedirectingTransport(first, at: first.endpoint, others: [second.endpoint: second])
      #expect(try await both.send(tests.request(.get, "/elsewhere"), body: []).response.status == .ok)
      await first.close()
      await second.close()
      await server.stop()
      await known.stop()
    }
  }

  extension PlainServer.Action {
    fileprivate init(_ greeting: BadConversation.Greeting) {
      self =
        switch greeting {
        case .say(let bytes): .say(String(decoding: bytes, as: UTF8.self))
        case .close: .close
        case .stall: .stall
        case .drip(let bytes): .drip(bytes)
        }
    }
  }

  extension LoopbackServer.Action {
    fileprivate init(_ answer: BadConversation.Answer) {
      func head(_ status: Int, _ fields: [String: String]) -> String {
        "HTTP/1.1 \(status) x\r\n" + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
      }
      func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
      self =
        switch answer {
        case .close: .close
        case .stall: .stall
        // One byte is missing for good.
        case .trickle(let body): .trickle(head(200, ["Content-Length": "\(body.count + 1)"]) + text(body))
        case .junk: .answer("220 mail ready\r\n\r\n")
        case .whole(let status, let fields, let body): .answer(head(status, fields) + text(body))
        case .parts(let parts):
          .answer(
            head(200, ["Transfer-Encoding": "chunked"])
              + parts.map { String($0.count, radix: 16) + "\r\n" + text($0) + "\r\n" }.joined() + "0\r\n\r\n")
        }
    }
  }
#endif
