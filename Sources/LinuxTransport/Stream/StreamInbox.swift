#if LinuxClient
  import NIOCore
  import NIOSSL
  import NetworkTrust
  import Synchronization

  /// Holds what the server sent until somebody reads it, and asks for more only then.
  final class StreamInbox: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// One read that waits.
    final class Request: Sendable {
      let limit: Int
      let promise: EventLoopPromise<[UInt8]?>
      private let isCancelled = Mutex(false)

      init(limit: Int, promise: EventLoopPromise<[UInt8]?>) {
        self.limit = limit
        self.promise = promise
      }

      var wasCancelled: Bool { isCancelled.withLock { $0 } }
      func cancel() { isCancelled.withLock { $0 = true } }
    }

    private enum End {
      case orderly
      case failed(NetworkError)
    }

    private var buffer = ByteBuffer()
    private var request: Request?
    private var ending: End?
    private var context: ChannelHandlerContext?
    private let shown: ShownIdentity

    /// - Parameter shown: what the server knows of the client's identity.
    init(shown: ShownIdentity) { self.shown = shown }

    /// Why the stream ended, unless it ended in order.
    var reason: NetworkError? { if case .failed(let reason) = ending { reason } else { nil } }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func read(_ next: Request) {
      if next.wasCancelled {
        next.promise.fail(NetworkError.cancelled)
      } else if request != nil {
        next.promise.fail(NetworkError.busy(limit: 1))
      } else {
        request = next
        serve()
        if request != nil { context?.read() }
      }
    }

    func drop(_ dropped: Request) {
      guard request === dropped else { return }
      request = nil
      dropped.promise.fail(NetworkError.cancelled)
    }

    /// The first end counts.
    func end(_ reason: NetworkError) {
      ending = ending ?? .failed(reason)
      serve()
    }

    /// Ended here: what was not read is gone.
    func close(_ reason: NetworkError = .closed) {
      buffer.clear()
      ending = .failed(reason)
      serve()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      // What comes after the end is for nobody.
      guard ending == nil else { return }
      var bytes = unwrapInboundIn(data)
      buffer.writeBuffer(&bytes)
      serve()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
      if request != nil { context.read() }
    }

    func channelInactive(context: ChannelHandlerContext) {
      ending = ending ?? .orderly
      serve()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // Whoever closes the connection without saying goodbye may have cut the last message short.
      let reason = NetworkError(error, shown: shown)
      if case .unreachable = reason { end(.closed) } else { end(reason) }
      context.close(promise: nil)
    }

    private func serve() {
      guard let waiting = request else { return }
      if let bytes = buffer.readBytes(length: min(waiting.limit, buffer.readableBytes)), !bytes.isEmpty {
        request = nil
        buffer.discardReadBytes()
        waiting.promise.succeed(bytes)
      } else if let ending {
        request = nil
        switch ending {
        case .orderly: waiting.promise.succeed(nil)
        case .failed(let reason): waiting.promise.fail(reason)
        }
      }
    }
  }
#endif
