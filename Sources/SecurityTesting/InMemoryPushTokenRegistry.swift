public import ScreenPrivacy
import Synchronization

/// A server's list of push tokens in memory.
public final class InMemoryPushTokenRegistry: PushTokenRegistry {
  private struct State {
    var tokens: [PushToken] = []
    var calls: [String] = []
    var failure: NotificationRefusal?
    var losesAnswers = false
  }

  private let state = Mutex(State())

  public init() {}

  /// The tokens that the server has.
  public var tokens: [PushToken] { state.withLock { $0.tokens } }
  /// `send` and `withdraw`, in the order of the calls that came.
  public var calls: [String] { state.withLock { $0.calls } }

  /// What every call answers, without doing anything; nil to work.
  public var failure: NotificationRefusal? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// Whether the server does what it is told and the answer is lost.
  public var losesAnswers: Bool {
    get { state.withLock { $0.losesAnswers } }
    set { state.withLock { $0.losesAnswers = newValue } }
  }

  public func send(_ token: PushToken) async throws(NotificationRefusal) {
    try apply("send") { tokens in if !tokens.contains(token) { tokens.append(token) } }
  }

  public func withdraw(_ token: PushToken) async throws(NotificationRefusal) {
    try apply("withdraw") { tokens in tokens.removeAll { $0 == token } }
  }

  private func apply(_ call: String, _ body: (inout [PushToken]) -> Void) throws(NotificationRefusal) {
    let failure: NotificationRefusal? = state.withLock { state in
      state.calls.append(call)
      if let failure = state.failure { return failure }
      body(&state.tokens)
      return state.losesAnswers ? .unreachable : nil
    }
    if let failure { throw failure }
  }
}
