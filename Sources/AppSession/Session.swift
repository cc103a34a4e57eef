import Foundation
import Redaction
import SecurityPolicy
import TrustWire

/// The right to act: holds the tokens of this installation and of the person using it, and gives them out while its
/// ``SessionMachine`` says so.
///
/// - Protects against: stolen tokens (each is bound to the device key and each request proves it), forged ones (none is
///   kept that a pinned key did not sign), lost answers and crashes in the middle of a rotation (the old token is kept
///   until the new one is saved, and asked again), several callers refreshing at once (one exchange, everybody gets its
///   result), a device that was put away (locked: no token).
/// - Does not protect against: whoever controls this process.
///
/// Source: RFC 9449 (DPoP), RFC 9700 section 4.14 (refresh token rotation).
public actor Session {
  let requirement: SessionRequirement
  let environment: EnvironmentRequirement
  let store: any SessionStore
  let revocations: any RevocationStore
  let exchange: any TokenExchange
  let key: any DeviceKey
  let surroundings: SessionSurroundings
  var random: any RandomNumberGenerator & Sendable
  var held = StoredSession()
  var machine: SessionMachine
  var keys: TokenKeyring
  /// The server's newest nonce, for the next proof.
  var nonce: String?
  /// Seconds to add to our clock to get the server's; zero while they agree.
  var skew: Int64 = 0
  /// Renewed pairs that could not be saved yet: nobody gets them before they are.
  var unsaved: [TokenKind: TokenPair] = [:]
  /// Until when the server asked to be left alone, and why.
  var quiet: (until: Duration, reason: RefusalReason)?
  var running: [TokenKind: Task<Result<TokenPair, SessionError>, Never>] = [:]
  var loading: Task<Result<StoredSession?, SessionError>, Never>?
  var isLoaded = false
  var erasures = 0
  var lastSave: Task<Result<Void, SessionError>, Never>?
  var revoking: Task<Void, Never>?
  /// Bearer tokens that the server is being told about: they are kept nowhere else.
  var revokingBearers: Task<Void, Never>?
  var lastRevocation: Task<Void, Never>?
  private var watchers: [Int: AsyncStream<SessionState>.Continuation] = [:]
  private var watched = 0

  /// Nothing is read or sent before the first call.
  ///
  /// - Parameter random: for the pauses between tries; the system's outside of tests.
  public init(
    requirement: SessionRequirement, environment: EnvironmentRequirement, store: any SessionStore,
    revocations: any RevocationStore, exchange: any TokenExchange, key: any DeviceKey,
    surroundings: SessionSurroundings, random: any RandomNumberGenerator & Sendable
  ) {
    self.requirement = requirement
    self.environment = environment
    self.store = store
    self.revocations = revocations
    self.exchange = exchange
    self.key = key
    self.surroundings = surroundings
    self.random = random
    machine = SessionMachine(requirement)
    keys = TokenKeyring(pinned: Set(environment.tokenKeys))
  }

  /// A token that is good for a while; one that is about to end is renewed first. When that fails for now and the token
  /// is still good, it is given out all the same.
  ///
  /// - Throws: ``SessionError`` `notEnrolled`, `notLoggedIn`, `locked`, `ended`, and what a refresh throws.
  public func token(_ kind: TokenKind) async throws(SessionError) -> TokenPair {
    let now = try await admitted(kind)
    guard let pair = held[kind] else { throw kind == .app ? .notEnrolled : .notLoggedIn }
    guard pair.isStale(at: now.wall) else { return pair }
    do throws(SessionError) {
      return try unlocked(try await renewed(kind))
    } catch {
      switch error {
      case .unreachable, .busy, .storage: break
      default: throw error
      }
      let later = try await admitted(kind)
      guard let pair = held[kind], !pair.isExpired(at: later.wall) else { throw error }
      return pair
    }
  }

  /// Exchanges the refresh token now. Callers that arrive while one exchange runs wait for its result; cancelling a
  /// caller does not cancel the exchange, so that a rotated token is never lost.
  ///
  /// - Throws: ``SessionError``; `ended` when the refusal ended the session.
  @discardableResult
  public func refresh(_ kind: TokenKind) async throws(SessionError) -> TokenPair {
    try await admitted(kind)
    return try unlocked(try await renewed(kind))
  }

  /// The same after a request was refused with this token; when another one came meanwhile, that one.
  @discardableResult
  public func refresh(_ kind: TokenKind, insteadOf refused: TokenPair) async throws(SessionError) -> TokenPair {
    try await admitted(kind)
    if let pair = held[kind], pair.access !== refused.access { return pair }
    return try unlocked(try await renewed(kind))
  }

  /// Where the session stands now.
  public func state() async throws(SessionError) -> SessionState {
    try await look()
    return machine.state
  }

  /// Every state from now on, the present one first, until the caller stops listening. What time alone changes shows
  /// when something looks.
  public func states() async throws(SessionError) -> AsyncStream<SessionState> {
    try await look()
    watched += 1
    let number = watched
    let (stream, continuation) = AsyncStream.makeStream(of: SessionState.self)
    continuation.yield(machine.state)
    watchers[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { await self?.unwatch(number) }
    }
    return stream
  }

  /// Whether a person is signed in, locked or not, as far as is known without asking the server.
  public func isLoggedIn() async throws(SessionError) -> Bool {
    try await look()
    return machine.state.hasPerson
  }

  /// Whether this installation holds an AppToken.
  public func isEnrolled() async throws(SessionError) -> Bool {
    try await look()
    return held.app != nil
  }

  /// Who signed in last, also after the session ended; nil after ``erase()``.
  public func account() async throws(SessionError) -> String? {
    try await look()
    return held.account ?? held.user?.subject
  }

  /// Keeps the nonce that came with an answer, for the next proof.
  public func hear(_ hints: AnswerHints) {
    if let nonce = hints.nonce, (1...128).contains(nonce.utf8.count) { self.nonce = nonce }
  }

  /// Sets our idea of the server's clock by an answer. One that was long on its way, for instance while the device
  /// slept, says nothing about now.
  func learn(_ hints: AnswerHints, sentAt sent: Duration) {
    guard let time = hints.serverTime, reading.uptime - sent <= .seconds(60) else { return }
    let (ahead, overflow) = time.subtractingReportingOverflow(surroundings.clock().wall)
    // Less is the way of the answer; more than ten years is no clock.
    skew = overflow || ahead.magnitude <= 60 || ahead.magnitude > 315_360_000 ? 0 : ahead
  }

  private func unwatch(_ number: Int) { watchers[number] = nil }

  /// The session may have been locked while an answer was on its way: its tokens are kept and not given out.
  private func unlocked(_ pair: TokenPair) throws(SessionError) -> TokenPair {
    if let lock = machine.state.lock { throw .locked(lock) }
    return pair
  }

  func tell() { for watcher in watchers.values { watcher.yield(machine.state) } }

  /// The clocks, the wall clock as the server has it.
  var reading: ClockReading {
    var reading = surroundings.clock()
    reading.wall += skew
    return reading
  }

  /// Lets a caller through to the tokens of a kind, by the state at this moment.
  @discardableResult
  func admitted(_ kind: TokenKind) async throws(SessionError) -> ClockReading {
    let now = try await look()
    switch machine.state {
    case .active, .signedOut, .appTrusted: return now
    case .idleLocked(let lock), .reauthenticationDue(let lock): throw .locked(lock)
    case .ended(let reason):
      if kind == .user { throw .ended(reason) }
      return now
    }
  }

  /// Loads what an earlier run kept, once, and lets time do what it did.
  @discardableResult
  func look() async throws(SessionError) -> ClockReading {
    if !isLoaded { try await load() }
    let now = reading
    try await step(.looked, at: now)
    return now
  }

  private func load() async throws(SessionError) {
    let task =
      loading
      ?? Task { [store] in
        do throws(SessionError) {
          return Result<StoredSession?, SessionError>.success(try await store.load())
        } catch {
          return .failure(error)
        }
      }
    loading = task
    let result = await task.value
    // Another caller may have loaded, or erased, while this one waited.
    guard !isLoaded else { return }
    loading = nil
    held = try result.get() ?? StoredSession()
    isLoaded = true
    machine = SessionMachine(requirement, memory: held.memory)
    try await step(.launched, at: reading)
  }
}
