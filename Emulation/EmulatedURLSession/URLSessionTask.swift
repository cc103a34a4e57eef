public import Foundation
public import FoundationNetworking
import Synchronization

open class URLSessionTask: NSObject, @unchecked Sendable {
  // @unchecked: what changes is behind the lock.
  public let taskIdentifier: Int
  public let originalRequest: URLRequest?
  let session: URLSession
  private let work = Mutex<(task: Task<Void, Never>?, isCancelled: Bool)>((nil, false))

  init(_ identifier: Int, _ request: URLRequest?, _ session: URLSession) {
    (taskIdentifier, originalRequest, self.session) = (identifier, request, session)
  }

  var isCancelled: Bool { work.withLock { $0.isCancelled } }

  open func resume() {
    work.withLock { work in
      guard work.task == nil else { return }
      work.task = Task { await Exchange(task: self, session: self.session).run() }
      if work.isCancelled { work.task?.cancel() }
    }
  }

  /// Follows Apple: the task still ends by its last call, with `URLError.cancelled`.
  open func cancel() {
    work.withLock {
      $0.isCancelled = true
      $0.task?.cancel()
    }
  }
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
