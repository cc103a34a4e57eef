#if LinuxClient
  import ChainSamples
  import Dispatch
  import Foundation
  import Glibc
  import LinuxTransport
  import NIOCore
  import NIOPosix
  import NIOSSL
  import NetworkTrust
  import SecurityTesting
  import Synchronization
  import Testing

  /// Connections that end while the pool looks at them.
  @Suite(.timeLimit(.minutes(15))) struct LeavingServerTests {
    @Test("A server that leaves an idle connection, goes on talking and cuts it ends that connection and nothing else")
    func reset() async throws {
      let tests = try PinnedHTTPTransportTests()
      let leaf = TestAuthority.Leaf(notBefore: PinnedHTTPTransportTests.start, notAfter: PinnedHTTPTransportTests.end)
      let server = try await LeavingServer(identity: tests.issuer.issue(leaf), issuer: tests.issuer.certificateDER)
      let transport = try PinnedHTTPTransport(
        endpoint: Endpoint(host: ServerHost("localhost"), port: server.port),
        anchors: .certificates([tests.root.certificateDER]),
        pins: PinSet([
          ServerPin(certificateDER: tests.issuer.certificateDER), ServerPin(digest: .init(repeating: 7, count: 32)),
        ]), requirement: BadConversation.patience, now: { PinnedHTTPTransportTests.now })
      for _ in 0..<10 {
        #expect(await transport.failure(tests.request()) == nil)
        // All of it has come, the reset too, before the client reads the first byte.
        let held = HeldLoops()
        await held.areHeld()
        await server.leave()
        held.letGo()
      }
      #expect(await transport.failure(tests.request()) == nil)
      await transport.close()
      try await server.stop()
    }
  }

  /// Interim answers over HTTP/2, which nginx does not send.
  @Suite(.timeLimit(.minutes(15))) struct InterimAnswerTests {
    @Test("Over HTTP/2 interim answers count together, whatever they hold; a few of them are passed over")
    func counted() async throws {
      let tests = try PinnedHTTPTransportTests()
      let leaf = TestAuthority.Leaf(notBefore: PinnedHTTPTransportTests.start, notAfter: PinnedHTTPTransportTests.end)
      let identity = try tests.issuer.issue(leaf)
      for (count, expected) in [(10, NetworkError?.none), (2_000, .headTooLarge(limit: TransportLimits().headSize))] {
        let server = try await LeavingServer(
          identity: identity, issuer: tests.issuer.certificateDER, interimAnswers: count)
        let transport = try PinnedHTTPTransport(
          endpoint: Endpoint(host: ServerHost("localhost"), port: server.port),
          anchors: .certificates([tests.root.certificateDER]),
          pins: PinSet([
            ServerPin(certificateDER: tests.issuer.certificateDER), ServerPin(digest: .init(repeating: 7, count: 32)),
          ]), requirement: BadConversation.patience, now: { PinnedHTTPTransportTests.now })
        #expect(await transport.failure(tests.request()) == expected)
        await transport.close()
        try await server.stop()
      }
    }
  }

  /// Every loop that a client may have its connections on, held until it is let go.
  private final class HeldLoops: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let count = Mutex((asked: 0, held: 0))

    init() {
      for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
        count.withLock { $0.asked += 1 }
        loop.execute { [self] in
          count.withLock { $0.held += 1 }
          // For tests that wait for a loop on a thread that this one needs.
          _ = gate.wait(timeout: .now() + 10)
        }
      }
    }

    func areHeld() async { while count.withLock({ $0.held < $0.asked }) { await Task.yield() } }
    func letGo() { for _ in 0..<count.withLock({ $0.asked }) { gate.signal() } }
  }

  /// Speaks just so much HTTP/2 that a request is answered: frames as they stand in RFC 9113, section 6.
  private final class LeavingServer: Sendable {
    /// Its own: it goes on while the client's are held.
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let channel: any Channel
    private let accepted = Accepted()

    private final class Accepted: Sendable { let last = Mutex<(any Channel)?>(nil) }

    var port: UInt16 { UInt16(channel.localAddress?.port ?? 0) }

    init(identity: TestIdentity, issuer: [UInt8], interimAnswers: Int = 0) async throws {
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: try [identity.certificateDER, issuer].map {
          .certificate(try NIOSSLCertificate(bytes: $0, format: .der))
        },
        privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.privateKeyPEM.utf8), format: .pem)))
      configuration.applicationProtocols = ["h2"]
      let context = try NIOSSLContext(configuration: configuration)
      let accepted = accepted
      channel = try await ServerBootstrap(group: group)
        .childChannelInitializer { channel in
          accepted.last.withLock { $0 = channel }
          return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
            try channel.pipeline.syncOperations.addHandler(FrameAnswerer(interimAnswers: interimAnswers))
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

  /// Answers each HEADERS frame with so many times the status 103, and with 200.
  private final class FrameAnswerer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let interimAnswers: Int
    private var bytes: [UInt8] = []
    private var wasGreeted = false

    init(interimAnswers: Int) { self.interimAnswers = interimAnswers }

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
        if bytes[3] == 1 {
          // END_HEADERS; a literal value of the name that the eighth entry of the static table has.
          for _ in 0..<interimAnswers { answer += [0, 0, 5, 1, 4] + bytes[5..<9] + [8, 3, 0x31, 0x30, 0x33] }
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
