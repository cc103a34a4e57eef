import Foundation
import NetworkTrust
import Security
import SecurityPolicy
import Synchronization

#if canImport(EmulatedURLSession)
  import EmulatedURLSession
#endif

/// What the system asks during the requests of one session.
///
/// Challenges about servers and clients come to the task, because there is no method for the whole session here: so a
/// refusal belongs to the request that it ended, and a verdict to the request whose connection it was about. A server
/// that asks who we are before it was judged is refused, and so is one that asks only on a kept connection.
/// Source: https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate/urlsession(_:task:didreceive:completionhandler:)
final class SessionDelegate: NSObject, URLSessionDataDelegate {
  private struct State {
    var exchanges: [Int: Exchange] = [:]
    /// Whether every server that was let in showed a pinned key; nil before the first.
    var pinMatch: Verdict?
    /// Every path that a server was let in for.
    var proofs: Set<ValidatedServerChain> = []
    /// The pins that another session judges by, since this one takes no new request.
    var successor: PinPolicy?
  }

  private let endpoint: Endpoint
  let judge: ServerJudge
  private let identity: KeychainIdentity?
  private let notice: FailureNotice
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  init(
    endpoint: Endpoint, judge: ServerJudge, identity: KeychainIdentity?, notice: FailureNotice,
    now: @escaping @Sendable () -> Date
  ) {
    self.endpoint = endpoint
    self.judge = judge
    self.identity = identity
    self.notice = notice
    self.now = now
  }

  var runningCount: Int { state.withLock { $0.exchanges.count } }

  func add(_ exchange: Exchange, for task: URLSessionTask) {
    let hasConnections = state.withLock { state in
      state.exchanges[task.taskIdentifier] = exchange
      return state.pinMatch != nil
    }
    if hasConnections { exchange.mayBeTaken() }
  }

  /// The first reason stays, so what has failed already keeps its own.
  func endAll(_ reason: NetworkError) {
    for exchange in state.withLock({ Array($0.exchanges.values) }) { exchange.note(reason) }
  }

  /// Servers that are still to be judged here are judged by these pins, too.
  /// - Returns: whether a server was let in whose key they withdraw.
  func leaves(for pinning: PinPolicy) -> Bool {
    state.withLock { state in
      state.successor = pinning
      return state.proofs.contains(where: pinning.withdraws)
    }
  }

  private func exchange(of task: URLSessionTask) -> Exchange? {
    state.withLock { $0.exchanges[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let space = challenge.protectionSpace
    let exchange = exchange(of: task)
    guard let exchange, !space.isProxy(), isOurs(space) else {
      exchange?.note(.foreignEndpoint)
      return completionHandler(.cancelAuthenticationChallenge, nil)
    }
    switch space.authenticationMethod {
    case NSURLAuthenticationMethodServerTrust:
      guard let trust = space.serverTrust else {
        exchange.note(.untrusted(.noCertificate))
        return completionHandler(.cancelAuthenticationChallenge, nil)
      }
      judge(trust, for: exchange, completionHandler)
    case NSURLAuthenticationMethodClientCertificate:
      // A certificate tells who we are: only a server that was judged gets to see it. O.Ntwk_5#581
      if let refusal = exchange.refusalToShow() {
        exchange.note(refusal)
        return completionHandler(.cancelAuthenticationChallenge, nil)
      }
      show(exchange, completionHandler)
    // Passwords are the app's own business, in fields that it sets: the answer is the server's 401.
    default: completionHandler(.rejectProtectionSpace, nil)
    }
  }

  private func isOurs(_ space: URLProtectionSpace) -> Bool {
    guard let host = try? ServerHost(space.host) else { return false }
    return host == endpoint.host && space.port == Int(endpoint.port)
  }

  private func judge(
    _ trust: SecTrust, for exchange: Exchange,
    _ done: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let now = now()
    exchange.judged(holds: false)
    let answer = judge.ask(trust, at: now)
    let credential = URLCredential(trust: trust)
    let (judge, notice) = (judge, notice)
    Task {
      let decision = admit(await judge.decide(answer, at: now))
      notice.judged?(decision)
      if decision.verdict == .holds {
        state.withLock { $0.pinMatch = ($0.pinMatch ?? .holds).and(decision.pinMatch) }
        exchange.judged(holds: true)
        done(.useCredential, credential)
      } else {
        exchange.note(decision.error ?? .untrusted(.unknownIssuer))
        done(.cancelAuthenticationChallenge, nil)
      }
      notice.send(decision, by: judge, presented: answer.path, at: now)
    }
  }

  /// The decision, unless the key was withdrawn meanwhile; what is let in is remembered.
  private func admit(_ decision: TrustDecision) -> TrustDecision {
    guard let proof = decision.proof else { return decision }
    return state.withLock { state in
      if let successor = state.successor, successor.withdraws(proof) {
        return TrustDecision(refused: .noPinnedKey, pinsSeen: proof.pins)
      }
      state.proofs.insert(proof)
      return decision
    }
  }

  private func show(
    _ exchange: Exchange, _ done: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard let identity else { return done(.useCredential, nil) }
    Task {
      do throws(NetworkError) {
        let held = try await IdentityWait.answer(until: exchange.deadline) { () async throws(IdentityError) in
          try await identity.held()
        }
        // A request is one person's from its beginning: whoever enrols while it waits does not send it.
        guard held?.certificates ?? [] == exchange.certificates else {
          exchange.changed()
          return done(.cancelAuthenticationChallenge, nil)
        }
        if held != nil { exchange.shows() }
        done(.useCredential, held?.credential)
      } catch {
        exchange.note(error)
        done(.cancelAuthenticationChallenge, nil)
      }
    }
  }

  /// A redirect is an answer: whoever follows it judges the next server anew.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { completionHandler(nil) }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let exchange = exchange(of: dataTask)
    // The system asks nobody about a TLS session that it resumes, be it one of another of our sessions.
    guard state.withLock({ $0.pinMatch != nil }) else {
      exchange?.note(.pinMismatch)
      return completionHandler(.cancel)
    }
    completionHandler(exchange?.began(response) == true ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if exchange(of: dataTask)?.took(data) != true { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let (exchange, pinMatch) = state.withLock {
      ($0.exchanges.removeValue(forKey: task.taskIdentifier), $0.pinMatch)
    }
    // Which of its connections a request took the system does not say, so one without a pinned key counts for all.
    exchange?.ended(error, pinMatch: pinMatch ?? .undetermined("nobody was judged in this session"))
  }
}
