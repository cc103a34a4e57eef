import SecurityPolicy
import TrustWire

/// The rules of a session as a value: events and clock readings in, a state out. It reads no clock and asks nobody.
///
/// - Protects against: a session that stays open on a device that was put away, also when its clock is set, its process
///   killed or the device restarted: how long nobody used it is told by a clock that nobody can set, and where that
///   cannot be told the session is locked.
/// - Does not protect against: whoever controls this process. What must hold whatever the device says, the server does.
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
    if memory.state.hasPerson { settle(at: now, isLaunch: event == .launched) }
    switch event {
    case .launched: isUnseen = true
    case .looked, .unreachable: break
    case .enrolled: if memory.state == .signedOut { memory.state = .appTrusted }
    case .loggedIn(let refreshEndsAt, let sessionEndsAt): logIn(refreshEndsAt, sessionEndsAt, at: now)
    case .used: if memory.backgroundSince == nil || isUnseen { seen(at: now) }
    case .movedToBackground:
      isUnseen = false
      if memory.backgroundSince == nil { memory.backgroundSince = now }
    case .returned: seen(at: now)
    case .unlocked: unlock(at: now)
    case .refreshed(let kind, let refreshEndsAt, let sessionEndsAt):
      // A new AppToken says nothing about a person's token that is refused again and again.
      if kind == .user || !memory.state.hasPerson { memory.failures = 0 }
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
    if let end = memory.refreshEndsAt, now.wall >= end { return self.end(.refreshExpired) }
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
    if let end = memory.sessionEndsAt, now.wall >= end { return true }
    guard let start = memory.loggedInAt else { return false }
    if now.wall >= start.wall + requirement.maximum.components.seconds { return true }
    return now.elapsed(since: start).map { $0 >= requirement.maximum } ?? false
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

  /// A refusal that names the session's end ends it at once; any other counts, and the policy says how many are enough.
  private mutating func refused(_ kind: TokenKind, _ reason: RefusalReason) {
    if reason == .rateLimited || reason == .unavailable { return }
    if let reason = SessionEndReason(reason) { return end(reason, of: kind) }
    memory.failures += 1
    guard memory.failures >= requirement.refreshFailures else { return }
    end(reason == .deviceRefused ? .deviceRefused : .refreshFailures, of: kind)
  }

  private mutating func end(_ reason: SessionEndReason, of kind: TokenKind = .user) {
    let standing = memory.standing
    if memory.state.hasPerson {
      memory = SessionMemory()
      memory.state = .ended(reason)
    } else {
      memory.failures = 0
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
