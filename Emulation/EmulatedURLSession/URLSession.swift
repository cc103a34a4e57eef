public import Foundation
public import FoundationNetworking
import Security
import Synchronization

/// Carries requests to servers of `EmulatedInternet`. Follows Apple: the delegate is asked about the server before a
/// byte of a request goes out, on the queue it named; it is kept until the session ends; a connection that was judged is
/// used again and not judged again; no call but the last is made after a task was cancelled. A background session shows
/// what the system carries on under its identifier. Left out: everything that stands not here, among it shared sessions
/// without a delegate, starting downloads and uploads, and caches.
open class URLSession: NSObject, @unchecked Sendable {
  // @unchecked: what changes is behind the lock.
  public enum AuthChallengeDisposition: Int, Sendable {
    case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
  }
  public enum ResponseDisposition: Int, Sendable { case cancel, allow }

  private struct State {
    var delegate: (any URLSessionDelegate)?
    var isInvalid = false
    var isOver = false
    var tasks: [Int: URLSessionTask] = [:]
    var lastTask = 0
    var open: [String: EmulatedHandshake] = [:]
    var cookies: [String: String] = [:]
  }

  private let own: URLSessionConfiguration
  let queue: OperationQueue
  let internet = EmulatedInternet.current
  let device = EmulatedDevice.current
  private let transfers = EmulatedTransfers.current
  private let state: Mutex<State>

  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue: OperationQueue?
  ) {
    let copy = (configuration.copy() as? URLSessionConfiguration) ?? configuration
    let delegate = EmulatedWrapper.current.map { $0(copy, delegate) } ?? delegate
    own = copy
    queue = delegateQueue ?? OperationQueue()
    queue.maxConcurrentOperationCount = 1
    state = Mutex(State(delegate: delegate))
    super.init()
    if let identifier = own.identifier { transfers.open(identifier, self) }
  }

  private static let common = URLSession(configuration: .default, delegate: nil, delegateQueue: nil)
  open class var shared: URLSession { common }

  /// A copy: what is changed in it does not reach the session.
  open var configuration: URLSessionConfiguration { (own.copy() as? URLSessionConfiguration) ?? own }
  open var delegate: (any URLSessionDelegate)? { state.withLock { $0.delegate } }

  open func dataTask(with request: URLRequest) -> URLSessionDataTask {
    state.withLock { state in
      state.lastTask += 1
      let task = URLSessionDataTask(state.lastTask, request, self)
      state.tasks[state.lastTask] = task
      return task
    }
  }

  /// Follows Apple: what is not over yet. Also what an earlier run of the app began, in a background session.
  open var allTasks: [URLSessionTask] {
    get async {
      guard let identifier = own.identifier else { return state.withLock { Array($0.tasks.values) } }
      return transfers.look(into: identifier).map { CarriedTask($0, identifier, transfers, self) }
    }
  }

  open func finishTasksAndInvalidate() {
    state.withLock { $0.isInvalid = true }
    endIfOver()
  }

  open func invalidateAndCancel() {
    let tasks = state.withLock { state in
      state.isInvalid = true
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
    if let identifier = own.identifier { transfers.cancelAll(of: identifier) }
    endIfOver()
  }

  func isOver(_ task: URLSessionTask) {
    state.withLock { $0.tasks[task.taskIdentifier] = nil }
    endIfOver()
  }

  private func endIfOver() {
    let carries = own.identifier.map { transfers.count(in: $0) > 0 } ?? false
    let (ends, last) = state.withLock { state -> (Bool, (any URLSessionDelegate)?) in
      guard state.isInvalid, state.tasks.isEmpty, !carries, !state.isOver else { return (false, nil) }
      state.isOver = true
      defer { state.delegate = nil }
      return (true, state.delegate)
    }
    if ends, let identifier = own.identifier { transfers.close(identifier) }
    guard let last else { return }
    queue.addOperation { [self] in
      EmulatedDevice.$current.withValue(device) { last.urlSession(self, didBecomeInvalidWithError: nil) }
    }
  }

  func connection(to authority: String) -> EmulatedHandshake? { state.withLock { $0.open[authority] } }
  func keep(_ connection: EmulatedHandshake?, to authority: String) {
    state.withLock { $0.open[authority] = connection }
  }

  /// Follows Apple: no storage, no cookies; or cookies that are taken and not sent.
  func cookie(for authority: String) -> String? {
    own.httpShouldSetCookies && own.httpCookieStorage != nil ? state.withLock { $0.cookies[authority] } : nil
  }
  func setCookie(_ text: String, for authority: String) { state.withLock { $0.cookies[authority] = text } }
}
