#if LinuxClient
  import Foundation
  import HTTPTypes
  import NIOCore
  import NIOPosix
  import NetworkTrust
  import SecurityPolicy
  import Synchronization

  /// Talks HTTP/1.1 over TLS with one server, on Linux.
  ///
  /// Claim: not one byte of a request leaves before ``TrustEvaluation`` holds for the server's certificates: a valid
  /// path at the injected time, the right host, a pinned key. TLS is at least the version of the policy; TLS 1.2 only
  /// with ECDHE and AES-GCM. Plain HTTP, redirects, cookies, caches, proxies, compression and session resumption do
  /// not exist here; a 3xx is an answer.
  ///
  /// One connection is kept and reused; requests at the same time get one of their own each, which is closed after.
  /// A kept connection is not judged again: a certificate that expires while it is open is noticed at the next one.
  ///
  /// When a kept connection turns out dead, a request is sent once more on a new one if either nothing of it had been
  /// handed to the dead one, or its method is idempotent (GET, HEAD, OPTIONS, PUT, DELETE) and no part of an answer
  /// came. A POST that may have left fails with ``NetworkError/closed``: only the caller knows whether it may be
  /// repeated.
  ///
  /// Not protected: who talks to whom and how much (the name goes in the clear in the TLS greeting), and the server's
  /// own conduct.
  ///
  /// Source: RFC 8446, RFC 9112; TR-03161-1 O.Ntwk_1 to O.Ntwk_5; MASVS-NETWORK-1, MASVS-NETWORK-2.
  public final class PinnedHTTPTransport: HTTPTransport {
    private struct State {
      var idle: (any Channel)?
      var running: [ObjectIdentifier: Exchange] = [:]
      var isClosed = false
    }

    public let endpoint: Endpoint
    private let connector: SecureConnector
    private let requirement: NetworkRequirement
    private let state = Mutex(State())

    /// - Parameters:
    ///   - anchors: ``TrustAnchors/system`` reads ``SystemAnchors/defaultPath`` now.
    ///   - answerLimit: the most bytes of a body, 1 MiB by default.
    ///   - now: the time that certificates are judged at, asked once for each handshake.
    /// - Throws: ``NetworkError/anchorsUnavailable(errno:)``, ``NetworkError/malformedCertificate``,
    ///   ``NetworkError/secureChannelRefused`` when TLS cannot be set up at all.
    public init(
      endpoint: Endpoint, anchors: TrustAnchors, pins: PinSet, requirement: NetworkRequirement = .init(),
      answerLimit: Int = 1 << 20, now: @escaping @Sendable () -> Date
    ) throws(NetworkError) {
      let anchors = anchors == .system ? try SystemAnchors.load() : anchors
      self.endpoint = endpoint
      self.requirement = requirement
      connector = try SecureConnector(
        endpoint: endpoint, trust: try TrustEvaluation(anchors: anchors, pins: pins), requirement: requirement,
        answerLimit: answerLimit, now: now)
    }

    deinit {
      state.withLock { $0.idle }?.close(mode: .all, promise: nil)
    }

    public func send(_ request: HTTPRequest, body: [UInt8]) async throws(NetworkError) -> HTTPAnswer {
      let head = try RequestHead.make(request, bodyCount: body.count, endpoint: endpoint)
      let loop = MultiThreadedEventLoopGroup.singleton.next()
      let exchange = Exchange(on: loop, requirement: requirement)
      defer { finish(exchange) }
      guard begin(exchange) else { throw .closed }
      let perform = { (channel: any Channel) async throws(NetworkError) -> Call.Outcome in
        let outcome = channel.eventLoop.makePromise(of: Call.Outcome.self)
        channel.writeAndFlush(Call(head: head, body: body, exchange: exchange, outcome: outcome))
          .whenFailure { _ in outcome.succeed(.neverWritten) }
        return try await exchange.value(of: outcome)
      }
      let result: Result<HTTPAnswer, NetworkError> = await withTaskCancellationHandler {
        do throws(NetworkError) {
          if let kept = takeIdle(for: exchange) {
            let outcome = try await perform(kept)
            switch outcome {
            case .neverWritten: break
            case .lost where RequestHead.mayRepeat(request) && exchange.reason == nil: break
            default: return .success(try conclude(outcome, exchange, kept))
            }
          }
          let channel = try await connector.connect(for: exchange, on: loop)
          return .success(try conclude(try await perform(channel), exchange, channel))
        } catch {
          return .failure(error)
        }
      } onCancel: {
        exchange.stop(.cancelled)
      }
      return try result.get()
    }

    /// Ends what is running (it fails with ``NetworkError/closed``) and closes the kept connection; every later
    /// request is refused.
    public func close() async {
      let (idle, running) = state.withLock { state in
        defer { state.idle = nil }
        state.isClosed = true
        return (state.idle, Array(state.running.values))
      }
      for exchange in running { exchange.stop(.closed) }
      idle?.close(mode: .all, promise: nil)
      try? await idle?.closeFuture.get()
    }

    private func conclude(
      _ outcome: Call.Outcome, _ exchange: Exchange, _ channel: any Channel
    ) throws(NetworkError) -> HTTPAnswer {
      switch outcome {
      case .answered(let answer, let mayReuse):
        exchange.finish()
        if !mayReuse || !keep(channel) { channel.close(mode: .all, promise: nil) }
        return answer
      case .neverWritten: throw exchange.reason ?? .closed
      case .lost(let reason), .failed(let reason): throw exchange.reason ?? reason
      }
    }

    private func begin(_ exchange: Exchange) -> Bool {
      state.withLock {
        guard !$0.isClosed else { return false }
        $0.running[ObjectIdentifier(exchange)] = exchange
        return true
      }
    }

    private func finish(_ exchange: Exchange) {
      exchange.finish()
      _ = state.withLock { $0.running.removeValue(forKey: ObjectIdentifier(exchange)) }
    }

    private func takeIdle(for exchange: Exchange) -> (any Channel)? {
      let kept = state.withLock { state in
        defer { state.idle = nil }
        return state.idle
      }
      guard let kept, kept.isActive else { return nil }
      guard exchange.adopt(kept) else {
        kept.close(mode: .all, promise: nil)
        return nil
      }
      return kept
    }

    private func keep(_ channel: any Channel) -> Bool {
      state.withLock {
        guard !$0.isClosed, $0.idle == nil, channel.isActive else { return false }
        $0.idle = channel
        return true
      }
    }
  }
#endif
