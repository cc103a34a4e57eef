#if Server
  import Foundation
  import HTTPTypes
  import Hummingbird
  import HummingbirdCore
  import NIOCore
  import NIOSSL
  import Redaction
  import SecurityPolicy
  import TrustWire

  /// The server: TLS in front of a ``TrustDesk``. HTTP/1.1, TLS version from the policy, no plain-text port.
  ///
  /// Protects what devices send from the network; not from whoever holds this machine. Plain HTTP and a clock that
  /// clients turn exist for tests: on a loopback address only, and never for the environment prod.
  /// Source: BSI TR-03161-3 O.Ntwk_2.
  public final class TrustServer: Sendable {
    /// Where the decisions are made; also the operator's way to add accounts.
    public let desk: TrustDesk
    private let configuration: TrustConfiguration
    private let tls: TLSConfiguration?
    private let limits: ServerLimits
    private let metrics: ServerMetrics
    private let servesMetrics: Bool
    private let testClock: InsecureTestClock?

    /// - Parameters:
    ///   - metrics: where requests and connections are counted; events are counted by whoever hears them.
    ///   - servesMetrics: whether `/metrics` stands on this port as well, open to everyone who reaches it, within
    ///     its limits.
    ///   - insecureTestClock: a clock that clients turn; the configuration's clock must be this one.
    /// - Throws: ``TrustServerError``: everything that is wrong with keys and certificate is found before listening.
    public init(
      configuration: TrustConfiguration, store: any TrustStore, limits: ServerLimits = ServerLimits(),
      metrics: ServerMetrics = ServerMetrics(), servesMetrics: Bool = false, insecureTestClock: InsecureTestClock? = nil
    ) async throws(TrustServerError) {
      self.configuration = configuration
      self.limits = limits
      self.metrics = metrics
      self.servesMetrics = servesMetrics
      testClock = insecureTestClock
      let isInsecure = configuration.insecureHTTP || insecureTestClock != nil
      // O.Ntwk_2#80
      guard !isInsecure || Self.isLoopback(configuration.host) else { throw .insecureOffLoopback }
      guard !isInsecure || configuration.environment != .prod else { throw .insecureInProd }
      desk = try await TrustDesk(configuration: configuration, store: store, limits: limits)
      tls = configuration.insecureHTTP ? nil : try Self.tls(configuration)
    }

    private static func isLoopback(_ host: String) -> Bool {
      // A name may lead anywhere tomorrow.
      host == "127.0.0.1" || host == "::1"
    }

    private static func tls(_ configuration: TrustConfiguration) throws(TrustServerError) -> TLSConfiguration {
      do {
        let chain = try NIOSSLCertificate.fromPEMBytes(configuration.certificateChainPEM)
        let key = try configuration.certificateKey.withExposedBytes {
          try NIOSSLPrivateKey(bytes: [UInt8]($0), format: .pem)
        }
        guard !chain.isEmpty else { throw TrustServerError.certificateUnusable }
        var tls = TLSConfiguration.makeServerConfiguration(
          certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        tls.minimumTLSVersion = configuration.policy.network.minimumTLS == .tls13 ? .tlsv13 : .tlsv12
        tls.applicationProtocols = ["http/1.1"]
        // A key that is not the leaf's is found here and not by the first client.
        _ = try NIOSSLContext(configuration: tls)
        return tls
      } catch {
        throw .certificateUnusable
      }
    }

    private static func buckets(_ perMinute: Int) -> RateBuckets? {
      perMinute > 0 ? RateBuckets(perMinute: perMinute) : nil
    }

    /// Listens until the task is cancelled, then takes no more connections and lets running requests end (10 seconds at
    /// most).
    ///
    /// - Parameter onListening: called once with the port in use.
    /// - Throws: ``TrustServerError`` `portInUse`, `cannotListen`, `listenerFailed`.
    public func run(onListening: @escaping @Sendable (Int) async -> Void = { _ in }) async throws(TrustServerError) {
      let responder = DeskResponder(
        desk: desk, metrics: metrics, servesMetrics: servesMetrics, testClock: testClock,
        proxies: limits.trustedProxies, perAddress: Self.buckets(limits.requestsPerMinute),
        introspections: Self.buckets(limits.introspectionsPerMinute),
        seconds: { [configuration] in configuration.seconds })
      let listener = Listener(
        responder: responder, host: configuration.host, port: configuration.port, tls: tls, limits: limits,
        metrics: metrics, seconds: responder.seconds)
      desk.startPruning()
      do throws(TrustServerError) {
        try await listener.run(onListening: onListening)
      } catch {
        await desk.stopPruning()
        throw error
      }
      await desk.stopPruning()
    }
  }
#endif
