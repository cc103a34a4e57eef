public import Foundation
public import FoundationNetworking
import Security
import Synchronization

/// Carries requests to servers of `EmulatedInternet`. Follows Apple: the delegate is asked about the server before a
/// byte of a request goes out, on the queue it named; it is kept until the session ends; a connection that was judged is
/// used again and not judged again; no call but the last is made after a task was cancelled. Left out: everything that
/// stands not here, among it shared sessions without a delegate, downloads, uploads and caches.
open class URLSession: NSObject, @unchecked Sendable {
  // @unchecked: what changes is behind the lock.
  public enum AuthChallengeDisposition: Int, Sendable {
    case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
  }
  public enum ResponseDisposition: Int, Sendable { case cancel, allow }

  private struct State {
    var delegate: (any URLSessionDelegate)?
    var isInvalid = false
    var tasks: [Int: URLSessionTask] = [:]
    var lastTask = 0
    var open: [String: EmulatedHandshake] = [:]
    var cookies: [String: String] = [:]
  }

  private let own: URLSessionConfiguration
  let queue: OperationQueue
  let internet = EmulatedInternet.current
  let device = EmulatedDevice.current
  private let state: Mutex<State>

  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue: OperationQueue?
  ) {
    own = (configuration.copy() as? URLSessionConfiguration) ?? configuration
    queue = delegateQueue ?? OperationQueue()
    queue.maxConcurrentOperationCount = 1
    state = Mutex(State(delegate: delegate))
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

  open func finishTasksAndInvalidate() {
    state.withLock {
      $0.isInvalid = true
      if $0.tasks.isEmpty { $0.delegate = nil }
    }
  }

  open func invalidateAndCancel() {
    let tasks = state.withLock { state in
      state.isInvalid = true
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
    finishTasksAndInvalidate()
  }

  func isOver(_ task: URLSessionTask) {
    state.withLock {
      $0.tasks[task.taskIdentifier] = nil
      if $0.isInvalid, $0.tasks.isEmpty { $0.delegate = nil }
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
