#if Server
  import NIOCore
  import NIOHTTP1
  import TrustWire

  /// Stands behind the HTTP parser of one connection and lets nothing through that is out of bounds: exactly one Host
  /// header that came in time, a body within its size, counted as it arrives, and within its time.
  ///
  /// What it refuses is answered here and the connection ends: nobody reads on for a body that will not be used.
  ///
  /// Every answer gets the time of the clock that decides: devices take the Date header for it, and the framework writes
  /// the machine's own.
  /// Source: RFC 9112, section 3.2 (Host), section 9.6 (closing with the answer still readable); RFC 9110, section 6.6.1.
  final class RequestBounds: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limits: ServerLimits
    /// Nil leaves the Date header as it comes.
    private let seconds: (@Sendable () -> Int64)?
    private var date: (seconds: Int64, text: String)?
    /// Bytes that the body of the request under way may still have.
    private var room = 0
    /// Requests that were let through and whose answers have not ended.
    private var unanswered = 0
    private var isRefused = false
    private var deadline: Scheduled<Void>?
    /// Runs while no request's head is there: a client that sends a letter now and then is never idle.
    private var headDeadline: Scheduled<Void>?

    init(limits: ServerLimits, seconds: (@Sendable () -> Int64)?) {
      self.limits = limits
      self.seconds = seconds
    }

    // O.Arch_5#132
    func handlerAdded(context: ChannelHandlerContext) {
      awaitHead(context, for: min(limits.firstHeadSeconds, limits.headSeconds))
    }

    private func awaitHead(_ context: ChannelHandlerContext, for seconds: Int64) {
      headDeadline?.cancel()
      headDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(seconds)) {
        context.close(promise: nil)
      }
    }

    // O.Arch_5#131
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if isRefused { return }
      switch unwrapInboundIn(data) {
      case .head(let head):
        headDeadline?.cancel()
        guard head.headers["host"].count == 1 else { return refuse(context, .oneHost, answered: unanswered == 0) }
        if let text = head.headers.first(name: "content-length"), Int(text) ?? .max > ServerLimits.bodyBytes {
          return refuse(context, .tooLarge, answered: unanswered == 0)
        }
        unanswered += 1
        room = ServerLimits.bodyBytes
        deadline?.cancel()
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(limits.bodySeconds)) { [weak self] in
          guard let self else { return }
          refuse(context, .tooSlow, answered: unanswered == 1)
        }
      case .body(let bytes):
        room -= bytes.readableBytes
        if room < 0 { return refuse(context, .tooLarge, answered: unanswered == 1) }
      case .end:
        deadline?.cancel()
        deadline = nil
      }
      context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if isRefused {
        promise?.fail(ChannelError.ioOnClosedChannel)
        return
      }
      switch unwrapOutboundIn(data) {
      case .head(var head):
        putDate(&head.headers)
        return context.write(wrapOutboundOut(.head(head)), promise: promise)
      case .body: break
      case .end:
        unanswered -= 1
        if unanswered == 0 { awaitHead(context, for: limits.headSeconds) }
      }
      context.write(data, promise: promise)
    }

    // O.Auth_9#252
    private func putDate(_ headers: inout HTTPHeaders) {
      guard let now = seconds?() else { return }
      if date?.seconds != now { date = (now, DateField.text(now)) }
      if let date { headers.replaceOrAdd(name: "date", value: date.text) }
    }

    func channelInactive(context: ChannelHandlerContext) {
      deadline?.cancel()
      headDeadline?.cancel()
      context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      deadline?.cancel()
      headDeadline?.cancel()
    }

    /// - Parameter answered: every earlier request of this connection has its whole answer. Otherwise ours would land in
    ///   the middle of another one, so the connection just ends.
    private func refuse(_ context: ChannelHandlerContext, _ answer: TrustAnswer, answered: Bool) {
      isRefused = true
      deadline?.cancel()
      headDeadline?.cancel()
      guard answered else { return context.close(promise: nil) }
      var headers = HTTPHeaders(answer.headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      headers.add(name: "content-length", value: String(answer.body.count))
      headers.add(name: "connection", value: "close")
      putDate(&headers)
      let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status), headers: headers)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      // Closing while the peer still sends would reset the connection and take the answer with it.
      deadline = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { context.close(promise: nil) }
    }
  }
#endif
