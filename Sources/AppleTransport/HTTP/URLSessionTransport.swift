import Foundation
public import HTTPTypes
public import NetworkTrust
import Security
public import SecurityPolicy
import Synchronization

#if canImport(EmulatedURLSession)
  import EmulatedURLSession
#endif

/// Talks with one server over `URLSession`, on Apple's platforms.
///
/// Claim: not one byte of a request leaves, and no certificate of the client, before both the system and
/// ``NetworkTrust/TrustEvaluation`` hold for the server: a valid path at the injected time, the right host, a pinned key. TLS is
/// at least the version of the policy. Nothing is fetched to complete a path. No cookies, no cache, no stored credentials,
/// no proxy, no compression; a 3xx is an answer. A proxy that the system or a profile names is not used, so that nobody in
/// between learns more than the network does: where the only way out is a proxy, there is no connection.
///
/// A kept connection is not judged again, at the longest for ``NetworkTrust/TransportLimits/age``: then a new `URLSession`
/// is taken. The system may resume a TLS session that it judged minutes ago. ``NetworkTrust/HTTPAnswer/pinMatch`` is that of
/// all connections of a `URLSession`, which does not say which one it took. For the same reason a request that shares a
/// connection that was made for another one ends as ``NetworkTrust/NetworkError/secureChannelRefused`` or
/// ``NetworkTrust/NetworkError/closed`` where the server refuses, or asks too late for, the client's certificate: only the
/// one that the connection was made for is told.
/// ``adopt(_:)`` takes a new `URLSession`, and so does a request after the client's identity has changed: no kept
/// connection goes on as somebody else. A request that is on its way when a server asks for the certificate of whoever
/// we are by then fails with ``NetworkTrust/IdentityError/changed``, or with ``NetworkTrust/NetworkError/closed`` where the
/// system may have sent it over another connection before. Not proved: that the system resumes no TLS session from one
/// `URLSession` in the next, for it asks nobody about that. An answer in a session in which nobody was judged is refused as
/// ``NetworkTrust/NetworkError/pinMismatch``; its request has left by then. The system repeats idempotent requests by itself
/// when a kept connection turns out dead. HTTP/2 and HTTP/3 are used where the server offers them; the suites are the system's:
/// `URLSession` offers no way to obey the policy's TLS profile.
///
/// Not protected: who talks to whom and how much, the server's own conduct, revoked certificates, and code inside the
/// app that replaces methods of `URLSession` (``URLSessionConfigurationCheck`` sees some of it).
///
/// Source: Apple, "Performing manual server trust authentication", "Identity pinning: how to configure server certificates
/// for your app"; TR-03161-1 O.Ntwk_1 to O.Ntwk_5; MASVS-NETWORK-1, MASVS-NETWORK-2.
public final class URLSessionTransport: HTTPTransport {
  private struct Line: Sendable {
    let session: URLSession
    let delegate: SessionDelegate
    /// No connection in it is older.
    let since: Date
    /// Whose requests it takes; nil before the first.
    var owner: [[UInt8]]?
  }

  /// A line that takes no new request: it lives as long as something runs on it.
  private struct LeftLine: Sendable {
    weak var session: URLSession?
    weak var delegate: SessionDelegate?
  }

  private struct State {
    var line: Line?
    var left: [LeftLine] = []

    mutating func leave(_ line: Line) {
      left.removeAll { $0.session == nil || $0.delegate == nil }
      left.append(LeftLine(session: line.session, delegate: line.delegate))
    }
  }

  public let endpoint: Endpoint
  private let anchors: TrustAnchors
  private let name: ServerNameRule
  private let requirement: NetworkRequirement
  private let limits: TransportLimits
  private let identity: KeychainIdentity?
  private let notice: FailureNotice
  private let now: @Sendable () -> Date
  private let state: Mutex<State>

  /// - Parameters:
  ///   - anchors: with ``NetworkTrust/TrustAnchors/system`` the system's own list, which it does not tell us.
  ///   - identity: asked before each request, and shown when the server asks for one; nil shows none.
  ///   - failures: hears of servers that were refused, and of those that a report-only policy let pass.
  ///   - judged: is told each decision, before anything of ours is sent; for what ``NetworkTrust/TrustDecision/notes`` say
  ///     of servers that were accepted.
  ///   - now: the time that certificates are judged at, and that kept connections grow old by.
  /// - Throws: ``NetworkTrust/NetworkError/malformedCertificate`` and ``NetworkTrust/NetworkError/untrusted(_:)`` for anchors that
  ///   cannot be read or do not suit the name rule.
  public init(
    endpoint: Endpoint, anchors: TrustAnchors, pinning: PinPolicy, name: ServerNameRule = .dialled,
    requirement: NetworkRequirement = .init(), limits: TransportLimits = .init(),
    identity: KeychainIdentity? = nil, failures: (any PinFailureSink)? = nil,
    judged: (@Sendable (TrustDecision) -> Void)? = nil, now: @escaping @Sendable () -> Date
  ) throws(NetworkError) {
    self.endpoint = endpoint
    self.anchors = anchors
    self.name = name
    self.requirement = requirement
    self.limits = limits
    self.identity = identity
    notice = FailureNotice(sink: failures, judged: judged)
    self.now = now
    let judge = try ServerJudge(host: endpoint.host, anchors: anchors, pinning: pinning, name: name)
    let delegate = SessionDelegate(
      endpoint: endpoint, judge: judge, identity: identity, notice: notice, now: now)
    let session = Self.session(requirement, limits, delegate)
    state = Mutex(State(line: Line(session: session, delegate: delegate, since: now())))
  }

  /// The same with the pins of one host.
  public convenience init(
    endpoint: Endpoint, anchors: TrustAnchors, pins: PinSet, requirement: NetworkRequirement = .init(),
    now: @escaping @Sendable () -> Date
  ) throws(NetworkError) {
    try self.init(
      endpoint: endpoint, anchors: anchors, pinning: PinPolicy(pins), requirement: requirement, now: now)
  }

  deinit {
    // The session keeps its delegate until it ends.
    state.withLock { $0.line }?.session.finishTasksAndInvalidate()
  }

  /// - Throws: also ``NetworkTrust/NetworkError/busy(limit:)`` when too many requests wait, and
  ///   ``NetworkTrust/NetworkError/invalidRequest`` for a body of a GET or HEAD, which the system refuses.
  public func send(_ request: HTTPRequest, body: [UInt8]) async throws(NetworkError) -> HTTPAnswer {
    let (start, hasBody) = (ContinuousClock.now, request.method != .head)
    var form = try RequestForm.make(request, body: body, at: endpoint, timeout: requirement.requestTimeout)
    let certificates = try await certificates(until: start + requirement.requestTimeout)
    if identity != nil {
      let rest = requirement.requestTimeout - start.duration(to: .now)
      guard rest > .zero else { throw .timeout }
      form.timeoutInterval = rest.seconds
    }
    let exchange = Exchange(
      limits: limits, hasBody: hasBody, certificates: certificates, deadline: start + requirement.requestTimeout)
    leaveOldConnections()
    var begun: URLSessionTask?
    while begun == nil {
      leaveConnections(ofOthersThan: certificates)
      begun = try begin(form, exchange)
    }
    guard let task = begun else { throw .closed }
    // The system counts from now on; without an identity nothing was waited for.
    let end = identity.map { _ in Task { await Self.end(task, exchange, at: start + requirement.resourceTimeout) } }
    defer { end?.cancel() }
    let answer = await withTaskCancellationHandler {
      task.resume()
      return await exchange.answer()
    } onCancel: {
      task.cancel()
    }
    return try answer.get()
  }

  /// Judges by other pins from now on: what runs goes on as it was judged, every later request gets a new connection. Where
  /// a server of a session before showed a key that is withdrawn, what still runs there ends at once, with
  /// ``NetworkTrust/NetworkError/pinMismatch``.
  public func adopt(_ pinning: PinPolicy) throws(NetworkError) {
    let judge = try ServerJudge(host: endpoint.host, anchors: anchors, pinning: pinning, name: name)
    replace(judge) { _ in true }
    // O.Ntwk_4#972: sessions that were left for another reason may run for as long as their requests do.
    for line in state.withLock({ $0.left }) where line.delegate?.leaves(for: pinning) == true {
      line.delegate?.endAll(.pinMismatch)
      line.session?.invalidateAndCancel()
    }
  }

  /// A request that comes when a kept connection may be too old, or the clock was set back, takes none of them.
  private func leaveOldConnections() {
    guard let line = state.withLock({ $0.line }) else { return }
    let age = now().timeIntervalSince(line.since)
    guard age < 0 || age >= limits.age.seconds else { return }
    replace(line.delegate.judge) { $0.delegate === line.delegate }
  }

  /// A kept connection goes on as whom it was made for: a request of somebody else, or of nobody, takes none of them.
  private func leaveConnections(ofOthersThan certificates: [[UInt8]]) {
    guard let line = state.withLock({ $0.line }), let owner = line.owner, owner != certificates else { return }
    replace(line.delegate.judge) { $0.delegate === line.delegate }
  }

  /// Who we are now.
  private func certificates(until deadline: ContinuousClock.Instant) async throws(NetworkError) -> [[UInt8]] {
    guard let identity else { return [] }
    return try await IdentityWait.answer(until: deadline) { () async throws(IdentityError) in
      try await identity.certificates()
    }
  }

  private static func end(_ task: URLSessionTask, _ exchange: Exchange, at deadline: ContinuousClock.Instant) async {
    do { try await Task.sleep(until: deadline) } catch { return }
    exchange.note(.timeout)
    task.cancel()
  }

  /// What runs goes on; every later request gets a new connection. For a change of who we are that must not wait for the
  /// next request, such as a logout.
  public func leaveConnections() {  // O.Data_17#742
    guard let line = state.withLock({ $0.line }) else { return }
    // Whoever was faster has made a new session already, perhaps with other pins.
    replace(line.delegate.judge) { $0.delegate === line.delegate }
  }

  private func replace(_ judge: ServerJudge, if isMeant: (Line) -> Bool) {
    let delegate = SessionDelegate(
      endpoint: endpoint, judge: judge, identity: identity, notice: notice, now: now)
    let fresh = Line(session: Self.session(requirement, limits, delegate), delegate: delegate, since: now())
    let old = state.withLock { state -> Line? in
      guard let old = state.line, isMeant(old) else { return nil }
      state.line = fresh
      state.leave(old)
      return old
    }
    (old ?? fresh).session.finishTasksAndInvalidate()
  }

  /// Ends what is running (it fails with ``NetworkTrust/NetworkError/closed``); every later request is refused.
  public func close() {
    let lines = state.withLock { state in
      if let line = state.line { state.leave(line) }
      state.line = nil
      return state.left.map { (session: $0.session, delegate: $0.delegate) }
    }
    for line in lines {
      line.delegate?.endAll(.closed)
      line.session?.invalidateAndCancel()
    }
  }

  /// Whether the session is still the one that was made here, with our delegate and our settings.
  public var integrity: Verdict {
    guard let line = state.withLock({ $0.line }) else { return .undetermined("the transport is closed") }
    return URLSessionConfigurationCheck.verdict(of: line.session, expecting: line.delegate)
  }

  // A task must not be made in a session that has ended: the system ends the process then. Hence the lock around both.
  /// - Returns: nil when the session is somebody else's by now.
  private func begin(_ form: URLRequest, _ exchange: Exchange) throws(NetworkError) -> URLSessionTask? {
    let limit = limits.connections + limits.waiting
    let made: Result<URLSessionTask?, NetworkError> = state.withLock { state in
      guard let line = state.line else { return .failure(.closed) }
      guard line.owner ?? exchange.certificates == exchange.certificates else { return .success(nil) }
      guard line.delegate.runningCount < limit else { return .failure(.busy(limit: limit)) }
      // A library that wraps every session of the process would be asked instead of us. MASVS-NETWORK-2#580
      guard case .holds = URLSessionConfigurationCheck.verdict(of: line.session, expecting: line.delegate) else {
        return .failure(.secureChannelRefused)
      }
      state.line?.owner = exchange.certificates
      let task = line.session.dataTask(with: form)
      line.delegate.add(exchange, for: task)
      return .success(task)
    }
    return try made.get()
  }

  private static func session(
    _ requirement: NetworkRequirement, _ limits: TransportLimits, _ delegate: SessionDelegate
  ) -> URLSession {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    return URLSession(
      configuration: SessionSettings.make(requirement, limits), delegate: delegate, delegateQueue: queue)
  }
}
