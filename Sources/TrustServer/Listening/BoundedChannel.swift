#if Server
  import HummingbirdCore
  import Logging
  import NIOCore
  import NIOHTTP1

  /// The framework's HTTP/1.1 channel with ``RequestBounds`` right behind the parser: the framework's own place for
  /// handlers comes after the headers were turned into a form that has one Host.
  struct BoundedChannel: ServerChildChannel {
    /// A connection that is closed before anything of it was read.
    struct Refused: Error {}

    let base: HTTP1Channel
    let limits: ServerLimits
    let open: OpenConnections
    let metrics: ServerMetrics
    /// The clock that answers are dated by, seconds since 1970; nil for the machine's.
    let seconds: (@Sendable () -> Int64)?

    // O.Arch_5#80
    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
      let peer = channel.remoteAddress?.ipAddress ?? "unknown"
      // All clients of a proxy come from its address.
      let address = limits.trustedProxies.trusts(peer) ? nil : PeerAddress.counted(peer)
      guard address.map(open.admit) ?? true else {
        metrics.connectionRefused()
        return channel.close().flatMapThrowing { throw Refused() }
      }
      metrics.connectionOpened()
      channel.closeFuture.whenComplete { [open, metrics] _ in
        if let address { open.leave(address) }
        metrics.connectionClosed()
      }
      return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
        let pipeline = channel.pipeline.syncOperations
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(RequestBounds(limits: limits, seconds: seconds), position: .after(parser))
        return value
      }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
  }
#endif
