#if LinuxClient
  import Foundation
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NetworkTrust
  import SecurityPolicy
  import Synchronization

  /// Talks HTTP/1.1 or HTTP/2 over TLS with one server, on Linux.
  ///
  /// Claim: not one byte of a request leaves before ``TrustEvaluation`` holds for the server's certificates: a valid
  /// path at the injected time, the right host, a pinned key. TLS is what the policy's profile and version say. Plain
  /// HTTP, redirects, cookies, caches, proxies, compression and session resumption do not exist here; a 3xx is an answer
  /// (``RedirectingTransport`` follows it).
  ///
  /// Connections are kept and reused, never more at once than ``TransportLimits/connections``; what comes on top waits
  /// its turn. With HTTP/2, which is spoken where the server offers it, requests share one. A kept connection is not
  /// judged again: a certificate that expires, or is revoked, while it is open is noticed at the next one, which is made
  /// at the latest when the kept one is as old as ``TransportLimits/age``.
  ///
  /// When a kept connection turns out dead, a request is sent again on another one if either nothing of it had been
  /// handed to the dead one, or its method is idempotent (GET, HEAD, OPTIONS, PUT, DELETE) and no part of an answer
  /// came; once in the latter case, and then a failure is that of the second try, though the first may have been carried out:
  /// only ``IdentityError/changed`` is not said of it. So is one, whatever its method, that an HTTP/2 server says not to
  /// have begun with. A POST that may have been begun with fails with ``NetworkError/closed``: only the caller knows whether it may be repeated.
  ///
  /// Not protected: who talks to whom and how much (the name goes in the clear in the TLS greeting), and the server's
  /// own conduct.
  ///
  /// Source: RFC 8446, RFC 9112, RFC 9113; TR-03161-1 O.Ntwk_1 to O.Ntwk_5; MASVS-NETWORK-1, MASVS-NETWORK-2.
  public final class PinnedHTTPTransport: HTTPTransport {
    private struct State {
      var running: [ObjectIdentifier: Exchange] = [:]
      var isClosed = false
    }

    public let endpoint: Endpoint
    private let connector: SecureConnector
    private let requirement: NetworkRequirement
    private let limits: TransportLimits
    private let pool: ConnectionPool
    private let state = Mutex(State())
    /// How often a request is handed to connections that turn out dead, or whose server refuses to begin with it, before
    /// that is the answer.
    private static let attempts = 16

    /// - Parameters:
    ///   - trust: judges the server at each handshake.
    ///   - identity: asked before each request and for each connection; shown to a server that was judged and asks for
    ///     it. A connection that was opened with another identity takes no new request, and a request that waits while the
    ///     identity is renewed or becomes somebody else's fails with ``IdentityError/changed``, unsent. With TLS 1.2 the
    ///     certificate, not the key, goes over the wire in the clear.
    ///   - failures: is told when the server's keys were not those expected; not where the TLS library ended the handshake
    ///     over certificates that it cannot read.
    ///   - judged: is told each decision, before anything of ours is sent; for what ``TrustDecision/notes`` say of servers
    ///     that were accepted.
    ///   - now: the time that certificates are judged at, and that kept connections grow old by.
    ///   - lookup: asked for the addresses of the endpoint's name; nil asks the system.
    /// - Throws: ``NetworkError/secureChannelRefused`` when TLS cannot be set up at all.
    public init(
      endpoint: Endpoint, trust: TrustEvaluation, requirement: NetworkRequirement = .init(),
      limits: TransportLimits = .init(), identity: (any ClientIdentitySource)? = nil,
      failures: (any PinFailureSink)? = nil, lookup: (any HostLookup)? = nil,
      judged: (@Sendable (TrustDecision) -> Void)? = nil, now: @escaping @Sendable () -> Date
    ) throws(NetworkError) {
      self.endpoint = endpoint
      self.requirement = requirement
      self.limits = limits
      pool = ConnectionPool(limits: limits, loop: MultiThreadedEventLoopGroup.singleton.next(), now: now)
      connector = try SecureConnector(
        endpoint: endpoint, trust: trust, requirement: requirement, protocols: ["h2", "http/1.1"],
        identity: identity, failures: failures, lookup: lookup, judged: judged, now: now)
    }

    /// - Parameters:
    ///   - anchors: ``TrustAnchors/system`` reads ``SystemAnchors/defaultPath`` now.
    ///   - answerLimit: the most bytes of a body, 1 MiB by default.
    ///   - now: the time that certificates are judged at, and that kept connections grow old by.
    /// - Throws: ``NetworkError/anchorsUnavailable(errno:)``, ``NetworkError/malformedCertificate``,
    ///   ``NetworkError/secureChannelRefused`` when TLS cannot be set up at all.
    public convenience init(
      endpoint: Endpoint, anchors: TrustAnchors, pins: PinSet, requirement: NetworkRequirement = .init(),
      answerLimit: Int = 1 << 20, now: @escaping @Sendable () -> Date
    ) throws(NetworkError) {
      let anchors = try anchors.resolved { () throws(NetworkError) in try SystemAnchors.load() }
      var limits = TransportLimits()
      limits.answerSize = answerLimit
      try self.init(
        endpoint: endpoint, trust: try TrustEvaluation(anchors: anchors, pins: pins), requirement: requirement,
        limits: limits, now: now)
    }

    deinit { pool.close() }

    /// Judges every later handshake by this; connections that were judged by another are closed after what runs on them,
    /// and at once where the server's key is withdrawn: what runs there fails with ``NetworkError/pinMismatch``.
    public func adopt(_ trust: TrustEvaluation) {
      connector.adopt(trust)
      // O.Ntwk_4#966
      pool.renew { trust.pinning.withdraws($0.proof) }
    }

    /// Closes the kept connections after what runs on them; every later request gets a new one. For a change of who we are
    /// that must not wait for the next request, such as a logout; its key is not held any longer either.
    public func leaveConnections() {  // O.Data_17#741
      connector.forgetIdentity()
      pool.renew { _ in false }
    }

    /// - Throws: ``NetworkError``; ``NetworkError/busy(limit:)`` when too many requests wait already.
    public func send(_ request: HTTPRequest, body: [UInt8]) async throws(NetworkError) -> HTTPAnswer {
      let head = try RequestHead.make(request, bodyCount: body.count, endpoint: endpoint)
      let exchange = Exchange(on: MultiThreadedEventLoopGroup.singleton.next(), requirement: requirement)
      defer { finish(exchange) }
      guard begin(exchange) else { throw .closed }
      let result: Result<HTTPAnswer, NetworkError> = await withTaskCancellationHandler {
        do throws(NetworkError) {
          return .success(try await answer(to: head, body, mayRepeat: RequestHead.mayRepeat(request), exchange))
        } catch {
          return .failure(error)
        }
      } onCancel: {
        exchange.stop(.cancelled)
      }
      return try result.get()
    }

    /// Ends what is running (it fails with ``NetworkError/closed``) and closes the kept connections; every later request
    /// is refused.
    public func close() async {
      let running = state.withLock { state in
        state.isClosed = true
        return Array(state.running.values)
      }
      for exchange in running { exchange.stop(.closed) }
      pool.close()
    }

    /// Returns when what was reported so far is with its sink: a request's own report is sent before it ends.
    package func reportsDelivered() async { await connector.reportsDelivered() }

    private func answer(
      to head: HTTPRequestHead, _ body: [UInt8], mayRepeat: Bool, _ exchange: Exchange
    ) async throws(NetworkError) -> HTTPAnswer {
      var mayRepeat = mayRepeat
      // A request is one person's from its beginning: whoever enrols while it waits does not send it.
      let certificates = try await connector.certificates(for: exchange, on: exchange.loop)
      var loss: NetworkError?
      for attempt in 1... {
        let (connection, isKept): (PooledConnection, Bool)
        do throws(NetworkError) {
          if attempt > 1, try await connector.certificates(for: exchange, on: exchange.loop) != certificates {
            throw .identity(.changed)
          }
          (connection, isKept) = try await self.connection(for: exchange, as: certificates)
        } catch {
          // What may have left once is not said to be unsent.
          if case .identity = error, let loss { throw loss }
          throw error
        }
        let outcome = try await outcome(of: head, body, on: connection, exchange)
        let mayTry = attempt < Self.attempts && exchange.reason == nil
        switch outcome {
        case .answered(let answer, _): return answer
        case .neverWritten where mayTry && (isKept || connection.speaksHTTP2): break
        // Once: a second loss is no accident of an old connection.
        case .lost(let reason) where mayTry && isKept && mayRepeat: (mayRepeat, loss) = (false, reason)
        case .neverWritten: throw exchange.reason ?? .closed
        case .lost(let reason), .failed(let reason): throw exchange.reason ?? reason
        }
        pool.retire(connection)
        // One kept connection is dead, and the others of that time most likely are, too.
        if case .lost = outcome { pool.dropIdle() } else if !connection.speaksHTTP2 { pool.dropIdle() }
      }
      throw .closed
    }

    private func connection(
      for exchange: Exchange, as certificates: [[UInt8]]
    ) async throws(NetworkError) -> (connection: PooledConnection, isKept: Bool) {
      let generation: Int
      let connection: PooledConnection
      let loop = MultiThreadedEventLoopGroup.singleton.next()
      switch try await pool.acquire(for: exchange, as: certificates) {
      case .use(let kept): return (kept, true)
      case .open(let current): generation = current
      }
      do throws(NetworkError) {
        let (limits, pool) = (limits, pool)
        connection = try await connector.connect(for: exchange, as: certificates, on: loop) { channel, handshake in
          try PooledConnection.assemble(
            on: channel, after: handshake, limits: limits
          ) { [weak pool] in pool?.heard(from: $0) }
        }
        guard exchange.release() else {
          connection.close()
          throw exchange.reason ?? .closed
        }
      } catch {
        pool.openingFailed()
        throw error
      }
      pool.opened(connection, since: generation)
      // What was adopted during the handshake did not judge it; what is adopted from here on finds it in the pool.
      guard !connector.withdraws(connection.proof) else {
        connection.end(.pinMismatch)
        pool.release(connection, mayReuse: false)
        throw .pinMismatch
      }
      return (connection, false)
    }

    private func outcome(
      of head: HTTPRequestHead, _ body: [UInt8], on connection: PooledConnection, _ exchange: Exchange
    ) async throws(NetworkError) -> Call.Outcome {
      do throws(NetworkError) {
        let outcome = try await connection.perform(head, body: body, for: exchange)
        // Before the connection is anybody else's. One that an end of the exchange has closed is nobody's.
        let isWhole = exchange.release() || connection.speaksHTTP2
        if case .answered(_, let mayReuse) = outcome {
          pool.release(connection, mayReuse: mayReuse && isWhole)
        } else {
          pool.release(connection, mayReuse: connection.speaksHTTP2)
        }
        return outcome
      } catch {
        // A server that went silent on one stream is silent on all of them.
        pool.release(connection, mayReuse: connection.speaksHTTP2 && error != .timeout)
        throw error
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
  }
#endif
