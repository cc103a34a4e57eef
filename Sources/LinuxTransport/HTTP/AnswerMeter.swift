#if LinuxClient
  import NIOCore

  /// Gives the reader of HTTP/1.1 the bytes of one answer and of no other. Stands before it, and hands on no piece in which
  /// an answer could end before the piece does: heads and content of unknown length end with a line, all other content
  /// with a number of bytes. So bytes behind an answer are seen, also those that are not yet a head: they would be the
  /// beginning of the next one's. And it lets no more bytes of heads through than its limit, so that neither one endless
  /// head nor many interim ones fill memory.
  ///
  /// Not protected: surplus bytes that come when the next request is on its way already cannot be told from its answer.
  /// Source: RFC 9112, sections 6.3 and 9.2; CWE-444; CWE-770.
  final class AnswerMeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The head goes on beyond the limit.
    struct Overflow: Error {}
    /// Bytes that no request asked for.
    struct Surplus: Error {}

    private enum Place {
      /// No answer is awaited.
      case between
      case head
      /// So many bytes of content are to come; nil: until the end of a line, or of the connection.
      case content(Int?)
    }

    private let limit: Int
    private var rest: Int
    private var place = Place.between

    init(limit: Int) {
      self.limit = limit
      rest = limit
    }

    /// A request leaves; its answer is counted anew.
    func begin() { (rest, place) = (limit, .head) }

    /// Whether any byte came since a request left.
    var hasHeard: Bool { rest < limit }

    /// - Parameter length: of the content, if the head says it.
    func headEnded(length: Int?) { place = .content(length) }

    func answerEnded() {
      place = .between
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      var bytes = unwrapInboundIn(data)
      while bytes.readableBytes > 0 {
        guard let size = next(in: bytes), let piece = bytes.readSlice(length: size) else {
          if case .head = place { context.fireErrorCaught(Overflow()) } else { context.fireErrorCaught(Surplus()) }
          return
        }
        // The reader of HTTP says what it found before this returns.
        context.fireChannelRead(wrapInboundOut(piece))
      }
    }

    /// The size of the next piece; nil for bytes that may not come.
    private func next(in bytes: ByteBuffer) -> Int? {
      switch place {
      case .between: return nil
      case .head:
        let size = min(line(in: bytes), rest)
        rest -= size
        return size > 0 ? size : nil
      case .content(nil): return line(in: bytes)
      case .content(let left?):
        // The reader of HTTP knows of the end before this is asked for another byte.
        let size = min(left, bytes.readableBytes)
        place = .content(left - size)
        return size > 0 ? size : nil
      }
    }

    /// Up to the end of the first line, or everything.
    private func line(in bytes: ByteBuffer) -> Int {
      let view = bytes.readableBytesView
      return view.firstIndex(of: UInt8(ascii: "\n")).map { $0 - view.startIndex + 1 } ?? view.count
    }
  }
#endif
