#if Server
  import HTTPTypes
  import Hummingbird
  import HummingbirdCore
  import NIOCore

  /// The page `/metrics` on an address of its own, in plain HTTP: for a collector on the same machine, or in a network
  /// that only operators reach. It tells how much happens here, and nothing about whom.
  public struct MetricsListener: Sendable {
    let metrics: ServerMetrics
    let host: String
    let port: Int

    /// - Parameter port: 0 lets the system choose.
    public init(metrics: ServerMetrics, host: String = "127.0.0.1", port: Int) {
      self.metrics = metrics
      self.host = host
      self.port = port
    }

    /// Listens until the task is cancelled.
    ///
    /// - Parameter onListening: called once with the port in use.
    /// - Throws: ``TrustServerError`` `portInUse`, `cannotListen`, `listenerFailed`.
    public func run(onListening: @escaping @Sendable (Int) async -> Void = { _ in }) async throws(TrustServerError) {
      try await Listener(
        responder: MetricsResponder(metrics: metrics), host: host, port: port, tls: nil,
        limits: ServerLimits(connections: 16, connectionsPerAddress: 16), metrics: ServerMetrics(),
        seconds: nil
      ).run(onListening: onListening)
    }
  }

  private struct MetricsResponder: HTTPResponder {
    let metrics: ServerMetrics

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
      guard request.uri.path == "/metrics", request.method == .get else { return Response(status: .notFound) }
      return .metrics(metrics)
    }
  }

  extension Response {
    static func metrics(_ metrics: ServerMetrics) -> Response {
      Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
        body: .init(byteBuffer: ByteBuffer(string: metrics.text)))
    }
  }
#endif
