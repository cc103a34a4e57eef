#if LinuxClient
  import Foundation
  import NIOCore
  import NIOPosix
  import NIOSSL
  import NetworkTrust
  import SecurityPolicy
  import Synchronization

  /// Opens connections whose server was judged before they are handed out.
  final class SecureConnector: Sendable {
    let endpoint: Endpoint
    private let now: @Sendable () -> Date
    private let context: HandshakeContext
    private let reports: FailureReports?
    private let judged: (@Sendable (TrustDecision) -> Void)?
    private let requestTimeout: Duration
    private let lookup: (any HostLookup)?
    private let trust: Mutex<TrustEvaluation>

    /// - Throws: ``NetworkError/secureChannelRefused`` when TLS cannot be set up at all.
    init(
      endpoint: Endpoint, trust: TrustEvaluation, requirement: NetworkRequirement, protocols: [String],
      identity: (any ClientIdentitySource)?, failures: (any PinFailureSink)?, lookup: (any HostLookup)?,
      judged: (@Sendable (TrustDecision) -> Void)? = nil, now: @escaping @Sendable () -> Date
    ) throws(NetworkError) {
      context = try HandshakeContext(requirement, protocols: protocols, identity: identity)
      self.endpoint = endpoint
      self.trust = Mutex(trust)
      self.now = now
      reports = failures.map { FailureReports(to: $0) }
      self.judged = judged
      self.lookup = lookup
      requestTimeout = requirement.requestTimeout
    }

    /// Every handshake from now on is judged by this one.
    func adopt(_ trust: TrustEvaluation) { self.trust.withLock { $0 = trust } }

    /// Whether a server that was accepted shows a key that is withdrawn by now.
    func withdraws(_ proof: ValidatedServerChain) -> Bool { trust.withLock { $0.pinning.withdraws(proof) } }

    /// Returns when the sink has what was reported so far.
    func reportsDelivered() async { await reports?.delivered() }

    /// Keeps no key of the client's until the next handshake asks for one.
    func forgetIdentity() { context.forget() }

    /// The certificates that a handshake would offer now; none without an identity. Asks the source.
    /// - Throws: ``NetworkError/identity(_:)``, and why the exchange ended.
    func certificates(for exchange: Exchange, on loop: any EventLoop) async throws(NetworkError) -> [[UInt8]] {
      try await context.current(for: exchange, on: loop).certificates
    }

    /// - Parameters:
    ///   - certificates: whom this connection is for; nil for whoever we are now.
    ///   - assemble: builds what is handed out on a channel whose server was judged, on its event loop.
    /// - Throws: ``NetworkError/identity(_:)`` with ``IdentityError/changed`` when we are somebody else by now.
    func connect<Ready: Sendable>(
      for exchange: Exchange, as certificates: [[UInt8]]? = nil, on loop: any EventLoop,
      assemble: @escaping @Sendable (any Channel, Handshake) throws -> Ready
    ) async throws(NetworkError) -> Ready {
      let offer = try await context.current(for: exchange, on: loop)
      guard offer.certificates == certificates ?? offer.certificates else { throw .identity(.changed) }
      let ready = loop.makePromise(of: Ready.self)
      let (host, judgement) = (endpoint.host, Judgement())
      ClientBootstrap(group: loop)
        .resolver(host.kind == .name ? lookup.map { LookupResolver($0, host: host, on: loop) } : nil)
        .connectTimeout(TimeAmount(requestTimeout))
        .channelOption(.tcpOption(.tcp_nodelay), value: 1)
        .channelInitializer { channel in
          // Its place in the pool is free when the exchange ends: nothing of it may go on connecting then.
          exchange.attempt(channel)
            ? channel.eventLoop.makeSucceededVoidFuture()
            : channel.eventLoop.makeFailedFuture(exchange.reason ?? NetworkError.cancelled)
        }
        .connect(host: host.description, port: Int(endpoint.port))
        .flatMapThrowing { channel in
          // Of several addresses of the name only the one that connected comes here, before anything of it is read.
          do {
            guard exchange.adopt(channel) else { throw exchange.reason ?? NetworkError.cancelled }
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(
              HandshakeGate(ready: ready) {
                judgement.shown(offer.certificates)
              } assemble: { channel, agreed in
                try assemble(channel, try judgement.handshake(agreed: agreed, certificates: offer.certificates))
              })
            // The greeting leaves as soon as this one stands.
            try pipeline.addHandler(try self.handshake(offer.context, for: exchange, judgement), position: .first)
          } catch {
            channel.close(mode: .all, promise: nil)
            throw error
          }
        }
        .whenFailure { ready.fail(NetworkError($0)) }
      return try await exchange.value(of: ready)
    }

    /// Only names are sent in the clear greeting; an address has no place there (RFC 6066, section 3).
    private func handshake(
      _ context: NIOSSLContext, for exchange: Exchange, _ judgement: Judgement
    ) throws -> NIOSSLClientHandler {
      let (host, now, trust, reports, judged) = (endpoint.host, now, trust.withLock { $0 }, reports, judged)
      // O.Ntwk_1#540 O.Resi_6#540: nothing of ours leaves before this has answered, the client's certificate included.
      return try NIOSSLClientHandler(
        context: context, serverHostname: host.kind == .name ? host.description : nil,
        customVerificationCallbackWithMetadata: { presented, verdict in
          verdict.completeWithTask {
            let (chain, date) = (try presented.map { try $0.toDERBytes() }, now())
            let decision = await trust.evaluate(chain: chain, host: host, now: date)
            judgement.keep(decision, at: date)
            judged?(decision)
            if let reports,
              let report = PinFailureReport(
                decision, presented: chain, host: host, pinning: trust.pinning, now: date)
            {
              reports.send(report)
            }
            if let error = decision.error { exchange.note(error) }
            guard let proof = decision.proof else { return .failed }
            let path = try proof.certificates.map { try NIOSSLCertificate(bytes: $0, format: .der) }
            return .certificateVerified(.init(.init(path)))
          }
        })
    }
  }
#endif
