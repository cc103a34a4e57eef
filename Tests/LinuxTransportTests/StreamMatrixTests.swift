#if LinuxClient
  import ChainSamples
  import Foundation
  import LinuxTransport
  import NetworkTrust
  import SecurityPolicy
  import Synchronization
  import Testing

  /// The matrix of ``BadCertificateTests`` over the opener of byte streams: OpenSSL as the server, which prints what it
  /// gets.
  @Suite(.serialized, .enabled(if: Peer.isUsable(Peer.openssl), "no openssl (apt-get install openssl)"))
  struct StreamMatrixTests {
    typealias Fault = FaultyChain.Fault

    /// Why no stream was opened, and whether the server saw what is written to every stream that is.
    private func outcome(
      _ chain: FaultyChain, _ options: [String] = [], pinning: PinPolicy? = nil,
      failures: (any PinFailureSink)? = nil, judged: (@Sendable (TrustDecision) -> Void)? = nil
    ) async throws -> (error: NetworkError?, wasSeen: Bool) {
      let (peer, port) = try await Peer.opensslServer(chain, options)
      let pins = try PinSet([
        ServerPin(certificateDER: chain.anchor), ServerPin(digest: .init(repeating: 7, count: 32)),
      ])
      let opener = try PinnedStreamOpener(
        endpoint: Endpoint(host: ServerHost("localhost"), port: port),
        trust: TrustEvaluation(anchors: .certificates([chain.anchor]), pinning: pinning ?? PinPolicy(pins)),
        requirement: BadConversation.patience, failures: failures, judged: judged, now: { FaultyChain.now })
      var reason: NetworkError?
      do throws(NetworkError) {
        let stream = try await opener.open()
        try await stream.write(Array("marker\n".utf8))
        try? await peer.wait { peer.output.contains("marker") }
        await stream.close()
      } catch {
        reason = error
        // The server has read all that ever comes when it says that the handshake failed.
        try await peer.wait { peer.output.contains("ERROR") }
      }
      await opener.reportsDelivered()
      return (reason, peer.output.contains("marker"))
    }

    @Test(
      "A stream to a server with a faulty certificate is refused by the name that the pure evaluation gives",
      arguments: Fault.allCases)
    func refused(fault: Fault) async throws {
      let chain = try FaultyChain(fault)
      #expect(try await BadCertificateTests.pure(chain) == fault.refusal)
      let reports = KeptReports()
      let (error, wasSeen) = try await outcome(chain, failures: reports)
      #expect(error == fault.refusal)
      #expect(wasSeen == (fault.refusal == nil))
      reports.expect(try BadCertificateTests.report(of: fault, chain))
    }

    @Test("An old version of TLS and a suite outside of the profile are refused")
    func channels() async throws {
      for (options, expected) in [
        (["-tls1"], NetworkError.oldTLS), (["-tls1_1"], .oldTLS),
        (["-tls1_2", "-cipher", "ECDHE-ECDSA-CHACHA20-POLY1305:@SECLEVEL=0"], .secureChannelRefused),
      ] {
        let (error, wasSeen) = try await outcome(try FaultyChain(.none), options)
        #expect(error == expected)
        #expect(!wasSeen)
      }
    }

    @Test("No key of the path is pinned: refused; only the reserve is: opened; the pins have ended: refused")
    func pins() async throws {
      let chain = try FaultyChain(.none)
      let foreign = try [1, 2].map { try ServerPin(digest: .init(repeating: $0, count: 32)) }
      let entry = PinnedHost(
        host: try ServerHost("localhost"), pins: try PinSet([foreign[0], ServerPin(certificateDER: chain.anchor)]))
      var rules = PinningRequirement()
      rules.expires = PolicyDay("2023-11-14")
      let cases: [(PinPolicy, NetworkError?, Set<TrustNote>, PinFailureReport?)] = [
        (
          PinPolicy(try PinSet(foreign)), .pinMismatch, [],
          try BadCertificateTests.report(expecting: foreign, of: chain)
        ),
        (try PinPolicy(hosts: [entry]), nil, [.backupPinOnly], nil),
        (try PinPolicy(hosts: [entry], rules: rules), .untrusted(.pinsExpired), [], nil),
      ]
      for (pinning, expected, notes, report) in cases {
        let heard = Mutex<[Set<TrustNote>]>([])
        let reports = KeptReports()
        let (error, wasSeen) = try await outcome(chain, pinning: pinning, failures: reports) { decision in
          heard.withLock { $0.append(decision.notes) }
        }
        #expect(error == expected)
        #expect(wasSeen == (expected == nil))
        #expect(heard.withLock { $0 } == [notes])
        reports.expect(report)
      }
    }
  }
#endif
