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
    /// With HTTP/2: the last stream that a server which leaves may have begun with. The channel is one stream then and
    /// serves one request.
    private let lastStream: (() -> HTTP2StreamID)?
    private let handshake: Handshake
    private let headLimit: Int
    private let meter: AnswerMeter?
    private var call: Call?
    private var head: HTTPResponseHead?
    /// Bytes of interim answers, with HTTP/2, where nobody counts them before they are read.
    private var interim = 0
    private var body: [UInt8] = []
    private var isWritten = false
    private var isStream: Bool { lastStream != nil }
    /// Whether any part of an answer came, be it of an interim one.
    private var hasHeard: Bool { head != nil || interim > 0 || meter?.hasHeard == true }
    /// It was closed here. The channel is active until the server has answered our goodbye, and takes no request any more.
    private var isEnding = false

    /// - Parameters:
    ///   - handshake: what was found out about the connection's server.
    ///   - meter: counts the bytes of answers before they are read, with HTTP/1.1.
    ///   - lastStream: with HTTP/2, the last stream that a server which leaves may have begun with.
    init(
      limits: TransportLimits, handshake: Handshake, meter: AnswerMeter? = nil, lastStream: (() -> HTTP2StreamID)? = nil
    ) {
      limit = limits.answerSize
      headLimit = limits.headSize
      self.lastStream = lastStream
      self.handshake = handshake
      self.meter = meter
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      let next = unwrapOutboundIn(data)
      guard call == nil, !isEnding, context.channel.isActive else {
        promise?.fail(ChannelError.ioOnClosedChannel)
        return
      }
      (call, head, interim, body, isWritten) = (next, nil, 0, [], false)
      meter?.begin()
      promise?.succeed()
      let begun = context.eventLoop.makePromise(of: Void.self)
      begun.futureResult.assumeIsolated().whenFailure { [channel = context.channel] error in
        // A stream that comes after the server's goodbye hears of it only here.
        guard let last = self.lastStream?(),
          NetworkError.saysUnprocessed(error, after: last) || error is NIOHTTP2Errors.IOOnClosedConnection
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

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      isEnding = true
      context.close(mode: mode, promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard let call else {
        // Bytes that nobody asked for would be taken for the answer to the next request.
        end(context)
        return
      }
      switch unwrapInboundIn(data) {
      case .head(var head):
        // With HTTP/2 they are against the protocol.
        if !isStream { Self.trim(&head.headers) }
        guard head.status.code != Self.switchingProtocols else {
          fail(.protocolViolation, context: context)
          return
        }
        let size = Self.size(of: head.headers)
        // HTTP/1.1 hands on no interim one.
        let isInterim = isStream && (100..<200).contains(head.status.code)
        guard interim + size <= headLimit else {
          fail(.headTooLarge(limit: headLimit), context: context)
          return
        }
        guard !isInterim else {
          interim += Self.interimSize + size
          return
        }
        call.exchange.firstByteArrived()
        self.head = head
        meter?.headEnded(length: Self.length(of: head, to: call.head.method))
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
      case .end(let trailers):
        guard interim + Self.size(of: head?.headers) + Self.size(of: trailers) <= headLimit else {
          fail(.headTooLarge(limit: headLimit), context: context)
          return
        }
        guard let head, let response = Self.response(head) else {
          fail(.protocolViolation, context: context)
          return
        }
        let mayReuse = isWritten && head.isKeepAlive
        let answer = HTTPAnswer(response: response, body: body, pinMatch: handshake.pinMatch)
        settle(.answered(answer, mayReuse: isStream || mayReuse))
        if isStream ? !isWritten : !mayReuse { end(context) }
      }
    }

    func channelInactive(context: ChannelHandlerContext) {
      settle(hasHeard ? .failed(.closed) : .lost(.closed))
      context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      let reason = reason(of: error)
      switch reason {
      case _ where isUnprocessed(error): settle(.neverWritten)
      // That is an answer: to ask again would be against it.
      case _ where NetworkError.saysReset(error): settle(.failed(reason))
      case .closed, .unreachable: settle(hasHeard ? .failed(.closed) : .lost(.closed))
      default: settle(.failed(reason))
      }
      end(context)
    }

    private func fail(_ reason: NetworkError, context: ChannelHandlerContext) {
      settle(.failed(reason))
      end(context)
    }

    private func end(_ context: ChannelHandlerContext) {
      isEnding = true
      context.close(promise: nil)
    }

    private func settle(_ outcome: Call.Outcome) {
      let settled = call
      // Before anybody has the outcome: whoever zeroes its body has to be the only one who holds it.
      (call, head, body) = (nil, nil, [])
      meter?.answerEnded()
      settled?.outcome.succeed(outcome)
    }

    /// No request asks for another protocol, and HTTP/2 has no such answer: what followed on a kept connection would be
    /// taken for HTTP. Source: RFC 9110, sections 7.8 and 15.2.2; RFC 9113, section 8.6.
    private static let switchingProtocols = 101
    /// The line of status and the empty line, as HTTP/1.1 writes them.
    private static let interimSize = 16

    /// As HTTP/1.1 writes them.
    private static func size(of fields: HTTPHeaders?) -> Int {
      fields?.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 } ?? 0
    }

    /// Blanks around a value are none of it. Source: RFC 9112, section 5.1.
    private static func trim(_ fields: inout HTTPHeaders) {
      func isBlank(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
      guard fields.contains(where: { isBlank($0.value.utf8.first) || isBlank($0.value.utf8.last) }) else { return }
      fields = HTTPHeaders(
        fields.map { name, value in
          let begun = value.utf8.drop(while: isBlank)
          let end = begun.lastIndex { !isBlank($0) }.map(begun.index(after:)) ?? begun.startIndex
          return (name, String(begun[..<end]) ?? "")
        })
    }

    private func isUnprocessed(_ error: any Error) -> Bool {
      guard let last = lastStream?(), !hasHeard else { return false }
      return NetworkError.saysUnprocessed(error, after: last)
    }

    /// How many bytes of content follow the head, where that is said in advance; nil for parts with lengths of their own and
    /// for content that ends with the connection. Source: RFC 9112, section 6.3.
    private static func length(of head: HTTPResponseHead, to method: HTTPMethod) -> Int? {
      if method == .HEAD || head.status.code == 204 || head.status.code == 304 { return 0 }
      // An empty one is none to the reader of HTTP.
      guard head.headers["transfer-encoding"].allSatisfy({ $0.allSatisfy(\.isWhitespace) }) else { return nil }
      return head.headers.first(name: "content-length").flatMap { Int($0) }
    }

    private func reason(of error: any Error) -> NetworkError {
      switch error {
      case is AnswerMeter.Overflow, HTTPParserError.headerOverflow: .headTooLarge(limit: headLimit)
      default: NetworkError(error, shown: handshake.shown)
      }
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
