import Foundation
import FoundationNetworking
import Synchronization

/// What the system carries on in the background for the app, under the identifiers of its sessions: it outlives sessions
/// and runs of the app. Follows Apple: one session at a time may have an identifier; a cancelled transfer ends, but not at
/// once. Left out: carrying anything.
public final class EmulatedTransfers: Sendable {
  /// Each test may have its own.
  @TaskLocal public static var current = EmulatedTransfers()

  private struct Transfer {
    let number: Int
    /// How many looks at the tasks it outlives; nil while nobody has cancelled it.
    var looks: Int?
  }

  private struct Weak {
    weak var session: URLSession?
  }

  private struct State {
    var sessions: [String: Weak] = [:]
    var transfers: [String: [Transfer]] = [:]
    var open: [String: Int] = [:]
    var mostOpen = 0
    var last = 0
    var patience = 1
  }

  private let state = Mutex(State())

  public init() {}

  /// How many looks at the tasks a cancelled transfer outlives.
  public var patience: Int {
    get { state.withLock { $0.patience } }
    set { state.withLock { $0.patience = newValue } }
  }

  /// The largest number of sessions that had one identifier at one time. Apple leaves more than one undefined.
  public var mostOpen: Int { state.withLock { $0.mostOpen } }

  /// How many sessions have this identifier now.
  public func sessionCount(_ identifier: String) -> Int { state.withLock { $0.open[identifier] ?? 0 } }

  /// Transfers that an earlier run of the app has begun.
  public func begin(_ count: Int, in identifier: String) {
    state.withLock { state in
      for _ in 0..<count {
        state.last += 1
        state.transfers[identifier, default: []].append(Transfer(number: state.last))
      }
    }
  }

  public func count(in identifier: String) -> Int {
    state.withLock { $0.transfers[identifier]?.filter { $0.looks != 0 }.count ?? 0 }
  }

  /// What the session with this identifier says when a server that a transfer meets asks for something, such as to be
  /// judged; nil where there is no such session.
  public func answer(
    in identifier: String, to method: String = NSURLAuthenticationMethodServerTrust
  ) async -> URLSession.AuthChallengeDisposition? {
    guard let session = state.withLock({ $0.sessions[identifier]?.session }) else { return nil }
    guard let delegate = session.delegate as? any URLSessionTaskDelegate else { return .performDefaultHandling }
    let challenge = URLAuthenticationChallenge(
      URLProtectionSpace(host: "example.org", port: 443, method: method, trust: nil))
    return await withCheckedContinuation { continuation in
      session.queue.addOperation { [self] in
        let task = CarriedTask(0, identifier, self, session)
        delegate.urlSession(session, task: task, didReceive: challenge) { disposition, _ in
          continuation.resume(returning: disposition)
        }
      }
    }
  }

  func open(_ identifier: String, _ session: URLSession) {
    state.withLock {
      $0.sessions[identifier] = Weak(session: session)
      $0.open[identifier, default: 0] += 1
      $0.mostOpen = max($0.mostOpen, $0.open[identifier] ?? 0)
    }
  }

  func close(_ identifier: String) { state.withLock { $0.open[identifier, default: 1] -= 1 } }

  func look(into identifier: String) -> [Int] {
    state.withLock { state in
      let now = (state.transfers[identifier] ?? []).filter { $0.looks != 0 }
      state.transfers[identifier] = now.map { Transfer(number: $0.number, looks: $0.looks.map { $0 - 1 }) }
      return now.map(\.number)
    }
  }

  func cancel(_ number: Int, of identifier: String) {
    state.withLock { state in
      state.transfers[identifier] = (state.transfers[identifier] ?? []).map {
        $0.number == number && $0.looks == nil ? Transfer(number: number, looks: state.patience) : $0
      }
    }
  }

  func cancelAll(of identifier: String) {
    for number in state.withLock({ $0.transfers[identifier]?.map(\.number) ?? [] }) { cancel(number, of: identifier) }
  }
}

/// A transfer as a session shows it.
final class CarriedTask: URLSessionTask, @unchecked Sendable {
  // @unchecked: constants.
  private let identifier: String
  private let transfers: EmulatedTransfers

  init(_ number: Int, _ identifier: String, _ transfers: EmulatedTransfers, _ session: URLSession) {
    (self.identifier, self.transfers) = (identifier, transfers)
    super.init(number, nil, session)
  }

  /// It goes on already.
  override func resume() {}

  override func cancel() { transfers.cancel(taskIdentifier, of: identifier) }
}
