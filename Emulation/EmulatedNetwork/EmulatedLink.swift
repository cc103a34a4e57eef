import Dispatch
import Foundation
import Security
import Synchronization

/// What stands behind an emulated connection.
protocol EmulatedTransport: AnyObject {
  var handler: (@Sendable (NWConnection.State) -> Void)? { get set }
  /// The other end's address, once known.
  var remote: NWEndpoint? { get }
  func start(_ queue: DispatchQueue)
  func cancel()
  func send(_ content: Data, _ completion: NWConnection.SendCompletion)
  func receive(
    _ count: Int, _ done: @escaping @Sendable (Data?, NWConnection.ContentContext?, Bool, NWError?) -> Void)
}

/// A connection with TLS to a server.
final class EmulatedLink: EmulatedTransport, @unchecked Sendable {
  // @unchecked: parameters are read only; what changes is behind the lock.
  struct State {
    var handler: (@Sendable (NWConnection.State) -> Void)?
    var queue: DispatchQueue?
    var isOver = false
    var peer: EmulatedHandshake?
    var inbox = Data()
    var isAtEnd = false
    /// What ends the stream instead of the server's goodbye.
    var failure: NWError?
    var reader: (count: Int, done: @Sendable (Data?, NWConnection.ContentContext?, Bool, NWError?) -> Void)?
  }

  let state = Mutex(State())
  private let host: String
  private let port: Int
  private let parameters: NWParameters
  private let internet = EmulatedInternet.current
  private let device = EmulatedDevice.current
  var remote: NWEndpoint? { nil }

  init(_ host: String, _ port: Int, _ parameters: NWParameters) {
    (self.host, self.port, self.parameters) = (host, port, parameters)
  }

  var handler: (@Sendable (NWConnection.State) -> Void)? {
    get { state.withLock { $0.handler } }
    set { state.withLock { $0.handler = newValue } }
  }

  func start(_ queue: DispatchQueue) {
    state.withLock { $0.queue = queue }
    tell(.preparing)
    queue.async { self.shakeHands() }
  }

  private func shakeHands() {
    guard let options = parameters.tls?.own else { return fail(.posix(.EPROTONOSUPPORT)) }
    let handshake: EmulatedHandshake
    do {
      handshake = try EmulatedHandshake(
        to: host, port: port, minimum: options.minimum, suites: options.suites, resumes: options.resumes, in: internet,
        on: device)
    } catch EmulatedHandshake.Failure.notConnected {
      return tell(.waiting(.posix(.ECONNREFUSED)))
    } catch EmulatedHandshake.Failure.unfinished {
      // Whoever waits has a limit of its own.
      return
    } catch EmulatedHandshake.Failure.notTLS {
      return fail(.tls(errSSLProtocol))
    } catch EmulatedHandshake.Failure.alert {
      return fail(.tls(errSSLPeerBadCert))
    } catch EmulatedHandshake.Failure.closed {
      return fail(.tls(errSSLClosedAbort))
    } catch { return fail(.tls(errSSLPeerProtocolVersion)) }
    let go: (Bool) -> Void = { isTrusted in
      guard isTrusted else { return self.fail(.tls(errSSLBadCert)) }
      guard !self.state.withLock({ $0.isOver }) else { return }
      do {
        try handshake.finish(identity: options.identity, chain: options.chain)
      } catch { return self.fail(.tls(errSSLPeerHandshakeFail)) }
      self.state.withLock { $0.peer = handshake }
      self.tell(.ready)
    }
    guard let verify = options.verify else { return go(SecTrustEvaluateWithError(handshake.trust, nil)) }
    let peer = EmulatedTLSPeer(handshake.trust)
    verify.block(peer, peer, go)
  }

  func cancel() {
    let (isOver, reader) = state.withLock { state in
      defer { (state.isOver, state.reader) = (true, nil) }
      return (state.isOver, state.reader)
    }
    guard !isOver else { return }
    reader?.done(nil, nil, false, .posix(.ECANCELED))
    tell(.cancelled)
  }

  private func fail(_ error: NWError) {
    guard !state.withLock({ $0.isOver }) else { return }
    tell(.failed(error))
  }

  private func tell(_ new: NWConnection.State) {
    let (handler, queue) = state.withLock { ($0.handler, $0.queue) }
    queue?.async { handler?(new) }
  }

  func send(_ content: Data, _ completion: NWConnection.SendCompletion) {
    let peer = state.withLock { $0.isOver ? nil : $0.peer }
    let done: (NWError?) -> Void = { error in if case .contentProcessed(let call) = completion { call(error) } }
    guard let peer else { return done(.posix(.ENOTCONN)) }
    let answer = peer.send(.init("", "", [:], content), count: content.count)
    done(nil)
    switch answer {
    case .bytes(let bytes): arrive(bytes)
    case .close: arrive(Data(), isLast: true)
    case .cut(let bytes): arrive(bytes, isLast: true, failure: .posix(.ECONNRESET))
    case .parts(let parts): for part in parts { arrive(part) }
    default: break
    }
  }

  /// Follows Apple: a connection that was lost says that nothing more comes, too, and beside it why.
  private func arrive(_ bytes: Data, isLast: Bool = false, failure: NWError? = nil) {
    state.withLock {
      $0.inbox.append(bytes)
      $0.failure = failure
      if isLast { $0.isAtEnd = true }
    }
    deliver()
  }

  func receive(
    _ count: Int, _ done: @escaping @Sendable (Data?, NWConnection.ContentContext?, Bool, NWError?) -> Void
  ) {
    let isOver = state.withLock { state in
      if !state.isOver { state.reader = (count, done) }
      return state.isOver
    }
    if isOver { done(nil, nil, false, .posix(.ECANCELED)) } else { deliver() }
  }

  private func deliver() {
    let ready = state.withLock { state -> (@Sendable () -> Void)? in
      guard let reader = state.reader, !state.inbox.isEmpty || state.isAtEnd else { return nil }
      state.reader = nil
      let part = state.inbox.prefix(reader.count)
      state.inbox = Data(state.inbox.dropFirst(part.count))
      let isLast = state.isAtEnd && state.inbox.isEmpty
      let content = part.isEmpty ? nil : Data(part)
      let failure = isLast ? state.failure : nil
      return { reader.done(content, nil, isLast, failure) }
    }
    ready?()
  }
}
