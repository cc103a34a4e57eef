#if LinuxClient
  import NIOCore

  /// Lets no more bytes of an HTTP/1.1 answer through than its limit, until ``AnswerReader`` has its head. Stands before the
  /// reader of HTTP, so that neither one endless head nor many interim ones fill memory. Source: CWE-770.
  final class HeadMeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The head goes on beyond the limit.
    struct Overflow: Error {}

    private let limit: Int
    private var rest: Int
    /// Whether the head of the answer has come; then nothing is counted until the next request.
    var isPast = false

    init(limit: Int) {
      self.limit = limit
      rest = limit
    }

    /// The next answer is counted anew.
    func begin() { (rest, isPast) = (limit, false) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      var bytes = unwrapInboundIn(data)
      if !isPast, let part = bytes.readSlice(length: min(rest, bytes.readableBytes)), part.readableBytes > 0 {
        rest -= part.readableBytes
        // The reader of HTTP says what it found before this returns.
        context.fireChannelRead(wrapInboundOut(part))
      }
      guard bytes.readableBytes > 0 else { return }
      guard isPast else {
        context.fireErrorCaught(Overflow())
        return
      }
      context.fireChannelRead(wrapInboundOut(bytes))
    }
  }
#endif
