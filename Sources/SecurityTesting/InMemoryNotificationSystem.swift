public import ScreenPrivacy
import Synchronization

/// A system that answers as the test says, and remembers what was asked of it.
public final class InMemoryNotificationSystem: NotificationSystem {
  private struct State {
    var authorization: NotificationAuthorization
    var answer: NotificationAuthorization?
    var asked = 0
    var isRegistered = false
  }

  private let state: Mutex<State>

  /// - Parameter authorization: before anybody was asked.
  public init(_ authorization: NotificationAuthorization = .undetermined) {
    state = Mutex(State(authorization: authorization))
  }

  /// What the user has told the system; a test changes it as the user does in the system's settings.
  public var current: NotificationAuthorization {
    get { state.withLock { $0.authorization } }
    set { state.withLock { $0.authorization = newValue } }
  }

  /// What the user will answer; nil when the system cannot ask.
  public var answer: NotificationAuthorization? {
    get { state.withLock { $0.answer } }
    set { state.withLock { $0.answer = newValue } }
  }

  /// How often the user was asked.
  public var asked: Int { state.withLock { $0.asked } }
  /// Whether a push token is wanted of the system.
  public var isRegistered: Bool { state.withLock { $0.isRegistered } }

  public func authorization() async -> NotificationAuthorization { current }

  public func ask() async throws(NotificationRefusal) {
    let isAnswered = state.withLock { state in
      state.asked += 1
      guard let answer = state.answer else { return false }
      if state.authorization == .undetermined { state.authorization = answer }
      return true
    }
    guard isAnswered else { throw .system(nil) }
  }

  public func register() async { state.withLock { $0.isRegistered = true } }
  public func unregister() async { state.withLock { $0.isRegistered = false } }
}
