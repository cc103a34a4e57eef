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
  /// What is handed out without a turn of this actor: whatever changes below is shown there, or taken away, at once.
  nonisolated let hatch = TokenHatch()
  var held = StoredSession() { didSet { show() } }
  var machine: SessionMachine { didSet { show() } }
  var keys: TokenKeyring
  /// The server's newest nonce, for the next proof.
  var nonce: String?
  /// Seconds to add to our clock to get the server's; zero while they agree.
  var skew: Int64 = 0 { didSet { show() } }
  /// What the last answer to a request of the app's own told of that, and the uptime at which it came; it counts once a
  /// proof was refused.
  var toldSkew: (value: Int64, at: Duration)?
  /// The skew as it was when a token was verified by it: nobody signed what set it since.
  var provenSkew: Int64 = 0
  /// Renewed pairs that could not be saved yet: nobody gets them before they are, and nobody after another pair came.
  var unsaved: [TokenKind: UnsavedPair] = [:]
  /// The uptime at which the pair of this refresh token took the place of the one that it renewed.
  var renewedAt: [TokenKind: (token: HeldToken, uptime: Duration)] = [:]
  /// Until when the server asked to be left alone, and why.
  var quiet: (until: Duration, reason: RefusalReason)?
  /// Until when a refused token is not sent again, and what its callers are told.
  var pauses: [TokenKind: (token: HeldToken, until: Duration, error: SessionError)] = [:]
  /// The exchange under way, and the refresh token that it began with.
  var running: [TokenKind: (token: HeldToken?, task: Task<Result<TokenPair, SessionError>, Never>)] = [:]
  var loading: Task<Result<StoredSession?, SessionError>, Never>?
  var isLoaded = false { didSet { show() } }
  /// Whether several of these change in one step: nothing is shown before the last one has.
  var isChanging = false { didSet { show() } }
  /// What somebody has to be told and was not yet.
  var incidents: [SessionIncident] = []
  var erasures = 0
  var lastSave: Task<Result<Void, SessionError>, Never>?
  var revoking: Task<Void, Never>?
  /// Whether the server was out of reach when it was last told, or the list of what to tell: the next answer that it gives
  /// is a reason to try again.
  var owesRevocations = false
  /// What the server has to be told and the store did not take: it lives as long as this process.
  var unkeptRevocations = PendingRevocations()
  /// Counts what was put aside for the server.
  var revocationsKept = 0
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
    keys = TokenKeyring(pinned: Set(environment.tokenKeys), retryWindow: requirement.retryWindow)
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

  /// Under which name the data of whoever signed in last lies here, also after the session ended; nil after ``erase()``
  /// and when that could not be read.
  ///
  /// It is `sub:` with the subject of their tokens, which the server never gives to another person; whoever was known
  /// by the name that they typed, as older versions kept it, keeps that. How the name is typed later changes nothing.
  public func account() async throws(SessionError) -> String? {
    try await look()
    return held.account
  }

  /// The same with what tells that person from others, to be kept beside their data and given to
  /// ``logIn(user:password:leftBy:tellingServer:beforeChange:)`` when the session is lost.
  public func owner() async throws(SessionError) -> DataOwner? {
    try await look()
    return held.account.map { DataOwner(label: $0, subject: held.subject) }
  }

  /// The name as it was typed last, to be shown; it does not tell two people apart.
  public func accountName() async throws(SessionError) -> String? {
    try await look()
    return held.name
  }

  /// What went wrong beside the session since the last call: each is told once.
  public func takeIncidents() -> [SessionIncident] {
    defer { incidents = [] }
    return incidents
  }

  /// Keeps the nonce that came with an answer, for the next proof. What it says of the time is not believed: see
  /// ``hear(_:sentAt:)``.
  public func hear(_ hints: AnswerHints) {
    if let nonce = hints.nonce, AnswerHints.isNonce(nonce) { self.nonce = nonce }
  }

  private func unwatch(_ number: Int) { watchers[number] = nil }

  func tell() { for watcher in watchers.values { watcher.yield(machine.state) } }

  /// The clocks, the wall clock as the server has it.
  var reading: ClockReading {
    var reading = surroundings.clock()
    reading.wall += skew
    return reading
  }

  /// Shows what may be given out now, or takes it away: nobody is let through in between.
  private func show() {
    guard isLoaded, !isChanging, machine.state.lock == nil else { return hatch.show(nil) }
    guard machine.state.hasPerson else {
      return hatch.show(TokenWindow(app: held.app, user: nil, span: nil, skew: skew))
    }
    hatch.show(machine.span.map { TokenWindow(app: held.app, user: held.user, span: $0, skew: skew) })
  }
}
