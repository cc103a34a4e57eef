import AppSession
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

/// A caller that got the answer and was not given the processor before the session closed.
@Suite(.timeLimit(.minutes(15))) struct LateTokenTests {
  /// How a session closes, and what everybody hears from then on.
  enum Close: CaseIterable {
    case logOut, erase, lock, end

    func run(_ session: Session) async throws {
      switch self {
      case .logOut: try await session.logOut()
      case .erase: try await session.erase()
      case .lock: try await session.judge(.lock)
      case .end: try await session.end(because: .pinExhausted)
      }
    }
  }

  /// - Parameter answer: what the server says to the refresh; nil for a new token.
  private func late(
    _ close: Close, after error: SessionError?
  ) async throws -> (late: Result<TokenPair, any Error>, now: Result<TokenPair, any Error>) {
    let gate = Gate()
    let stage = try await Stage.loggedIn { _, number throws(SessionError) in
      await gate.pass()
      if number == 3, let error { throw error }
      return nil
    }
    // About to end, and good for another minute.
    stage.clock.advance(by: .seconds(1750))
    let first = Task { try await stage.session.token(.user) }
    while stage.server.asked.count < 3 { await Task.yield() }
    let held = HeldTasks()
    let isDone = Shared(false)
    let waiting = Task(executorPreference: held) {
      defer { isDone.change { $0 = true } }
      return try await stage.session.token(.user)
    }
    // It stands in the line behind the first one.
    await held.run()
    gate.open()
    _ = try await first.value
    // The answer is there for it, and it has not looked.
    #expect(!isDone.value)
    try await close.run(stage.session)
    let late = await held.result(of: waiting)
    let now: Result<TokenPair, any Error>
    do { now = .success(try await stage.session.token(.user)) } catch { now = .failure(error) }
    return (late, now)
  }

  @Test(
    "Whoever waited for a token and looks after a logout, a lock or an end has returned gets none",
    arguments: Close.allCases)
  func renewed(close: Close) async throws {
    let (late, now) = try await late(close, after: nil)
    let error = #expect(throws: SessionError.self) { try late.get() }
    let told = #expect(throws: SessionError.self) { try now.get() }
    if close == .lock { #expect(error == told && error == .locked(.device)) }
  }

  @Test("The same where the renewal failed for now and the old token is still good", arguments: Close.allCases)
  func kept(close: Close) async throws {
    let (late, _) = try await late(close, after: .busy(.unavailable, retryAfter: .seconds(300)))
    #expect(throws: SessionError.self) { try late.get() }
  }

  @Test("Without any of that the one who comes late gets the token that everybody got")
  func open() async throws {
    let stage = try await Stage.loggedIn()
    stage.clock.advance(by: .seconds(1790))
    let held = HeldTasks()
    let waiting = Task(executorPreference: held) { try await stage.session.token(.user) }
    let pair = try await held.result(of: waiting).get()
    #expect(pair.refresh.exposedText() == "refresh-3")
  }
}
