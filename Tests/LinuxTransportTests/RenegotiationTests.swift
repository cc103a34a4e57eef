#if LinuxClient
  import ChainSamples
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import NetworkTrust
  import SecurityPolicy
  import Testing

  /// A server that was judged and asks for a second handshake, which nobody would judge: with TLS 1.2 it could show other
  /// keys in it. OpenSSL does so when `R` or, without a wish for our certificate, `r` is typed.
  /// Source: RFC 5246, section 7.4.1.1; RFC 9325, section 3.5.
  @Suite(.timeLimit(.minutes(15)), .enabled(if: Peer.isUsable(Peer.openssl), "no openssl (apt-get install openssl)"))
  struct RenegotiationTests {
    /// Typed on a line of its own; nothing is the same conversation without it.
    static let commands = ["R\n", "r\n", ""]
    /// What OpenSSL says when it has asked for the second handshake, before it says how that ended.
    private static let asked = "SSL_do_handshake -> 1"

    private let chain: FaultyChain

    init() throws { chain = try FaultyChain(.none) }

    private func server() async throws -> (peer: Peer, port: UInt16) {
      try await Peer.opensslServer(chain, ["-tls1_2", "-crlf"])
    }

    private func expectFailure(_ peer: Peer) async throws {
      try await peer.wait { peer.output.split(separator: Self.asked).last?.contains("ERROR") == true }
      #expect(peer.output.split(separator: Self.asked).count == 2)
    }

    @Test("A request whose server renegotiates fails, and what it says then is no answer", arguments: commands)
    func request(command: String) async throws {
      let (peer, port) = try await server()
      let transport = try NginxMatrixTests.transport(chain, port, requirement: BadConversation.patience)
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/marker")
      let asking = Task { await transport.failure(request) }
      try await peer.wait { peer.output.contains("GET /marker") }
      try peer.type(command + "HTTP/1.1 200 OK\nContent-Length: 2\n\nok\n")
      #expect(await asking.value == (command.isEmpty ? nil : .secureChannelRefused))
      if !command.isEmpty { try await expectFailure(peer) }
      // It is not asked once more, either.
      #expect(peer.output.split(separator: "GET /marker", omittingEmptySubsequences: false).count == 2)
      await transport.close()
      peer.end()
    }

    @Test("A stream whose server renegotiates ends, and no byte of the server's is read after it", arguments: commands)
    func stream(command: String) async throws {
      let (peer, port) = try await server()
      let opener = try PinnedStreamOpener(
        endpoint: Endpoint(host: ServerHost("localhost"), port: port),
        trust: TrustEvaluation(
          anchors: .certificates([chain.anchor]),
          pins: PinSet([ServerPin(certificateDER: chain.anchor), ServerPin(digest: .init(repeating: 7, count: 32))])),
        requirement: BadConversation.patience, now: { FaultyChain.now })
      let stream = try await opener.open()
      try await stream.write(Array("marker\n".utf8))
      try await peer.wait { peer.output.contains("marker") }
      try peer.type("before\n")
      var got: [UInt8] = []
      while got.count < 8 { got += try await stream.read(upTo: 8 - got.count) ?? [] }
      #expect(got == Array("before\r\n".utf8))
      try peer.type(command + "after\n")
      if command.isEmpty {
        #expect(try await stream.read(upTo: 1) == [UInt8(ascii: "a")])
      } else {
        await #expect(throws: NetworkError.secureChannelRefused) { try await stream.read(upTo: 1) }
        try await expectFailure(peer)
        // Nothing of ours goes to it, either.
        await #expect(throws: NetworkError.self) { try await stream.write(Array("later\n".utf8)) }
        #expect(!peer.output.contains("later"))
      }
      await stream.close()
      peer.end()
    }
  }
#endif
