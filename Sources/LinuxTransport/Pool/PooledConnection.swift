#if LinuxClient
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOHTTP2
  import NetworkTrust
  import Synchronization

  /// One judged connection, ready for requests: one at a time with HTTP/1.1, many with HTTP/2.
  final class PooledConnection: Sendable {
    /// The most streams at once that we open on one connection; the server may allow fewer.
    static let maximumStreams = 100

    let channel: any Channel
    private let handshake: Handshake
    /// Those that the client offered in the handshake: whose connection this is.
    var certificates: [[UInt8]] { handshake.certificates }
    /// When its server was judged.
    var judgedAt: Date { handshake.judgedAt }
    /// The path that its server was accepted for.
    var proof: ValidatedServerChain { handshake.proof }
    /// nil for HTTP/1.1.
    private let streams: NIOHTTP2Handler.StreamMultiplexer?
    private let limits: TransportLimits
    private let notices = Mutex(Notices())

    /// What the server said so far, also before anybody listened.
    struct Notices: Sendable {
      var streams: Int?
      var leaves = false
      /// The last stream that a server which leaves may have begun with.
      var lastStream = HTTP2StreamID.maxID
      /// Why the connection ended, where its requests cannot know.
      var end: NetworkError?
    }

    var speaksHTTP2: Bool { streams != nil }
    /// How many requests at once it takes now. Until an HTTP/2 server has said how many it allows, one: the library keeps
    /// those above the limit back, and loses sight of them when the server leaves.
    var capacity: Int { speaksHTTP2 ? min(heard.streams ?? 1, Self.maximumStreams) : 1 }
    var heard: Notices { notices.withLock { $0 } }
    /// Whether the server is still to say how many streams it allows.
    var isGreeting: Bool { speaksHTTP2 && heard.streams == nil && channel.isActive }

    /// Puts the handlers of the agreed protocol on a channel, on its event loop.
    /// - Parameter changed: gets what an HTTP/2 server says about its connection.
    static func assemble(
      on channel: any Channel, after handshake: Handshake, limits: TransportLimits,
      changed: @escaping @Sendable (PooledConnection) -> Void
    ) throws -> PooledConnection {
      let pipeline = channel.pipeline.syncOperations
      guard handshake.agreed == "h2" else {
        let meter = AnswerMeter(limit: limits.headSize)
        var most = NIOHTTPDecoderLimitConfiguration()
        (most.maxHeaderFieldSize, most.maxHeaderListSize) = (limits.headSize, limits.headSize)
        try pipeline.addHandler(meter)
        try pipeline.addHTTPClientHandlers(decoderLimitConfiguration: most)
        try pipeline.addHandler(AnswerReader(limits: limits, handshake: handshake, meter: meter))
        return PooledConnection(channel: channel, handshake: handshake, streams: nil, limits: limits)
      }
      var configuration = NIOHTTP2Handler.ConnectionConfiguration()
      configuration.initialSettings = [
        HTTP2Setting(parameter: .enablePush, value: 0), HTTP2Setting(parameter: .maxConcurrentStreams, value: 0),
        HTTP2Setting(parameter: .maxHeaderListSize, value: limits.headSize),
      ]
      let streams = try pipeline.configureHTTP2Pipeline(
        mode: .client, connectionConfiguration: configuration, streamConfiguration: .init()
      ) { stream in
        // A server cannot begin a stream: it may not push.
        stream.close()
      }
      let connection = PooledConnection(
        channel: channel, handshake: handshake, streams: streams, limits: limits)
      try pipeline.addHandler(
        ServerNoticeReader(headLimit: limits.headSize, shown: handshake.shown) { [weak connection] in
          guard let connection else { return }
          connection.note($0)
          changed(connection)
        })
      return connection
    }

    private init(
      channel: any Channel, handshake: Handshake, streams: NIOHTTP2Handler.StreamMultiplexer?,
      limits: TransportLimits
    ) {
      self.channel = channel
      self.handshake = handshake
      self.streams = streams
      self.limits = limits
    }

    private func note(_ notice: ServerNotice) {
      notices.withLock {
        switch notice {
        case .leaves(let last):
          $0.leaves = true
          $0.lastStream = min($0.lastStream, last)
        case .allowsStreams(let count):
          $0.streams = count
          // A server that allows none takes no new request: the place is better given to another connection.
          if count == 0 { $0.leaves = true }
        case .ended(let reason):
          $0.end = $0.end ?? reason
          $0.leaves = true
        }
      }
    }

    /// The outcome of a request with the reason why the whole connection ended, where that says more.
    private func named(_ outcome: Call.Outcome) -> Call.Outcome {
      guard let end = heard.end else { return outcome }
      return switch outcome {
      case .answered: outcome
      // Its server's key was withdrawn and not this request: another connection may take it.
      case .neverWritten where end == .pinMismatch: outcome
      case .neverWritten, .lost, .failed: .failed(end)
      }
    }

    /// Sends one request. The exchange ends the stream, or with HTTP/1.1 the connection, when it is stopped.
    func perform(
      _ head: HTTPRequestHead, body: [UInt8], for exchange: Exchange
    ) async throws(NetworkError) -> Call.Outcome {
      // Before the promise: nobody would keep it.
      guard streams != nil || exchange.adopt(channel) else { throw exchange.reason ?? .cancelled }
      let outcome = channel.eventLoop.makePromise(of: Call.Outcome.self)
      let call = Call(head: head, body: body, exchange: exchange, outcome: outcome)
      guard let streams else {
        Self.write(call, to: channel)
        return named(try await exchange.value(of: outcome))
      }
      let opened = channel.eventLoop.makePromise(of: (any Channel).self)
      opened.futureResult.whenFailure { _ in outcome.succeed(.neverWritten) }
      streams.createStreamChannel(promise: opened) { stream in
        stream.eventLoop.makeCompletedFuture {
          guard exchange.adopt(stream) else { throw exchange.reason ?? NetworkError.cancelled }
          let pipeline = stream.pipeline.syncOperations
          try pipeline.addHandler(HTTP2FramePayloadToHTTP1ClientCodec(httpProtocol: .https))
          try pipeline.addHandler(
            AnswerReader(limits: self.limits, handshake: self.handshake) { self.heard.lastStream })
          opened.futureResult.whenSuccess { Self.write(call, to: $0) }
        }
      }
      return named(try await exchange.value(of: outcome))
    }

    /// Ends what runs on it, too.
    func end(_ reason: NetworkError) {
      note(.ended(reason))
      close()
    }

    func close() { channel.close(mode: .all, promise: nil) }

    private static func write(_ call: Call, to channel: any Channel) {
      channel.writeAndFlush(call).whenFailure { _ in call.outcome.succeed(.neverWritten) }
    }
  }
#endif
