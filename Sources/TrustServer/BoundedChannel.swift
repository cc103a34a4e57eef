#if Server
  import HummingbirdCore
  import Logging
  import NIOCore
  import NIOHTTP1

  /// The framework's HTTP/1.1 channel with ``RequestBounds`` right behind the parser: the framework's own place for
  /// handlers comes after the headers were turned into a form that has one Host.
  struct BoundedChannel: ServerChildChannel {
    let base: HTTP1Channel
    let limits: ServerLimits

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
      base.setup(channel: channel, logger: logger).flatMapThrowing { value in
        let pipeline = channel.pipeline.syncOperations
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(RequestBounds(limits: limits), position: .after(parser))
        return value
      }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
  }
#endif
