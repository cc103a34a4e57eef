#if LinuxClient
  import ChainSamples
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import NIOSSL
  import NetworkTrust
  import SecurityPolicy
  import Testing

  /// A server that gives tickets, and what its clients say when they come again.
  @Suite(.timeLimit(.minutes(15))) struct SessionTicketTests {
    static let versions: [TLSVersion] = [.tlsv12, .tlsv13]

    private let chain: FaultyChain

    init() throws { chain = try FaultyChain(.none) }

    private func server(_ version: TLSVersion) async throws -> GreetingServer {
      try await GreetingServer(chain: chain.presented, keyPEM: chain.keyPEM, minimum: version, maximum: version)
    }

    private func greetings(_ server: GreetingServer) throws -> [ClientGreeting] {
      try server.seen.greetings.map { try #require(ClientGreeting($0)) }
    }

    private func trust() throws -> TrustEvaluation {
      try TrustEvaluation(
        anchors: .certificates([chain.anchor]),
        pins: PinSet([ServerPin(certificateDER: chain.anchor), ServerPin(digest: .init(repeating: 7, count: 32))]))
    }

    @Test(
      "A second connection of the same transport is made anew: no ticket of the first is shown", arguments: versions)
    func requests(version: TLSVersion) async throws {
      let server = try await server(version)
      let transport = try PinnedHTTPTransport(
        endpoint: Endpoint(host: ServerHost("localhost"), port: server.port), trust: trust(),
        requirement: BadConversation.patience, now: { FaultyChain.now })
      for _ in 0..<2 {
        let answer = try await transport.send(.init(method: .get, scheme: nil, authority: nil, path: "/"), body: [])
        #expect(answer.body == Array("ok".utf8))
      }
      await transport.close()
      await server.stop()
      #expect(try greetings(server).map(\.resumes) == [false, false])
    }

    @Test("A second stream of the same opener is made anew: no ticket of the first is shown", arguments: versions)
    func streams(version: TLSVersion) async throws {
      let server = try await server(version)
      let opener = try PinnedStreamOpener(
        endpoint: Endpoint(host: ServerHost("localhost"), port: server.port), trust: trust(),
        requirement: BadConversation.patience, now: { FaultyChain.now })
      for _ in 0..<2 {
        let stream = try await opener.open()
        try await stream.write([1])
        // The tickets come before this.
        #expect(try await stream.read(upTo: 1) == [UInt8(ascii: "H")])
        await stream.close()
      }
      await server.stop()
      #expect(try greetings(server).map(\.resumes) == [false, false])
    }

    @Test(
      "OpenSSL as the client of the same server does come back with a ticket, and that is seen",
      .enabled(if: Peer.isUsable(Peer.openssl), "no openssl (apt-get install openssl)"), arguments: versions)
    func resuming(version: TLSVersion) async throws {
      let server = try await server(version)
      let client = "\(try #require(Peer.openssl)) s_client -ign_eof -connect 127.0.0.1:\(server.port)"
      let peer = try Peer(
        "/bin/sh",
        ["-c", "echo 1 | \(client) -sess_out kept; echo 2 | \(client) -sess_in kept; echo DONE; exec cat"], files: [:])
      try await peer.wait { peer.output.contains("DONE") }
      #expect(try greetings(server).map(\.resumes) == [false, true])
      #expect(peer.output.contains("Reused, TLS"))
      peer.end()
      await server.stop()
    }
  }
#endif
