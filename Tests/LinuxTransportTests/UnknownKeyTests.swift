#if LinuxClient
  import ChainSamples
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import NetworkTrust
  import SecurityPolicy
  import SecurityTesting
  import Testing

  /// Servers whose own key the TLS library cannot read: it ends the handshake before anybody of us is asked.
  @Suite(
    .serialized, .timeLimit(.minutes(15)),
    .enabled(if: Peer.isUsable(Peer.openssl), "no openssl (apt-get install openssl)")
  )
  struct UnknownKeyTests {
    /// What the evaluation, which reads the certificate itself, calls the key.
    static let curves: [(name: String, pure: TrustRefusal)] = [
      ("secp224r1", .weakKey), ("secp256k1", .unsupportedKey), ("prime192v1", .weakKey),
      ("brainpoolP256r1", .unsupportedKey),
    ]

    private let tests: PinnedHTTPTransportTests

    init() throws { tests = try PinnedHTTPTransportTests() }

    private func trust() throws -> TrustEvaluation { try tests.trust(pinning: tests.root.certificateDER) }

    /// OpenSSL as a server with a key on this curve, and its certificate.
    private func server(_ curve: String) async throws -> (peer: Peer, port: UInt16, certificate: [UInt8]) {
      let openssl = try #require(Peer.openssl)
      let peer = try Peer(
        "/bin/sh",
        [
          "-c",
          """
          \(openssl) req -x509 -newkey ec -pkeyopt ec_paramgen_curve:\(curve) -nodes -keyout key.pem -out leaf.pem \\
            -subj /CN=leaf -addext subjectAltName=DNS:localhost -days 1 &&
          exec \(openssl) s_server -accept 127.0.0.1:0 -cert leaf.pem -key key.pem -cipher ALL:@SECLEVEL=0
          """,
        ], files: [:])
      var port: UInt16?
      try await peer.wait {
        port = peer.output.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }?.split(separator: ":").last
          .flatMap { UInt16($0) }
        return port != nil
      }
      let lines = peer.text("leaf.pem").split(separator: "\n").filter { !$0.hasPrefix("-----") }
      let der = try #require(Data(base64Encoded: lines.joined()))
      return (peer, try #require(port), Array(der))
    }

    /// Why a request, and a stream, ended.
    private func refusals(at port: UInt16) async throws -> [NetworkError?] {
      let endpoint = Endpoint(host: try ServerHost("localhost"), port: port)
      let transport = try PinnedHTTPTransport(
        endpoint: endpoint, trust: trust(), requirement: BadConversation.patience,
        now: { PinnedHTTPTransportTests.now })
      let request = await transport.failure(tests.request(.get, "/marker"))
      await transport.close()
      let opener = try PinnedStreamOpener(
        endpoint: endpoint, trust: trust(), requirement: BadConversation.patience,
        now: { PinnedHTTPTransportTests.now })
      do throws(NetworkError) {
        await (try opener.open()).close()
        return [request, nil]
      } catch { return [request, error] }
    }

    @Test(
      "OpenSSL with a key on a curve that we do not offer ends the handshake itself, and sees nothing", arguments: 0..<4
    )
    func real(index: Int) async throws {
      let (peer, port, certificate) = try await server(Self.curves[index].name)
      #expect(try await refusals(at: port) == [.secureChannelRefused, .secureChannelRefused])
      try await peer.wait { peer.output.contains("ERROR") }
      #expect(!peer.output.contains("marker"))
      let pure = try await trust().evaluate(chain: [certificate], host: ServerHost("localhost"), now: Date()).error
      #expect(pure == .untrusted(Self.curves[index].pure))
      peer.end()
    }

    @Test("A server that shows such a key although we do not offer its curve is refused as one with a foreign key")
    func shown() async throws {
      for (curve, _) in Self.curves {
        let (peer, _, certificate) = try await server(curve)
        peer.end()
        let shameless = try await PlainServer(.showing([certificate]))
        // The library does not say whether the curve is small or foreign; the evaluation would.
        let foreign = NetworkError.untrusted(.unsupportedKey)
        #expect(try await refusals(at: shameless.port) == [foreign, foreign], "\(curve)")
        #expect(!String(decoding: shameless.bytes, as: UTF8.self).contains("marker"))
        await shameless.stop()
      }
    }

    @Test("What is no certificate at all is malformed, and no foreign key")
    func malformed() async throws {
      let server = try await PlainServer(.showing([[0x30, 3, 2, 1, 1]]))
      #expect(try await refusals(at: server.port) == [.malformedCertificate, .malformedCertificate])
      await server.stop()
    }
  }
#endif
