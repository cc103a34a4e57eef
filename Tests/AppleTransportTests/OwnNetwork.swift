#if APPLE_EMULATION
  import AppleTransport
  import EmulatedURLSession
  import Foundation
  import NetworkTrust
  import Security
  import SecurityPolicy
  import SecurityTesting
  import Testing

  /// Gives every test an emulated device, network and background transfers of its own.
  struct OwnNetwork: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await EmulatedDevice.$current.withValue(EmulatedDevice()) {
        try await EmulatedInternet.$current.withValue(EmulatedInternet()) {
          try await EmulatedTransfers.$current.withValue(EmulatedTransfers()) { try await function() }
        }
      }
    }
  }

  extension Trait where Self == OwnNetwork {
    static var ownNetwork: OwnNetwork { OwnNetwork() }
  }

  /// An authority with one server at `localhost`, and whoever wants to talk to it.
  struct Surroundings {
    static let start = Date(timeIntervalSince1970: 1_700_000_000)
    static let end = start.addingTimeInterval(86_400 * 30)
    static let now = start.addingTimeInterval(86_400)

    let root: TestAuthority
    let issuer: TestAuthority
    let identity: TestIdentity
    let endpoint: Endpoint

    init() throws {
      root = try TestAuthority(name: "root", notBefore: Self.start, notAfter: Self.end)
      issuer = try root.issuer(name: "issuer", notBefore: Self.start, notAfter: Self.end)
      identity = try issuer.issue(.init(notBefore: Self.start, notAfter: Self.end))
      endpoint = try Endpoint("https://localhost")
    }

    var chain: [Data] { [Data(identity.certificateDER), Data(issuer.certificateDER)] }

    func pins(_ certificate: [UInt8]) throws -> PinSet {
      try PinSet([try ServerPin(certificateDER: certificate), try ServerPin(digest: [UInt8](repeating: 7, count: 32))])
    }

    @discardableResult
    func serve(
      _ chain: [Data]? = nil, versions: ClosedRange<UInt16> = 771...772,
      script: @escaping EmulatedServer.Script = { _, _ in .answer(status: 200, body: Data("ok".utf8)) },
      admits: (@Sendable ([Data]) -> Bool)? = nil, asksFirst: Bool = false, isResumed: Bool = false
    ) -> EmulatedServer {
      let server = EmulatedServer(
        chain: chain ?? self.chain, versions: versions, admits: admits, asksFirst: asksFirst, isResumed: isResumed,
        script: script)
      EmulatedInternet.current.put(server, at: "localhost")
      return server
    }

    func transport(
      pinning certificate: [UInt8]? = nil, anchors: TrustAnchors? = nil, name: ServerNameRule = .dialled,
      requirement: NetworkRequirement = .init(), limits: TransportLimits = .init(), identity: KeychainIdentity? = nil,
      failures: (any PinFailureSink)? = nil, judged: (@Sendable (TrustDecision) -> Void)? = nil, now: Date = now
    ) throws -> URLSessionTransport {
      try URLSessionTransport(
        endpoint: endpoint, anchors: anchors ?? .certificates([root.certificateDER]),
        pinning: PinPolicy(pins(certificate ?? root.certificateDER)), name: name, requirement: requirement,
        limits: limits, identity: identity, failures: failures, judged: judged, now: { now })
    }

    func opener(
      pinning certificate: [UInt8]? = nil, anchors: TrustAnchors? = nil, name: ServerNameRule = .dialled,
      requirement: NetworkRequirement = .init(), identity: KeychainIdentity? = nil,
      failures: (any PinFailureSink)? = nil, judged: (@Sendable (TrustDecision) -> Void)? = nil, now: Date = now
    ) throws -> NetworkStreamOpener {
      try NetworkStreamOpener(
        endpoint: endpoint, anchors: anchors ?? .certificates([root.certificateDER]),
        pinning: PinPolicy(pins(certificate ?? root.certificateDER)), name: name, requirement: requirement,
        identity: identity, failures: failures, judged: judged, now: { now })
    }
  }
#endif
