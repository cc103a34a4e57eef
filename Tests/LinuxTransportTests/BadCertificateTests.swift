#if LinuxClient
  import ChainSamples
  import Crypto
  import CryptoExtras
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import NetworkTrust
  import SecurityPolicy
  import Synchronization
  import Testing
  import X509

  /// Certificates with one fault each, presented by OpenSSL: the reason has its name, and OpenSSL got no request.
  @Suite(.serialized, .enabled(if: Peer.isUsable(Peer.openssl), "no openssl (apt-get install openssl)"))
  struct BadCertificateTests {
    typealias Fault = FaultyChain.Fault

    /// What a request to the server came to, and whether the server saw it.
    func outcome(
      _ chain: FaultyChain, _ options: [String] = [], requirement: NetworkRequirement = BadConversation.patience,
      pinning: PinPolicy? = nil, until marker: String = "ERROR", now: Date = FaultyChain.now,
      failures: (any PinFailureSink)? = nil, judged: (@Sendable (TrustDecision) -> Void)? = nil
    ) async throws -> (error: NetworkError?, wasSeen: Bool) {
      let (peer, port) = try await Peer.opensslServer(chain, options)
      let pins = try PinSet([
        ServerPin(certificateDER: chain.anchor), ServerPin(digest: .init(repeating: 7, count: 32)),
      ])
      let transport = try PinnedHTTPTransport(
        endpoint: Endpoint(host: ServerHost("localhost"), port: port),
        trust: TrustEvaluation(anchors: .certificates([chain.anchor]), pinning: pinning ?? PinPolicy(pins)),
        requirement: requirement, failures: failures, judged: judged, now: { now })
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/marker")
      let asking = Task { await transport.failure(request) }
      // OpenSSL's server does not answer: where it sees the request, closing ends the wait.
      try await peer.wait { peer.output.contains(marker) || peer.output.contains("ERROR") }
      if marker == "marker" { await transport.close() }
      let error = await asking.value
      await transport.reportsDelivered()
      await transport.close()
      return (error, peer.output.contains("marker"))
    }

    @Test(
      "A server with a faulty certificate is refused by the name that the pure evaluation gives, and sees nothing",
      arguments: Fault.allCases)
    func refused(fault: Fault) async throws {
      let (chain, reason) = (try FaultyChain(fault), fault.refusal)
      #expect(try await Self.pure(chain) == reason)
      let reports = KeptReports()
      let (error, wasSeen) = try await outcome(chain, until: reason == nil ? "marker" : "ERROR", failures: reports)
      // OpenSSL's server answers nothing: whoever was let in is closed on.
      #expect(error == reason ?? .closed)
      #expect(wasSeen == (reason == nil))
      reports.expect(try Self.report(of: fault, chain))
    }

    /// Rows that the TLS library ends before it asks whom to believe: nothing is reported of them.
    static let unasked: Set<Fault> = [.huge, .garbageIssuer, .garbageBeside]

    /// What is reported of a refusal: the keys as they were presented, as there is no valid path.
    static func report(of fault: Fault, _ chain: FaultyChain) throws -> PinFailureReport? {
      guard fault.refusal != nil, !unasked.contains(fault) else { return nil }
      let expected: Set = [
        try ServerPin(certificateDER: chain.anchor), try ServerPin(digest: .init(repeating: 7, count: 32)),
      ]
      // The one that is too large cannot be read.
      let seen = try chain.presented.prefix(10).filter { $0.count <= TrustEvaluation.maximumCertificateSize }
        .map { try ServerPin(certificateDER: $0) }
      return PinFailureReport(
        host: try ServerHost("localhost"), expected: expected, seen: seen, date: FaultyChain.now,
        outcome: .notValidated)
    }

    /// What is reported of a valid path without a pinned key: the keys of that path.
    static func report(expecting pins: [ServerPin], of chain: FaultyChain) throws -> PinFailureReport {
      let path = chain.presented + [chain.anchor]
      return PinFailureReport(
        host: try ServerHost("localhost"), expected: Set(pins),
        seen: try path.map { try ServerPin(certificateDER: $0) }, date: FaultyChain.now, outcome: .refused)
    }

    /// What the evaluation says of the same certificates without any server.
    static func pure(_ chain: FaultyChain) async throws -> NetworkError? {
      let pins = try PinSet([
        ServerPin(certificateDER: chain.anchor), ServerPin(digest: .init(repeating: 7, count: 32)),
      ])
      return try await TrustEvaluation(anchors: .certificates([chain.anchor]), pins: pins)
        .evaluate(chain: chain.presented, host: ServerHost("localhost"), now: FaultyChain.now).error
    }

    @Test(
      "A server that speaks only TLS 1.0 or 1.1 is refused before it sees anything", arguments: ["-tls1", "-tls1_1"])
    func old(version: String) async throws {
      let (error, wasSeen) = try await outcome(try FaultyChain(.none), [version])
      #expect(error == .oldTLS)
      #expect(!wasSeen)
    }

    @Test("A TLS 1.2 server whose key exchange has no forward secrecy is refused, however right its certificate is")
    func forwardSecrecy() async throws {
      let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
      let chain = try FaultyChain(.none, leafKey: .init(key), keyPEM: key.pemRepresentation)
      let (suite, version) = ("AES128-GCM-SHA256", ["-tls1_2", "-cipher", "AES128-GCM-SHA256:@SECLEVEL=0"])
      for profile in TLSProfileName.allCases {
        var requirement = BadConversation.patience
        requirement.tlsProfile = profile
        let (error, wasSeen) = try await outcome(chain, version, requirement: requirement)
        #expect(error == .secureChannelRefused)
        #expect(!wasSeen)
      }
      // The same server with the same certificate talks to who takes that suite, and to us with forward secrecy.
      let (server, port) = try await Peer.opensslServer(chain, version)
      let client = try Peer(
        Peer.openssl,
        ["s_client", "-connect", "127.0.0.1:\(port)"] + version, files: [:])
      try await client.wait { client.output.contains("Cipher is \(suite)") }
      server.end()
      let good = try await outcome(
        chain, ["-tls1_2", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0"], until: "marker")
      #expect(good.wasSeen)
    }

    @Test("A TLS 1.2 server with a cipher outside of the profile is refused")
    func suites() async throws {
      for suite in ["ECDHE-ECDSA-AES128-SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305"] {
        let options = ["-tls1_2", "-cipher", suite + ":@SECLEVEL=0"]
        let (error, wasSeen) = try await outcome(try FaultyChain(.none), options)
        #expect(error == .secureChannelRefused)
        #expect(!wasSeen)
      }
    }

    @Test("A server with an Ed25519 key is refused under BSI's profile and judged under the broad one")
    func ed25519() async throws {
      let key = Curve25519.Signing.PrivateKey()
      let der =
        [UInt8]([0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20]) + key.rawRepresentation
      let pem = "-----BEGIN PRIVATE KEY-----\n\(Data(der).base64EncodedString())\n-----END PRIVATE KEY-----\n"
      let chain = try FaultyChain(.none, leafKey: .init(key), keyPEM: pem)
      let refused = try await outcome(chain)
      #expect(refused.error == .secureChannelRefused && !refused.wasSeen)
      var broad = BadConversation.patience
      broad.tlsProfile = .broad
      let (error, wasSeen) = try await outcome(chain, requirement: broad, until: "marker")
      #expect(error == .closed)
      #expect(wasSeen)
    }

    @Test(
      "The larger curves of BSI's tables are spoken under BSI's profile: as the server's key and for the key exchange",
      arguments: ["P-384", "P-521"], ["-tls1_2", "-tls1_3"])
    func largeCurve(curve: String, version: String) async throws {
      let middle = P384.Signing.PrivateKey()
      let chain =
        curve == "P-521"
        ? try FaultyChain(.largeCurve)
        : try FaultyChain(.none, leafKey: .init(middle), keyPEM: middle.pemRepresentation)
      let (error, wasSeen) = try await outcome(chain, [version, "-groups", curve], until: "marker")
      #expect(error == .closed)
      #expect(wasSeen)
    }

    @Test("With TLS 1.3 ChaCha20-Poly1305 cannot be left out: a server that has nothing else is talked to")
    func chaCha() async throws {
      #expect(!TLSProfile(.tr02102).cipherSuites.contains(0x1303))
      let (error, wasSeen) = try await outcome(
        try FaultyChain(.none), ["-tls1_3", "-ciphersuites", "TLS_CHACHA20_POLY1305_SHA256"], until: "marker")
      #expect(error == .closed)
      #expect(wasSeen)
    }

    @Test("No key of the path is pinned: refused; only the reserve is: talked to; the pins have ended: refused")
    func pins() async throws {
      let chain = try FaultyChain(.none)
      let foreign = try [1, 2].map { try ServerPin(digest: .init(repeating: $0, count: 32)) }
      let reports = KeptReports()
      let (error, wasSeen) = try await outcome(chain, pinning: PinPolicy(PinSet(foreign)), failures: reports)
      #expect(error == .pinMismatch)
      #expect(!wasSeen)
      reports.expect(try Self.report(expecting: foreign, of: chain))

      let host = try ServerHost("localhost")
      var rules = PinningRequirement()
      rules.expires = PolicyDay("2023-11-14")
      let ended = PinnedHost(host: host, pins: try PinSet([foreign[0], ServerPin(certificateDER: chain.anchor)]))
      let unheard = KeptReports()
      let late = try await outcome(chain, pinning: PinPolicy(hosts: [ended], rules: rules), failures: unheard)
      #expect(late.error == .untrusted(.pinsExpired))
      #expect(!late.wasSeen)

      let notes = Mutex<[Set<TrustNote>]>([])
      let reserve = try await outcome(
        chain, pinning: PinPolicy(hosts: [ended]), until: "marker", failures: unheard
      ) { decision in notes.withLock { $0.append(decision.notes) } }
      #expect(reserve.wasSeen)
      unheard.expect(nil)
      #expect(notes.withLock { $0 } == [[.backupPinOnly]])
    }
  }

  extension HTTPTransport {
    /// Why a request failed; nil when it did not.
    func failure(_ request: HTTPRequest, body: [UInt8] = []) async -> NetworkError? {
      do throws(NetworkError) {
        _ = try await send(request, body: body)
        return nil
      } catch { return error }
    }
  }
#endif
