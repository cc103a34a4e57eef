#if LinuxClient
  import NIOCore
  import NIOPosix
  import Synchronization

  /// A server on loopback without TLS; it keeps what it got.
  final class PlainServer: Sendable {
    enum Action: Sendable {
      /// Answers the first bytes with these.
      case say(String)
      /// Answers the first bytes with these, whatever they are.
      case answer([UInt8])
      case close
      case stall
      /// Sends these one after the other, and never the last.
      case drip([UInt8])
    }

    private let channel: any Channel
    private let got: Inbox

    final class Inbox: Sendable {
      let bytes = Mutex<[UInt8]>([])
      let open = Mutex<[any Channel]>([])
    }

    var port: UInt16 { UInt16(channel.localAddress?.port ?? 0) }
    var bytes: [UInt8] { got.bytes.withLock { $0 } }
    var connections: Int { got.open.withLock { $0.count } }

    init(_ action: Action) async throws {
      let got = Inbox()
      self.got = got
      channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
          got.open.withLock { $0.append(channel) }
          return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(Listener(action: action, got: got))
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
    }

    func stop() async {
      try? await channel.close().get()
      for channel in got.open.withLock({ $0 }) { channel.close(mode: .all, promise: nil) }
    }
  }

  private final class Listener: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let action: PlainServer.Action
    private let got: PlainServer.Inbox

    init(action: PlainServer.Action, got: PlainServer.Inbox) {
      self.action = action
      self.got = got
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = Array(unwrapInboundIn(data).readableBytesView)
      got.bytes.withLock { $0 += bytes }
      switch action {
      case .say(let text): context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
      case .answer(let bytes): context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
      case .close: context.close(promise: nil)
      case .stall: break
      case .drip(let bytes): drip(ByteBuffer(bytes: bytes), context)
      }
    }

    private func drip(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
      var rest = bytes
      guard let next = rest.readSlice(length: 1), rest.readableBytes > 0, context.channel.isActive else { return }
      context.writeAndFlush(wrapOutboundOut(next), promise: nil)
      context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(20)) { self.drip(rest, context) }
    }
  }
#endif
