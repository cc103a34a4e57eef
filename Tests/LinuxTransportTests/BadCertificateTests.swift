#if LinuxClient
  import Crypto
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import NetworkTrust
  import SecurityPolicy
  import Synchronization
  import Testing
  import X509

  /// Certificates with one fault each, presented by OpenSSL: the reason has its name, and OpenSSL got no request.
  @Suite(.enabled(if: Peer.isUsable(Peer.openssl), "no openssl (apt-get install openssl)"))
  struct BadCertificateTests {
    typealias Fault = FaultyChain.Fault

    /// Each fault with the name of its refusal; nil for what is odd and holds.
    static let refusals: [(Fault, NetworkError?)] = [
      (.expired, .expired), (.notYetValid, .notYetValid), (.wrongName, .hostMismatch), (.wildcardAbuse, .hostMismatch),
      (.wrongAuthority, .untrusted(.badSignature)), (.foreignRoot, .untrusted(.unknownIssuer)),
      (.selfSigned, .untrusted(.selfSigned)),
      (.clientOnly, .untrusted(.notForServers)), (.issuerNoAuthority, .untrusted(.notAnAuthority)),
      (.pathTooLong, .untrusted(.pathTooLong)), (.nameConstraints, .untrusted(.nameConstraints)),
      (.weakKey, .untrusted(.weakKey)), (.sha1, .untrusted(.weakSignature)),
      (.missingIssuer, .untrusted(.unknownIssuer)), (.junk, nil),
      (.hundred, .untrusted(.tooManyCertificates(limit: 10))),
      (.large, .untrusted(.certificateTooLarge(limit: 65_536))),
      (.huge, .untrusted(.certificateTooLarge(limit: 65_536))),
      (.garbageIssuer, .malformedCertificate), (.foreignCurve, .untrusted(.weakKey)),
    ]

    /// What a request to the server came to, and whether the server saw it.
    func outcome(
      _ chain: FaultyChain, _ options: [String] = [], requirement: NetworkRequirement = .init(),
      pinning: PinPolicy? = nil, until marker: String = "ERROR", now: Date = FaultyChain.now,
      judged: (@Sendable (TrustDecision) -> Void)? = nil
    ) async throws -> (error: NetworkError?, wasSeen: Bool) {
      let (peer, port) = try await Peer.opensslServer(chain, options)
      let pins = try PinSet([
        ServerPin(certificateDER: chain.anchor), ServerPin(digest: .init(repeating: 7, count: 32)),
      ])
      let transport = try PinnedHTTPTransport(
        endpoint: Endpoint(host: ServerHost("localhost"), port: port),
        trust: TrustEvaluation(anchors: .certificates([chain.anchor]), pinning: pinning ?? PinPolicy(pins)),
        requirement: requirement, judged: judged, now: { now })
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/marker")
      let asking = Task { await transport.failure(request) }
      // OpenSSL's server does not answer: where it sees the request, closing ends the wait.
      try await peer.wait { peer.output.contains(marker) }
      if marker == "marker" { await transport.close() }
      let error = await asking.value
      await transport.close()
      return (error, peer.output.contains("marker"))
    }

    @Test(
      "A server with a faulty certificate is refused by the name that the pure evaluation gives, and sees nothing",
      arguments: refusals)
    func refused(fault: Fault, reason: NetworkError?) async throws {
      let chain = try FaultyChain(fault)
      #expect(try await Self.pure(chain) == reason)
      let (error, wasSeen) = try await outcome(chain, until: reason == nil ? "marker" : "ERROR")
      // OpenSSL's server answers nothing: whoever was let in is closed on.
      #expect(error == reason ?? .closed)
      #expect(wasSeen == (reason == nil))
    }

    @Test("Every fault is one of the matrix, and none stands in it twice")
    func whole() {
      #expect(Set(Self.refusals.map(\.0)).union([.none]) == Set(Fault.allCases))
      #expect(Self.refusals.count + 1 == Fault.allCases.count)
    }

    /// What the evaluation says of the same certificates without any server.
    static func pure(_ chain: FaultyChain) async throws -> NetworkError? {
      let pins = try PinSet([
        ServerPin(certificateDER: chain.anchor), ServerPin(digest: .init(repeating: 7, count: 32)),
      ])
      return try await TrustEvaluation(anchors: .certificates([chain.anchor]), pins: pins)
        .evaluate(chain: chain.presented, host: ServerHost("localhost"), now: FaultyChain.now).error
    }

    @Test("A right server sees the request: what the others did not see would have been noticed")
    func control() async throws {
      let (error, wasSeen) = try await outcome(try FaultyChain(.none), until: "marker")
      #expect(error == .closed)
      #expect(wasSeen)
    }

    @Test(
      "A server that speaks only TLS 1.0 or 1.1 is refused before it sees anything", arguments: ["-tls1", "-tls1_1"])
    func old(version: String) async throws {
      let (error, wasSeen) = try await outcome(try FaultyChain(.none), [version])
      #expect(error == .oldTLS)
      #expect(!wasSeen)
    }

    @Test("A server without forward secrecy, or with a cipher outside of the profile, is refused")
    func suites() async throws {
      for suite in ["ECDHE-ECDSA-AES128-SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305"] {
        let options = ["-tls1_2", "-cipher", suite + ":@SECLEVEL=0"]
        let (error, wasSeen) = try await outcome(try FaultyChain(.none), options)
        #expect(error == .secureChannelRefused)
        #expect(!wasSeen)
      }
    }

    @Test("An Ed25519 server is refused under BSI's profile and judged under the broad one")
    func ed25519() async throws {
      let key = Curve25519.Signing.PrivateKey()
      let der =
        [UInt8]([0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20]) + key.rawRepresentation
      let pem = "-----BEGIN PRIVATE KEY-----\n\(Data(der).base64EncodedString())\n-----END PRIVATE KEY-----\n"
      let chain = try FaultyChain(.none, leafKey: .init(key), keyPEM: pem)
      #expect(try await outcome(chain).error == .secureChannelRefused)
      var broad = NetworkRequirement()
      broad.tlsProfile = .broad
      let (error, wasSeen) = try await outcome(chain, requirement: broad, until: "marker")
      #expect(error == .closed)
      #expect(wasSeen)
    }

    @Test("No key of the path is pinned: refused; only the reserve is: talked to; the pins have ended: refused")
    func pins() async throws {
      let chain = try FaultyChain(.none)
      let foreign = try [1, 2].map { try ServerPin(digest: .init(repeating: $0, count: 32)) }
      let (error, wasSeen) = try await outcome(chain, pinning: PinPolicy(PinSet(foreign)))
      #expect(error == .pinMismatch)
      #expect(!wasSeen)

      let host = try ServerHost("localhost")
      var rules = PinningRequirement()
      rules.expires = PolicyDay("2023-11-14")
      let ended = PinnedHost(host: host, pins: try PinSet([foreign[0], ServerPin(certificateDER: chain.anchor)]))
      let late = try await outcome(chain, pinning: PinPolicy(hosts: [ended], rules: rules))
      #expect(late.error == .untrusted(.pinsExpired))
      #expect(!late.wasSeen)

      let notes = Mutex<[Set<TrustNote>]>([])
      let reserve = try await outcome(chain, pinning: PinPolicy(hosts: [ended]), until: "marker") { decision in
        notes.withLock { $0.append(decision.notes) }
      }
      #expect(reserve.wasSeen)
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
