#if LinuxClient
  import Glibc
  import NIOCore
  import NIOPosix
  import NIOSSL
  import SecurityTesting
  import Synchronization

  /// Speaks just so much HTTP/2 that a request is answered: frames as they stand in RFC 9113, section 6.
  final class LeavingServer: Sendable {
    /// Its own: it goes on while the client's are held.
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let channel: any Channel
    private let accepted = Accepted()

    /// What it does with a request.
    enum Habit: Sendable {
      case answers
      /// Ends its stream with this code, once so many have been answered.
      case resets(UInt8, after: Int)
      /// Cuts the connection, once so many have been answered.
      case cuts(after: Int)
      /// On the first connection: says GOAWAY, and that it began with none. Later it answers.
      case leavesFirst
    }

    final class Accepted: Sendable {
      let last = Mutex<(any Channel)?>(nil)
      let count = Mutex((connections: 0, requests: 0))
    }

    var connections: Int { accepted.count.withLock { $0.connections } }
    var requests: Int { accepted.count.withLock { $0.requests } }

    var port: UInt16 { UInt16(channel.localAddress?.port ?? 0) }

    init(
      for tests: PinnedHTTPTransportTests, interimAnswers: Int = 0, status: String = "103", habit: Habit = .answers
    ) async throws {
      let identity = try tests.issuer.issue(
        .init(notBefore: PinnedHTTPTransportTests.start, notAfter: PinnedHTTPTransportTests.end))
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: try [identity.certificateDER, tests.issuer.certificateDER].map {
          .certificate(try NIOSSLCertificate(bytes: $0, format: .der))
        },
        privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.privateKeyPEM.utf8), format: .pem)))
      configuration.applicationProtocols = ["h2"]
      let context = try NIOSSLContext(configuration: configuration)
      let accepted = accepted
      channel = try await ServerBootstrap(group: group)
        .childChannelInitializer { channel in
          accepted.last.withLock { $0 = channel }
          let number = accepted.count.withLock {
            $0.connections += 1
            return $0.connections
          }
          return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
            try channel.pipeline.syncOperations.addHandler(
              FrameAnswerer(interimAnswers, status, habit, isFirst: number == 1, accepted))
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
    }

    /// GOAWAY, settings that fill more than one read, and a reset in place of an end.
    func leave() async {
      guard let channel = accepted.last.withLock({ $0 }) else { return }
      let goAway: [UInt8] = [0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
      let limits = [[UInt8]](repeating: [0, 3, 0, 0, 0, 100], count: 200).joined()
      let settings: [UInt8] = [0, 4, 176, 4, 0, 0, 0, 0, 0] + limits
      try? await channel.writeAndFlush(ByteBuffer(bytes: goAway)).get()
      for _ in 0..<24 { try? await channel.writeAndFlush(ByteBuffer(bytes: settings)).get() }
      try? await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
      try? await channel.eventLoop.submit {
        let handler = try channel.pipeline.syncOperations.handler(type: NIOSSLServerHandler.self)
        return channel.pipeline.syncOperations.removeHandler(handler)
      }.flatMap { $0 }.get()
      try? await channel.close().get()
    }

    func stop() async throws {
      try? await channel.close().get()
      try await group.shutdownGracefully()
    }
  }

  /// Answers each HEADERS frame with so many times an interim status, and with 200.
  private final class FrameAnswerer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let interimAnswers: Int
    private let status: [UInt8]
    private let habit: LeavingServer.Habit
    private let isFirst: Bool
    private let accepted: LeavingServer.Accepted
    private var bytes: [UInt8] = []
    private var wasGreeted = false

    init(
      _ interimAnswers: Int, _ status: String, _ habit: LeavingServer.Habit, isFirst: Bool,
      _ accepted: LeavingServer.Accepted
    ) {
      self.interimAnswers = interimAnswers
      self.status = Array(status.utf8)
      (self.habit, self.isFirst, self.accepted) = (habit, isFirst, accepted)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      bytes += unwrapInboundIn(data).readableBytesView
      var answer: [UInt8] = []
      if !wasGreeted {
        guard bytes.count >= 24 else { return }
        bytes.removeFirst(24)
        wasGreeted = true
        answer += [0, 0, 0, 4, 0, 0, 0, 0, 0]
      }
      while bytes.count >= 9 {
        let length = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
        guard bytes.count >= 9 + length else { break }
        if bytes[3] == 4, bytes[4] & 1 == 0 { answer += [0, 0, 0, 4, 1, 0, 0, 0, 0] }
        if bytes[3] == 1 { accepted.count.withLock { $0.requests += 1 } }
        if bytes[3] == 1, case .resets(let code, let after) = habit, accepted.count.withLock({ $0.requests > after }) {
          answer += [0, 0, 4, 3, 0] + bytes[5..<9] + [0, 0, 0, code]
        } else if bytes[3] == 1, case .cuts(let after) = habit, accepted.count.withLock({ $0.requests > after }) {
          for _ in 0..<interimAnswers { answer += [0, 0, 5, 1, 4] + bytes[5..<9] + [8, 3] + status }
          bytes = []
          context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: answer)), promise: nil)
          context.close(mode: .all, promise: nil)
          return
        } else if bytes[3] == 1, case .leavesFirst = habit, isFirst {
          answer += [0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        } else if bytes[3] == 1 {
          // END_HEADERS; a literal value of the name that the eighth entry of the static table has.
          for _ in 0..<interimAnswers { answer += [0, 0, 5, 1, 4] + bytes[5..<9] + [8, 3] + status }
          // END_STREAM and END_HEADERS; that entry.
          answer += [0, 0, 1, 1, 5] + bytes[5..<9] + [0x88]
        }
        bytes.removeFirst(9 + length)
      }
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: answer)), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }
#endif
