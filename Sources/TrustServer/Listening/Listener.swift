#if Server
  import Foundation
  import Hummingbird
  import HummingbirdCore
  import HummingbirdTLS
  import Logging
  import NIOCore
  import NIOSSL
  import Redaction
  import ServiceLifecycle

  /// One listening address with bounded HTTP/1.1 behind it, until its task is cancelled.
  struct Listener<Responder: HTTPResponder>: Sendable
  where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    let responder: Responder
    let host: String
    let port: Int
    /// Nil speaks plain HTTP.
    let tls: TLSConfiguration?
    let limits: ServerLimits
    let metrics: ServerMetrics
    /// The clock that answers are dated by, seconds since 1970; nil for the machine's.
    let seconds: (@Sendable () -> Int64)?
    /// Seconds that running requests have to end.
    static var patience: Int64 { 10 }

    func run(onListening: @escaping @Sendable (Int) async -> Void) async throws(TrustServerError) {
      var logger = Logger(label: "mantlet.server", factory: { _ in SwiftLogNoOpLogHandler() })
      // The framework's own log would print addresses and errors from outside; decisions go out as events.
      logger.logLevel = .critical
      do {
        let http = HTTP1Channel.Configuration(
          idleTimeout: .seconds(60),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 48 << 10, maxHeaderFieldCount: 64))
        let open = OpenConnections(mostPerAddress: limits.connectionsPerAddress)
        let bounded = HTTPServerBuilder { [limits, metrics, seconds] responder in
          BoundedChannel(
            base: HTTP1Channel(responder: responder, configuration: http), limits: limits, open: open, metrics: metrics,
            seconds: seconds)
        }
        let application = Application(
          responder: responder, server: try tls.map { try .tls(bounded, tlsConfiguration: $0) } ?? bounded,
          configuration: ApplicationConfiguration(
            address: .hostname(host, port: port), serverName: nil,
            availableConnectionsDelegate: MaximumAvailableConnections(limits.connections, logger: logger)),
          onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) }, logger: logger)
        var lifecycle = ServiceGroupConfiguration(services: [application], logger: logger)
        lifecycle.maximumGracefulShutdownDuration = .seconds(Self.patience)
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
          ? .portInUse(port: port) : .cannotListen(port: port, errno: error.errnoCode)
      } catch is CancellationError {
        return
      } catch {
        throw .listenerFailed
      }
    }
  }
#endif
