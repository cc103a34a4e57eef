#if Server
  import Foundation
  import Hummingbird
  import HummingbirdCore
  import HummingbirdTLS
  import HTTPTypes
  import Logging
  import NIOCore
  import NIOSSL
  import Redaction
  import SecurityPolicy
  import ServiceLifecycle

  /// The server: TLS in front of a ``TrustDesk``. HTTP/1.1, TLS version from the policy, no plain-text port.
  ///
  /// Protects what devices send from the network; not from whoever holds this machine. Source: BSI TR-03161-3 O.Ntwk_2.
  public final class TrustServer: Sendable {
    /// Where the decisions are made; also the operator's way to add accounts.
    public let desk: TrustDesk
    private let configuration: TrustConfiguration
    private let tls: TLSConfiguration
    private let limits: ServerLimits

    /// - Throws: ``TrustServerError``: everything that is wrong with keys and certificate is found before listening.
    public init(
      configuration: TrustConfiguration, store: any TrustStore, limits: ServerLimits = ServerLimits()
    ) async throws(TrustServerError) {
      self.configuration = configuration
      self.limits = limits
      desk = try await TrustDesk(configuration: configuration, store: store)
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
        self.tls = tls
      } catch {
        throw .certificateUnusable
      }
    }

    /// Listens until the task is cancelled, then lets running requests end (10 seconds at most).
    ///
    /// - Parameter onListening: called once with the port in use.
    /// - Throws: ``TrustServerError`` `portInUse`, `cannotListen`, `listenerFailed`.
    public func run(onListening: @escaping @Sendable (Int) async -> Void = { _ in }) async throws(TrustServerError) {
      var logger = Logger(label: "mantlet.server", factory: { _ in SwiftLogNoOpLogHandler() })
      // The framework's own log would print addresses and errors from outside; decisions go out as events.
      logger.logLevel = .critical
      do {
        let http = HTTP1Channel.Configuration(
          idleTimeout: .seconds(60),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 48 << 10, maxHeaderFieldCount: 64))
        let bounded = HTTPServerBuilder { [limits] responder in
          BoundedChannel(base: HTTP1Channel(responder: responder, configuration: http), limits: limits)
        }
        let application = Application(
          responder: DeskResponder(desk: desk), server: try .tls(bounded, tlsConfiguration: tls),
          configuration: ApplicationConfiguration(
            address: .hostname(configuration.host, port: configuration.port), serverName: nil,
            availableConnectionsDelegate: MaximumAvailableConnections(limits.connections, logger: logger)),
          onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) }, logger: logger)
        var lifecycle = ServiceGroupConfiguration(services: [application], logger: logger)
        lifecycle.maximumGracefulShutdownDuration = .seconds(10)
        let group = ServiceGroup(configuration: lifecycle)
        // A task of its own: cancelling the caller must start the graceful way and not cut requests off.
        let running = Task { try await group.run() }
        try await withTaskCancellationHandler {
          try await running.value
        } onCancel: {
          Task { await group.triggerGracefulShutdown() }
        }
      } catch let error as IOError {
        throw error.errnoCode == EADDRINUSE
          ? .portInUse(port: configuration.port) : .cannotListen(port: configuration.port, errno: error.errnoCode)
      } catch is CancellationError {
        return
      } catch {
        throw .listenerFailed
      }
    }
  }

  /// What a request brings along: the channel, for the peer's address.
  private struct DeskContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let peer: String

    init(source: ApplicationRequestContextSource) {
      coreContext = .init(source: source)
      peer = source.channel.remoteAddress?.ipAddress ?? "unknown"
    }
  }

  /// Translates between the framework and the desk, and nothing else.
  private struct DeskResponder: HTTPResponder {
    let desk: TrustDesk

    func respond(to request: Request, context: DeskContext) async throws -> Response {
      var headers: [String: [String]] = [:]
      for field in request.headers { headers[field.name.canonicalName, default: []].append(field.value) }
      let answer: TrustAnswer
      do {
        let body = try await request.body.collect(upTo: ServerLimits.bodyBytes)
        answer = await desk.respond(
          to: TrustRequest(
            method: request.method.rawValue, path: request.uri.path, headers: headers, body: Array(buffer: body),
            peer: context.peer))
      } catch is NIOTooManyBytesError {
        answer = .tooLarge
      }
      var fields = HTTPFields()
      for (name, value) in answer.headers {
        if let name = HTTPField.Name(name) { fields[name] = value }
      }
      return Response(
        status: .init(code: answer.status), headers: fields,
        body: .init(byteBuffer: ByteBuffer(bytes: answer.body)))
    }
  }
#endif
