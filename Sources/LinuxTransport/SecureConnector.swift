#if LinuxClient
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL
  import NetworkTrust
  import SecurityPolicy

  /// Opens connections whose server was judged before they are handed out.
  struct SecureConnector: Sendable {
    let endpoint: Endpoint
    let trust: TrustEvaluation
    let answerLimit: Int
    let now: @Sendable () -> Date
    private let context: NIOSSLContext
    private let requestTimeout: Duration

    init(
      endpoint: Endpoint, trust: TrustEvaluation, requirement: NetworkRequirement, answerLimit: Int,
      now: @escaping @Sendable () -> Date
    ) throws(NetworkError) {
      var configuration = TLSConfiguration.makeClientConfiguration()
      switch requirement.minimumTLS {
      case .tls12: configuration.minimumTLSVersion = .tlsv12
      case .tls13: configuration.minimumTLSVersion = .tlsv13
      }
      // For TLS 1.2; those of TLS 1.3 are fixed and meet the same bar: authenticated and with forward secrecy.
      configuration.cipherSuiteValues = [  // O.Ntwk_2#1
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
      ]
      // The callback below takes the place of these checks; any other value would keep it from being called.
      configuration.certificateVerification = .fullVerification
      configuration.trustRoots = .certificates([])
      configuration.applicationProtocols = ["http/1.1"]
      do { context = try NIOSSLContext(configuration: configuration) } catch { throw .secureChannelRefused }
      self.endpoint = endpoint
      self.trust = trust
      self.answerLimit = answerLimit
      self.now = now
      requestTimeout = requirement.requestTimeout
    }

    func connect(for exchange: Exchange, on loop: any EventLoop) async throws(NetworkError) -> any Channel {
      let ready = loop.makePromise(of: (any Channel).self)
      ClientBootstrap(group: loop)
        .connectTimeout(TimeAmount(requestTimeout))
        .channelOption(.tcpOption(.tcp_nodelay), value: 1)
        .channelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            guard exchange.adopt(channel) else { throw exchange.reason ?? NetworkError.cancelled }
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(try handshake(for: exchange))
            try pipeline.addHandler(HandshakeGate(ready: ready))
            try pipeline.addHTTPClientHandlers()
            try pipeline.addHandler(AnswerReader(limit: answerLimit))
          }
        }
        .connect(host: endpoint.host.description, port: Int(endpoint.port))
        .whenFailure { ready.fail(NetworkError($0)) }
      return try await exchange.value(of: ready)
    }

    /// Only names are sent in the clear greeting; an address has no place there (RFC 6066, section 3).
    private func handshake(for exchange: Exchange) throws -> NIOSSLClientHandler {
      let (host, trust, now) = (endpoint.host, trust, now)
      return try NIOSSLClientHandler(
        context: context, serverHostname: host.kind == .name ? host.description : nil,
        customVerificationCallbackWithMetadata: { presented, verdict in
          verdict.completeWithTask {
            let decision = await trust.evaluate(
              chain: try presented.map { try $0.toDERBytes() }, host: host, now: now())
            if let error = decision.error { exchange.note(error) }
            guard let proof = decision.proof else { return .failed }
            let path = try proof.certificates.map { try NIOSSLCertificate(bytes: $0, format: .der) }
            return .certificateVerified(.init(.init(path)))
          }
        })
    }
  }
#endif
