#if os(Linux)
  import AsyncHTTPClient
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL
  import NetworkTrust
  import SecurityTesting

  /// Requests with pins beside the same client without them and async-http-client, to one server on loopback, in rounds
  /// that take turns; then a thousand at once, and what that leaves in memory.
  struct RequestsBenchmark {
    private let start = Date(timeIntervalSinceNow: -86_400)
    private let end = Date(timeIntervalSinceNow: 86_400)

    func run() async throws {
      let root = try TestAuthority(name: "root", notBefore: start, notAfter: end)
      let issuer = try root.issuer(name: "issuer", notBefore: start, notAfter: end)
      let identity = try issuer.issue(TestAuthority.Leaf(notBefore: start, notAfter: end))
      let server = try await Self.server(identity, issuers: [issuer.certificateDER])
      let port = UInt16(server.localAddress?.port ?? 0)
      let pins = try PinSet([
        ServerPin(certificateDER: issuer.certificateDER), ServerPin(digest: .init(repeating: 7, count: 32)),
      ])
      func transport(_ pinning: PinPolicy) throws -> PinnedHTTPTransport {
        try PinnedHTTPTransport(
          endpoint: Endpoint(host: ServerHost("localhost"), port: port),
          trust: TrustEvaluation(anchors: .certificates([root.certificateDER]), pinning: pinning), now: { Date() })
      }
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")

      let (pinned, plain) = (try transport(PinPolicy(pins)), try transport(.insecureUnpinned))
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .certificates([try NIOSSLCertificate(bytes: root.certificateDER, format: .der)])
      let peer = HTTPClient(
        eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
        configuration: HTTPClient.Configuration(tlsConfiguration: tls))
      let address = HTTPClientRequest(url: "https://localhost:\(port)/")
      func askPeer() async throws {
        _ = try await peer.execute(address, timeout: .seconds(30)).body.collect(upTo: 1024)
      }
      var kept: (pinned: [Double], plain: [Double], peer: [Double]) = ([], [], [])
      for _ in 0...30 {
        kept.pinned.append(try await Self.seconds(200) { _ = try await pinned.send(request, body: []) })
        kept.plain.append(try await Self.seconds(200) { _ = try await plain.send(request, body: []) })
        kept.peer.append(try await Self.seconds(200, askPeer))
      }
      Self.report("request, kept connection", kept, limit: 0.95)

      var new: (pinned: [Double], plain: [Double], peer: [Double]) = ([], [], [])
      for _ in 0...30 {
        new.pinned.append(try await Self.seconds(10) { try await Self.once(try transport(PinPolicy(pins)), request) })
        new.plain.append(try await Self.seconds(10) { try await Self.once(try transport(.insecureUnpinned), request) })
        new.peer.append(
          try await Self.seconds(10) {
            var address = address
            address.headers.add(name: "Connection", value: "close")
            _ = try await peer.execute(address, timeout: .seconds(30)).body.collect(upTo: 1024)
          })
      }
      Self.report("request, new connection", new, limit: 0.9)

      var memory = [try Self.residentKiB()]
      var rates: [Double] = []
      for _ in 0..<10 {
        let time = try await Self.seconds(1) {
          try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 { group.addTask { _ = try await pinned.send(request, body: []) } }
            try await group.waitForAll()
          }
        }
        rates.append(1000 / time)
        memory.append(try Self.residentKiB())
      }
      // The first two rounds fill the allocator's pools.
      let growth = memory[memory.count - 1] - memory[2]
      print(
        String(
          format:
            "1,000 requests at once: %.0f/s, resident %d MiB before, %d after the second round, %+d KiB eight rounds later%@",
          Self.median(rates), memory[0] / 1024, memory[2] / 1024, growth, growth < 4096 ? "" : "   MISSED"))
      await pinned.close()
      await plain.close()
      try await peer.shutdown()
      try await server.close()
    }

    private static func once(_ transport: PinnedHTTPTransport, _ request: HTTPRequest) async throws {
      _ = try await transport.send(request, body: [])
      await transport.close()
    }

    private static func seconds(_ count: Int, _ body: () async throws -> Void) async throws -> Double {
      let began = ContinuousClock.now
      for _ in 0..<count { try await body() }
      return began.duration(to: .now) / .seconds(1) / Double(count)
    }

    /// The first round only warms up.
    private static func report(
      _ name: String, _ times: (pinned: [Double], plain: [Double], peer: [Double]), limit: Double
    ) {
      // A round's halves ran in the same moment, so their ratio is the steadier one.
      func ratio(_ one: [Double], _ other: [Double]) -> Double { median(zip(one, other).dropFirst().map { $0 / $1 }) }
      let (own, plain) = (median(Array(times.pinned.dropFirst())), ratio(times.plain, times.pinned))
      print(
        String(
          format: "%@: %.0f µs; %.2f of the same client without pins (limit %.2f), %.2f of async-http-client%@", name,
          own * 1e6, plain, limit, ratio(times.peer, times.pinned), plain >= limit ? "" : "   MISSED"))
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func residentKiB() throws -> Int {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
      return line.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
    }

    private static func server(_ identity: TestIdentity, issuers: [[UInt8]]) async throws -> any Channel {
      let chain = try ([identity.certificateDER] + issuers).map {
        NIOSSLCertificateSource.certificate(try NIOSSLCertificate(bytes: $0, format: .der))
      }
      let context = try NIOSSLContext(
        configuration: .makeServerConfiguration(
          certificateChain: chain,
          privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.privateKeyPEM.utf8), format: .pem))))
      return try await ServerBootstrap(group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
        .serverChannelOption(.backlog, value: 1024)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
            try channel.pipeline.syncOperations.configureHTTPServerPipeline()
            try channel.pipeline.syncOperations.addHandler(Responder())
          }
        }
        .bind(host: "127.0.0.1", port: 0).get()
    }
  }

  private final class Responder: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private var closes = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): closes = !head.isKeepAlive
      case .body: break
      case .end:
        let head = HTTPResponseHead(
          version: .http1_1, status: .ok,
          headers: ["content-length": "5", "connection": closes ? "close" : "keep-alive"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: "hello")))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        if closes { context.close(promise: nil) }
      }
    }
  }
#endif
