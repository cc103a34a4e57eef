#if LinuxClient
  import Foundation
  import NIOCore
  import NIOPosix
  public import NIOSSL
  public import SecurityTesting
  import Synchronization

  /// A TLS server on loopback that answers with raw bytes, so that it can also answer wrongly.
  public final class LoopbackServer: Sendable {
    public enum Action: Sendable {
      /// These bytes, and the connection stays open.
      case answer(String)
      /// These bytes, then an orderly end.
      case answerAndClose(String)
      /// An orderly end without an answer.
      case close
      /// Nothing, ever.
      case stall
      /// One byte after the other, so that the answer is never whole in time.
      case trickle(String)
      /// These bytes in two pieces, the first of so many, a millisecond apart.
      case split(String, at: Int)
    }

    public struct Seen: Sendable {
      public var connections = 0
      public var applicationBytes = 0
      public var requests: [String] = []
      /// The certificates that clients presented, DER, leaf first.
      public var clients: [[[UInt8]]] = []
    }

    /// What to do with the nth request of all (from 0), given its text.
    public typealias Script = @Sendable (Int, String) -> Action

    private let channel: any Channel
    private let state: Shared

    fileprivate final class Shared: Sendable {
      let seen = Mutex(Seen())
      let open = Mutex<[any Channel]>([])
      let waiting = Mutex<[(Int, CheckedContinuation<Void, Never>)]>([])
    }

    /// Also after it has stopped.
    public let port: UInt16
    public var seen: Seen { state.seen.withLock { $0 } }

    /// - Parameters:
    ///   - port: the one of a server that has stopped; 0 for any that is free.
    ///   - asksClients: asks for a client's certificate, records it and accepts whatever it is.
    public init(
      identity: TestIdentity, issuers: [[UInt8]], port: UInt16 = 0, maximumTLS: TLSVersion? = nil,
      asksClients: Bool = false, script: @escaping Script
    ) async throws {
      let chain = try ([identity.certificateDER] + issuers).map {
        NIOSSLCertificateSource.certificate(try NIOSSLCertificate(bytes: $0, format: .der))
      }
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain,
        privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.privateKeyPEM.utf8), format: .pem)))
      configuration.minimumTLSVersion = .tlsv1
      configuration.maximumTLSVersion = maximumTLS
      if asksClients {
        configuration.certificateVerification = .noHostnameVerification
        configuration.trustRoots = .certificates([])
      }
      let context = try NIOSSLContext(configuration: configuration)
      let state = Shared()
      self.state = state
      let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { channel in
          state.seen.withLock { $0.connections += 1 }
          state.open.withLock { $0.append(channel) }
          return channel.eventLoop.makeCompletedFuture {
            let handshake = NIOSSLServerHandler(context: context) { presented, verdict in
              let chain = presented.compactMap { try? $0.toDERBytes() }
              state.seen.withLock { $0.clients.append(chain) }
              verdict.succeed(.certificateVerified)
            }
            try channel.pipeline.syncOperations.addHandler(
              asksClients ? handshake : NIOSSLServerHandler(context: context))
            try channel.pipeline.syncOperations.addHandler(RawResponder(state: state, script: script))
          }
        }
      channel = try await Self.bind(bootstrap, to: port)
      self.port = UInt16(channel.localAddress?.port ?? 0)
    }

    /// A program that another test starts at this moment holds the socket of a server that has stopped, until it is
    /// itself: between fork and exec.
    private static func bind(_ bootstrap: ServerBootstrap, to port: UInt16) async throws -> any Channel {
      for _ in 0..<500 where port > 0 {
        do {
          return try await bootstrap.bind(host: "127.0.0.1", port: Int(port)).get()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
          try await Task.sleep(for: .milliseconds(10))
        }
      }
      return try await bootstrap.bind(host: "127.0.0.1", port: Int(port)).get()
    }

    /// Returns when the server has read that many requests.
    public func requests(_ count: Int) async {
      await withCheckedContinuation { continuation in
        let isThere = state.waiting.withLock { waiting in
          guard state.seen.withLock({ $0.requests.count }) < count else { return true }
          waiting.append((count, continuation))
          return false
        }
        if isThere { continuation.resume() }
      }
    }

    /// Returns when every connection so far is gone.
    public func allClosed() async {
      for channel in state.open.withLock({ $0 }) { try? await channel.closeFuture.get() }
    }

    /// Ends every open connection in order, and returns when each is gone.
    public func dropConnections() async {
      for channel in state.open.withLock({ $0 }) { try? await channel.close().get() }
    }

    /// Cuts every connection without a word of TLS.
    public func cut() async throws {
      for channel in state.open.withLock({ $0 }) where channel.isActive {
        try await channel.eventLoop.submit {
          let handler = try channel.pipeline.syncOperations.handler(type: NIOSSLServerHandler.self)
          return channel.pipeline.syncOperations.removeHandler(handler)
        }.flatMap { $0 }.get()
        try? await channel.close().get()
      }
    }

    public func stop() async {
      try? await channel.close().get()
      for channel in state.open.withLock({ $0 }) { channel.close(mode: .all, promise: nil) }
    }
  }

  private final class RawResponder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let state: LoopbackServer.Shared
    private let script: LoopbackServer.Script
    private var text = ""

    init(state: LoopbackServer.Shared, script: @escaping LoopbackServer.Script) {
      self.state = state
      self.script = script
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = unwrapInboundIn(data)
      text += String(buffer: bytes)
      state.seen.withLock { $0.applicationBytes += bytes.readableBytes }
      guard isWhole else { return }
      let request = text
      text = ""
      let number = state.seen.withLock {
        $0.requests.append(request)
        return $0.requests.count - 1
      }
      let ready = state.waiting.withLock { waiting in
        defer { waiting.removeAll { $0.0 <= number + 1 } }
        return waiting.filter { $0.0 <= number + 1 }
      }
      for (_, continuation) in ready { continuation.resume() }
      switch script(number, request) {
      case .answer(let text): write(text, context)
      case .answerAndClose(let text):
        write(text, context)
        context.close(promise: nil)
      case .close: context.close(promise: nil)
      case .stall: break
      case .trickle(let text): trickle(ByteBuffer(string: text), context)
      case .split(let text, let at):
        let text = ByteBuffer(string: text)
        write(String(buffer: text.getSlice(at: 0, length: at) ?? text), context)
        context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(1)) {
          self.write(String(buffer: text.getSlice(at: at, length: text.readableBytes - at) ?? text), context)
        }
      }
    }

    private func trickle(_ text: ByteBuffer, _ context: ChannelHandlerContext) {
      var rest = text
      guard let next = rest.readSlice(length: 1), context.channel.isActive else { return }
      context.writeAndFlush(wrapOutboundOut(next), promise: nil)
      context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(20)) { self.trickle(rest, context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func write(_ text: String, _ context: ChannelHandlerContext) {
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }

    private var isWhole: Bool {
      guard let end = text.range(of: "\r\n\r\n") else { return false }
      let length =
        text.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        .flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) } ?? 0
      return text[end.upperBound...].utf8.count >= length
    }
  }
#endif
