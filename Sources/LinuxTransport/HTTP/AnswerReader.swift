#if LinuxClient
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import NIOHTTP2
  import NetworkTrust
  import SecurityPolicy

  /// Writes one request and gathers its answer up to a limit; the last handler of a connection or of a stream in one.
  final class AnswerReader: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = Call
    typealias OutboundOut = HTTPClientRequestPart

    private let limit: Int
    private let isStream: Bool
    private let pinMatch: Verdict
    private var call: Call?
    private var head: HTTPResponseHead?
    private var body: [UInt8] = []
    private var isWritten = false

    /// - Parameters:
    ///   - isStream: the channel is one HTTP/2 stream and serves one request.
    ///   - pinMatch: what was found out about the pins of the connection's server.
    init(limit: Int, isStream: Bool, pinMatch: Verdict) {
      self.limit = limit
      self.isStream = isStream
      self.pinMatch = pinMatch
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      let next = unwrapOutboundIn(data)
      guard call == nil, context.channel.isActive else {
        promise?.fail(ChannelError.ioOnClosedChannel)
        return
      }
      (call, head, body, isWritten) = (next, nil, [], false)
      promise?.succeed()
      let begun = context.eventLoop.makePromise(of: Void.self)
      begun.futureResult.assumeIsolated().whenFailure { [channel = context.channel] error in
        // A stream that comes after the server's goodbye hears of it only here.
        guard self.isStream, NetworkError.saysUnprocessed(error) || error is NIOHTTP2Errors.IOOnClosedConnection
        else { return }
        self.settle(.neverWritten)
        // Not in the middle of the flush that failed.
        channel.eventLoop.execute { channel.close(promise: nil) }
      }
      context.write(wrapOutboundOut(.head(next.head)), promise: begun)
      if !next.body.isEmpty {
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: next.body)))), promise: nil)
      }
      let written = context.eventLoop.makePromise(of: Void.self)
      written.futureResult.assumeIsolated().whenSuccess { self.isWritten = true }
      context.write(wrapOutboundOut(.end(nil)), promise: written)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard let call else {
        // Bytes that nobody asked for would be taken for the answer to the next request.
        context.close(promise: nil)
        return
      }
      switch unwrapInboundIn(data) {
      case .head(let head):
        call.exchange.firstByteArrived()
        self.head = head
        if call.head.method != .HEAD, let length = head.headers.first(name: "content-length").flatMap({ Int($0) }),
          length > limit
        {
          fail(.tooLarge(limit: limit), context: context)
        }
      case .body(let part):
        guard part.readableBytes <= limit - body.count else {
          fail(.tooLarge(limit: limit), context: context)
          return
        }
        body.append(contentsOf: part.readableBytesView)
      case .end:
        guard let head, let response = Self.response(head) else {
          fail(.protocolViolation, context: context)
          return
        }
        let mayReuse = isWritten && head.isKeepAlive
        let answer = HTTPAnswer(response: response, body: body, pinMatch: pinMatch)
        settle(.answered(answer, mayReuse: isStream || mayReuse))
        if isStream ? !isWritten : !mayReuse { context.close(promise: nil) }
      }
    }

    func channelInactive(context: ChannelHandlerContext) {
      settle(head == nil ? .lost(.closed) : .failed(.closed))
      context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      let reason = NetworkError(error)
      switch reason {
      case _ where isStream && head == nil && NetworkError.saysUnprocessed(error): settle(.neverWritten)
      case .closed, .unreachable: settle(head == nil ? .lost(.closed) : .failed(.closed))
      default: settle(.failed(reason))
      }
      context.close(promise: nil)
    }

    private func fail(_ reason: NetworkError, context: ChannelHandlerContext) {
      settle(.failed(reason))
      context.close(promise: nil)
    }

    private func settle(_ outcome: Call.Outcome) {
      let settled = call
      // Before anybody has the outcome: whoever zeroes its body has to be the only one who holds it.
      (call, head, body) = (nil, nil, [])
      settled?.outcome.succeed(outcome)
    }

    private static func response(_ head: HTTPResponseHead) -> HTTPResponse? {
      guard (100...999).contains(head.status.code) else { return nil }
      var fields = HTTPFields()
      for (name, value) in head.headers {
        guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else { return nil }
        fields.append(HTTPField(name: name, value: value))
      }
      return HTTPResponse(status: .init(code: Int(head.status.code)), headerFields: fields)
    }
  }
#endif
