import SecurityPolicy
import TrustWire

/// The rules of a session as a value: events and clock readings in, a state out. It reads no clock and asks nobody.
///
/// - Protects against: a session that stays open on a device that was put away, also when its clock is set, its process
///   killed or the device restarted: how long nobody used it is told by a clock that nobody can set, and where that
///   cannot be told the session is locked. A wall clock that is wrong ends nothing: see ``ServerTime``.
/// - Does not protect against: whoever controls this process. What must hold whatever the device says, the server does.
///   After a restart of the device the session's end is known to the server alone, until it was asked: the PIN opens the
///   app meanwhile, and ``isInDoubt(at:)`` holds the tokens back.
///
/// Source: BSI TR-03161-1 O.Auth_8 to O.Auth_10.
public struct SessionMachine: Sendable, Hashable {
  public private(set) var memory: SessionMemory
  private let requirement: SessionRequirement
  /// Whether nothing has shown yet that this launch is on screen: systems launch apps in the background too.
  private var isUnseen = false

  /// A machine that goes on from `memory`; send ``SessionEvent/launched`` first when an earlier run kept it.
  public init(_ requirement: SessionRequirement, memory: SessionMemory = SessionMemory()) {
    self.requirement = requirement
    self.memory = memory
  }

  public var state: SessionState { memory.state }

  /// Applies what time alone did, then the event. An event that does not fit the state changes nothing.
  public mutating func handle(_ event: SessionEvent, at now: ClockReading) {
    if case .heard(let seconds) = event, ServerTime.range.contains(seconds) {
      memory.serverTime = ServerTime(seconds: seconds, at: now)
    }
    if memory.state.hasPerson { settle(at: now, isLaunch: event == .launched) }
    switch event {
    case .launched: isUnseen = true
    case .looked, .unreachable, .heard: break
    case .enrolled:
      memory.appFailures = 0
      if memory.state == .signedOut { memory.state = .appTrusted }
    case .loggedIn(let refreshEndsAt, let sessionEndsAt): logIn(refreshEndsAt, sessionEndsAt, at: now)
    case .used: if memory.backgroundSince == nil || isUnseen { seen(at: now) }
    case .movedToBackground:
      isUnseen = false
      if memory.backgroundSince == nil { memory.backgroundSince = now }
    case .returned: seen(at: now)
    case .unlocked: unlock(at: now)
    case .refreshed(let kind, let refreshEndsAt, let sessionEndsAt):
      // A new AppToken says nothing about a person's token that is refused again and again.
      memory[failuresOf: kind] = 0
      guard kind == .user, memory.state.hasPerson else { return }
      memory.refreshEndsAt = refreshEndsAt
      if let sessionEndsAt { memory.sessionEndsAt = sessionEndsAt }
    case .refreshRefused(let kind, let reason): refused(kind, reason)
    case .ended(let reason): end(reason)
    case .judged(let decision): judge(decision)
    case .loggedOut: memory = SessionMemory()
    }
  }

  /// Ends before locks: a session that is over is not asked for a PIN.
  private mutating func settle(at now: ClockReading, isLaunch: Bool) {
    if hasReachedMaximum(at: now) { return end(.maximum) }
    if let end = memory.refreshEndsAt, let time = known?.earliest(at: now), time >= end {
      return self.end(.refreshExpired)
    }
    guard memory.state == .active else { return }
    guard let lastUse = memory.lastUse, let idle = now.elapsed(since: lastUse) else { return lock(.undetermined) }
    if idle >= requirement.inactivity { return lock(.inactivity) }
    // What is not running is not on screen: a new process counts as a return since the last sign of its person.
    let away = memory.backgroundSince ?? (isLaunch ? lastUse : now)
    // O.Auth_8#100
    guard let absence = now.elapsed(since: away), !isLaunch || now.boot != nil else { return lock(.undetermined) }
    if absence >= requirement.background { return lock(.background) }
    if isLaunch { memory.backgroundSince = away }
  }

  /// The app is on screen, with somebody before it.
  private mutating func seen(at now: ClockReading) {
    isUnseen = false
    memory.backgroundSince = nil
    if memory.state == .active { memory.lastUse = now }
  }

  private func hasReachedMaximum(at now: ClockReading) -> Bool {  // O.Auth_10#100
    guard let start = memory.loggedInAt, let time = known?.earliest(at: now) else { return false }
    if let end = memory.sessionEndsAt, time >= end { return true }
    if time >= start.wall + requirement.maximum.components.seconds { return true }
    return now.elapsed(since: start).map { $0 >= requirement.maximum } ?? false
  }

  /// The server's word on the time; where none was kept, the login, whose token was judged by both clocks.
  private var known: ServerTime? {
    memory.serverTime ?? memory.loggedInAt.map { ServerTime(seconds: $0.wall, at: $0) }
  }

  /// When the session ends by the server's clock, seconds since 1970, if not for another reason before.
  private var endsAt: Int64 {
    let maximum = memory.loggedInAt.map { $0.wall + requirement.maximum.components.seconds }
    return [memory.refreshEndsAt, memory.sessionEndsAt, maximum].compactMap { $0 }.min() ?? .max
  }

  /// Whether the session is over by the wall clock alone, which anybody can set: then only the server knows.
  public func isInDoubt(at now: ClockReading) -> Bool {
    guard memory.state.hasPerson, let known, !known.isExact(at: now) else { return false }
    return now.wall >= endsAt
  }

  /// How long an active session stays as it is when nothing but time passes; nil for every other state, and where only
  /// a look can tell.
  var span: SessionSpan? {
    guard memory.state == .active, let lastUse = memory.lastUse, let known else { return nil }
    var (from, until) = (lastUse.uptime, lastUse.uptime + requirement.inactivity)
    if let away = memory.backgroundSince {
      guard away.boot == lastUse.boot else { return nil }
      (from, until) = (max(from, away.uptime), min(until, away.uptime + requirement.background))
    }
    if let login = memory.loggedInAt, login.boot == lastUse.boot {
      (from, until) = (max(from, login.uptime), min(until, login.uptime + requirement.maximum))
    }
    if known.at.boot == lastUse.boot { from = max(from, known.at.uptime) }
    let now = ClockReading(uptime: from, boot: lastUse.boot, wall: 0)
    let left = min(endsAt, ServerTime.range.upperBound) - known.seconds
    until = min(until, known.start(at: now) + .seconds(left))
    return SessionSpan(boot: lastUse.boot, from: from, until: until, wallEnd: known.isExact(at: now) ? .max : endsAt)
  }

  private mutating func lock(_ lock: SessionLock) { memory.state = SessionState(lock) }

  private mutating func logIn(_ refreshEndsAt: Int64, _ sessionEndsAt: Int64?, at now: ClockReading) {
    if memory.standing == .stepUp { memory.standing = .goOn }
    memory.state = memory.standing == .goOn ? .active : SessionState(.device)
    memory.lastUse = now
    memory.backgroundSince = nil
    memory.loggedInAt = now
    memory.refreshEndsAt = refreshEndsAt
    memory.sessionEndsAt = sessionEndsAt
    memory.failures = 0
  }

  private mutating func unlock(at now: ClockReading) {
    guard let lock = memory.state.lock, lock != .device else { return }
    if memory.standing == .stepUp { memory.standing = .goOn }
    memory.state = .active
    memory.lastUse = now
    memory.backgroundSince = nil
  }

  /// A refusal that names the session's end ends it at once; any other counts for its own token, and the policy says how
  /// many are enough. An installation's session takes the person's with it, as at the server: that one hangs on it.
  private mutating func refused(_ kind: TokenKind, _ reason: RefusalReason) {
    if reason == .rateLimited || reason == .unavailable { return }
    if let reason = SessionEndReason(reason) { return end(reason, of: kind) }
    memory[failuresOf: kind] += 1
    guard memory[failuresOf: kind] >= requirement.refreshFailures else { return }
    end(reason == .deviceRefused ? .deviceRefused : .refreshFailures, of: kind)
  }

  private mutating func end(_ reason: SessionEndReason, of kind: TokenKind = .user) {
    let (standing, time, appFailures) = (memory.standing, memory.serverTime, memory.appFailures)
    if memory.state.hasPerson {
      memory = SessionMemory()
      if kind == .user { memory.appFailures = appFailures }
      memory.serverTime = time
      memory.state = .ended(reason)
    } else {
      memory[failuresOf: kind] = 0
      // Nobody was signed in: there is nothing to tell a person.
      if kind == .app, memory.state == .appTrusted { memory.state = .signedOut }
    }
    memory.standing = standing
  }

  private mutating func judge(_ decision: SessionDecision) {
    memory.standing = decision
    switch decision {
    case .goOn:
      // Whoever had the device in hand meanwhile may be somebody else.
      if memory.state.lock == .device { lock(.stepUp) }
    case .stepUp: if memory.state == .active || memory.state.lock == .device { lock(.stepUp) }
    case .lock: if memory.state.hasPerson { lock(.device) }
    case .wipe: end(.deviceUnsafe)
    }
  }
}
