#if APPLE_EMULATION
  import AppleTransport
  import ChainSamples
  import Foundation
  import HTTPTypes
  import NetworkTrust
  import Security
  import SecurityPolicy
  import Synchronization
  import Testing

  /// The matrix that OpenSSL and nginx present to the Linux transport, presented here to both of Apple's, whose emulated
  /// system asks OpenSSL for the path.
  ///
  /// Compared for every row: the reason that a request and a stream end with, with the pure evaluation's of all that was
  /// presented; OpenSSL's own error, once for the request and once for the stream, with that reason; and that a refused
  /// request let no byte out. Where one of them differs, the row stands in a list with what it comes to and why. Not
  /// compared: what Apple's own judge would say.
  @Suite(.ownNetwork, .timeLimit(.minutes(15))) struct ChainMatrixTests {
    typealias Fault = FaultyChain.Fault

    /// What the path that the system built comes to where it is not what all that was presented comes to, and why.
    struct Difference {
      let verdict: NetworkError?
      let why: String
    }

    static let differences: [Fault: Difference] = [
      .hundred: Difference(
        verdict: nil,
        why:
          "the system's path has the three certificates that lead to the anchor; how many came beside it we never see"),
      .garbageBeside: Difference(
        verdict: nil,
        why: "no path needs the certificate that cannot be read; Linux reads all that was presented"),
    ]

    /// Rows of which OpenSSL says something else than this house on the same transport.
    static let ownWords: [Fault: (error: Int32, why: String)] = [
      .large: (0, "OpenSSL's libcrypto has no limit for one certificate; ours is 64 KiB"),
      .huge: (0, "OpenSSL's libcrypto has no limit for one certificate; ours is 64 KiB"),
      .garbageIssuer: (
        7, "OpenSSL reads a certificate of version 6 and finds that its issuer did not sign that; we do not read it"
      ),
      .foreignCurve: (
        19, "OpenSSL stops at the unknown authority that signed itself, before it looks at the strength of its key"
      ),
    ]

    /// OpenSSL's errors that say the same as a reason of ours; empty for a reason that it has no word for. The numbers are
    /// those of `openssl/x509_vfy.h`.
    static func errors(saying reason: NetworkError?) -> Set<Int32> {
      switch reason {
      case nil: [0]
      case .notYetValid: [9]
      case .expired: [10]
      case .hostMismatch: [62]
      case .untrusted(.badSignature): [7]
      case .untrusted(.unknownIssuer): [2, 20, 21]
      case .untrusted(.selfSigned): [18]
      case .untrusted(.notAnAuthority): [79]
      case .untrusted(.pathTooLong): [25]
      case .untrusted(.notForServers): [26]
      case .untrusted(.nameConstraints): [47]
      case .untrusted(.weakKey): [66, 67]
      case .untrusted(.weakSignature): [68]
      default: []
      }
    }

    /// What a request and a stream came to, how much of the app's bytes the request let out, and what OpenSSL said of the
    /// path for each.
    struct Outcome {
      var request: NetworkError?
      var stream: NetworkError?
      var applicationBytes = 0
      var pathErrors: [Int32?] = []
    }

    private let endpoint: Endpoint

    init() throws { endpoint = Endpoint(host: try ServerHost("localhost")) }

    private func outcome(
      _ chain: FaultyChain, _ pinning: PinPolicy, judged: (@Sendable (TrustDecision) -> Void)? = nil
    ) async -> Outcome {
      let server = EmulatedServer(chain: chain.presented.map { Data($0) }) { _, _ in
        .answer(status: 200, body: Data("seen".utf8))
      }
      EmulatedInternet.current.put(server, at: endpoint.host.description)
      let anchors = TrustAnchors.certificates([chain.anchor])
      var outcome = Outcome()
      outcome.request = await Self.error { () async throws(NetworkError) in
        let transport = try URLSessionTransport(
          endpoint: endpoint, anchors: anchors, pinning: pinning, judged: judged, now: { FaultyChain.now })
        _ = try await transport.send(.init(method: .get, scheme: nil, authority: nil, path: "/"), body: [])
      }
      outcome.applicationBytes = server.seen.applicationBytes
      outcome.stream = await Self.error { () async throws(NetworkError) in
        let opener = try NetworkStreamOpener(
          endpoint: endpoint, anchors: anchors, pinning: pinning, judged: judged, now: { FaultyChain.now })
        await (try opener.open()).close()
      }
      outcome.pathErrors = EmulatedDevice.current.pathErrors
      return outcome
    }

    private static func error(_ ask: () async throws(NetworkError) -> Void) async -> NetworkError? {
      do throws(NetworkError) {
        try await ask()
        return nil
      } catch { return error }
    }

    private static func reserve() throws -> ServerPin { try ServerPin(digest: [UInt8](repeating: 7, count: 32)) }

    @Test(
      "Both transports say of every row of the matrix what the pure evaluation says, or the difference is explained",
      arguments: Fault.allCases)
    func row(fault: Fault) async throws {
      let chain = try FaultyChain(fault)
      let pinning = PinPolicy(try PinSet([try ServerPin(certificateDER: chain.anchor), try Self.reserve()]))
      let pure = try await TrustEvaluation(anchors: .certificates([chain.anchor]), pinning: pinning)
        .evaluate(chain: chain.presented, host: endpoint.host, now: FaultyChain.now).error
      #expect(pure == fault.refusal)
      let difference = Self.differences[fault]
      let expected = difference == nil ? pure : difference?.verdict
      let outcome = await outcome(chain, pinning)
      #expect(outcome.request == expected, "\(difference?.why ?? "no difference is explained")")
      #expect(outcome.stream == expected, "\(difference?.why ?? "no difference is explained")")
      #expect((outcome.applicationBytes == 0) == (expected != nil))
    }

    @Test(
      "OpenSSL by itself says of every row what both transports say, or the difference is explained",
      arguments: Fault.allCases)
    func oracle(fault: Fault) async throws {
      let chain = try FaultyChain(fault)
      let pinning = PinPolicy(try PinSet([try ServerPin(certificateDER: chain.anchor), try Self.reserve()]))
      let outcome = await outcome(chain, pinning)
      // One path each for the request and the stream, of the same certificates.
      let error = try #require(outcome.pathErrors.first ?? nil, "OpenSSL was not asked")
      #expect(outcome.pathErrors == [error, error])
      if let own = Self.ownWords[fault] {
        #expect(error == own.error, "\(own.why)")
        #expect(!Self.errors(saying: outcome.request).contains(error), "\(fault) is explained and not different")
      } else {
        #expect(Self.errors(saying: outcome.request).contains(error))
      }
    }

    @Test("What is explained as different is different, and every reason is told")
    func explained() {
      for (fault, own) in Self.ownWords { #expect(!own.why.isEmpty, "\(fault)") }
      for (fault, difference) in Self.differences {
        #expect(difference.verdict != fault.refusal && !difference.why.isEmpty, "\(fault)")
      }
    }

    @Test("No key of the path is pinned: refused; only the reserve is: talked to; the pins have ended: refused")
    func pins() async throws {
      let chain = try FaultyChain(.none)
      let foreign = try ServerPin(digest: [UInt8](repeating: 1, count: 32))
      let entry = PinnedHost(
        host: endpoint.host, pins: try PinSet([foreign, try ServerPin(certificateDER: chain.anchor)]))
      var rules = PinningRequirement()
      rules.expires = PolicyDay("2023-11-14")
      let cases: [(PinPolicy, NetworkError?, Set<TrustNote>)] = [
        (PinPolicy(try PinSet([foreign, try Self.reserve()])), .pinMismatch, []),
        (try PinPolicy(hosts: [entry]), nil, [.backupPinOnly]),
        (try PinPolicy(hosts: [entry], rules: rules), .untrusted(.pinsExpired), []),
      ]
      for (pinning, expected, notes) in cases {
        let heard = Mutex<[Set<TrustNote>]>([])
        let outcome = await outcome(chain, pinning) { decision in heard.withLock { $0.append(decision.notes) } }
        #expect(outcome.request == expected && outcome.stream == expected)
        #expect((outcome.applicationBytes == 0) == (expected != nil))
        #expect(heard.withLock { $0 } == [notes, notes])
      }
    }
  }
#endif
