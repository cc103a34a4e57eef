#if LinuxClient
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import LoopbackTLS
  import NetworkTrust
  import Redaction
  import SecurityTesting
  import Testing
  import X509

  struct ReadmeNetworkTests {
    @Test(
      "The network example of the README shows a client certificate from a file to a server of a bundled authority",
      .enabled(if: Peer.isUsable(Peer.openssl), "no openssl (apt-get install openssl)"))
    func example() async throws {
      let (start, end) = (Date().addingTimeInterval(-3600), Date().addingTimeInterval(3600))
      let ours = try TestAuthority(name: "ours", notBefore: start, notAfter: end)
      let server = try await LoopbackServer(
        identity: ours.issue(.init(notBefore: start, notAfter: end)), issuers: [ours.certificateDER], asksClients: true
      ) { _, _ in .answer(PinnedHTTPTransportTests.ok("[]")) }
      var leaf = TestAuthority.Leaf(notBefore: start, notAfter: end)
      (leaf.names, leaf.extendedKeyUsages) = (["client"], [.clientAuth])
      let (bytes, password) = (try await Self.file(of: ours.issue(leaf)), "kennwort")
      let (authority, endpoint) = (ours.certificateDER, Endpoint(host: try ServerHost("localhost"), port: server.port))
      let inUse = try ServerPin(certificateDER: authority).base64
      let inReserve = Data(repeating: 7, count: 32).base64EncodedString()
      // network begins
      // a bundled authority and no other, and the keys of which one has to be in the validated path
      let trust = try TrustEvaluation(
        anchors: .certificates([authority]), pins: PinSet([ServerPin(base64: inUse), ServerPin(base64: inReserve)]))

      // who we are to a server that asks: from a PKCS#12 file, read within bounds
      let identity = try PKCS12File(bytes, password: Secret(copying: password.utf8)).identity()

      // both decide before the first byte of a request leaves
      let transport = try PinnedHTTPTransport(endpoint: endpoint, trust: trust, identity: identity, now: { Date() })
      let nights = try await transport.send(.json(.get, path: "/v1/nights"), body: [])
      // network ends
      #expect(nights.response.status == .ok)
      #expect(server.seen.clients.map(\.first) == [identity.certificates.first])
      await transport.close()
      await server.stop()
    }

    @Test(
      "The README shows exactly the examples that run here, each in under 20 lines",
      arguments: [
        ("network", "ReadmeNetworkTests"), ("rotation", "NetworkExamplesTests"), ("mutual", "NetworkExamplesTests"),
        ("bundled", "NetworkExamplesTests"),
      ])
    func same(name: String, file: String) throws {
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let shown = try Self.block(of: root.appending(path: "README.md"), from: "<!-- \(name) -->", to: "<!-- end -->")
        .filter { !$0.hasPrefix("```") }
      let source = root.appending(path: "Tests/LinuxTransportTests/\(file).swift")
      let run = try Self.block(of: source, from: "// \(name) begins", to: "// \(name) ends")
      #expect(shown == run)
      #expect((4..<20).contains(run.count))
    }

    /// The lines between two marks, without their indentation and without empty ones.
    private static func block(of file: URL, from first: String, to last: String) throws -> [String] {
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }
      let start = try #require(lines.firstIndex(of: first))
      let end = try #require(lines[start...].firstIndex(of: last))
      return lines[(start + 1)..<end].filter { !$0.isEmpty }
    }

    /// A PKCS#12 file as administrators make it.
    private static func file(of issued: TestIdentity) async throws -> [UInt8] {
      let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(at: folder) }
      let certificate =
        "-----BEGIN CERTIFICATE-----\n"
        + Data(issued.certificateDER).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        + "\n-----END CERTIFICATE-----\n"
      try Data((issued.privateKeyPEM + "\n" + certificate).utf8).write(to: folder.appending(path: "client.pem"))
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "openssl", "pkcs12", "-export", "-in", folder.appending(path: "client.pem").path(), "-passout", "pass:kennwort",
        "-out", folder.appending(path: "client.p12").path(),
      ]
      try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in done.resume() }
        do { try process.run() } catch { done.resume(throwing: error) }
      }
      return Array(try Data(contentsOf: folder.appending(path: "client.p12")))
    }
  }
#endif
