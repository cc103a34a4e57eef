#if LinuxClient
  import ChainSamples
  import Foundation
  import LinuxTransport
  import LoopbackTLS
  import NetworkTrust
  import SecurityTesting
  import Testing

  struct SystemAnchorsTests {
    @Test("A missing file is not an empty set of anchors")
    func missing() {
      #expect(throws: NetworkError.anchorsUnavailable(errno: 2)) { try SystemAnchors.load(path: "/nonexistent.crt") }
    }

    @Test("A file without a certificate is no set of anchors")
    func empty() {
      #expect(throws: NetworkError.anchorsUnavailable(errno: 0)) { try SystemAnchors.load(path: "/dev/null") }
    }

    @Test(
      "A spoiled block costs no other certificate of the file",
      arguments: [
        "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\n%%%\n-----END CERTIFICATE-----\n", "-----BEGIN CERTIFICATE-----\nMIIB\n",
        "# CAcert Inc.\r\n\u{FF}",
      ])
    func spoiled(block: String) throws {
      let start = Date(timeIntervalSince1970: 1_700_000_000)
      let good = try ["one", "two"].map {
        try TestAuthority(name: $0, notBefore: start, notAfter: start.addingTimeInterval(86_400)).certificateDER
      }
      let path = NSTemporaryDirectory() + "anchors-\(UInt64.random(in: 0 ... .max)).pem"
      defer { try? FileManager.default.removeItem(atPath: path) }
      let text = FaultyChain.pem([good[0]]) + block + FaultyChain.pem([good[1]])
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      #expect(try SystemAnchors.load(path: path) == .platform(good))
    }

    @Test(
      "The platform's anchors refuse a server of an authority of one's own; with that one listed beside them it holds",
      .enabled(
        if: FileManager.default.isReadableFile(atPath: SystemAnchors.defaultPath)
          || ProcessInfo.processInfo.environment["MANTLET_REQUIRE_TOOLS"] == "1",
        "no anchors of the platform (apt-get install ca-certificates)"))
    func union() async throws {
      let tests = try PinnedHTTPTransportTests()
      let server = try await tests.server { _, _ in .answer(PinnedHTTPTransportTests.ok("")) }
      let endpoint = Endpoint(host: try ServerHost("localhost"), port: server.port)
      let pins = try PinSet([
        ServerPin(certificateDER: tests.issuer.certificateDER), ServerPin(digest: .init(repeating: 7, count: 32)),
      ])
      let cases: [(TrustAnchors, NetworkError?)] = [
        (.system, .untrusted(.unknownIssuer)), (.systemAnd([tests.root.certificateDER]), nil),
      ]
      for (anchors, expected) in cases {
        let transport = try PinnedHTTPTransport(
          endpoint: endpoint, anchors: anchors, pins: pins, now: { PinnedHTTPTransportTests.now })
        #expect(await transport.failure(tests.request()) == expected)
        #expect((server.seen.applicationBytes == 0) == (expected != nil))
        await transport.close()
      }
      await server.stop()
    }
  }
#endif
