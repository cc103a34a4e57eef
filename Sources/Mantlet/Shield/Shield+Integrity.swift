import AppIntegrity
import AppSession
import Foundation
import SecurityPolicy
import TrustWire

/// Checks by schedule, and what follows from them on this device.
extension Shield {
  /// A watch that makes the checks that the policy asks for, notes them for the next report, and does what the policy
  /// says about them, before `notify` is told. A check that could not be made leaves every question open, and the device
  /// does what the policy says about that. Call its `run()` in a task, and `enteredForeground()` at each return to the
  /// foreground.
  ///
  /// The shield asks the watch that was made last before each session with the server: ``enroll()``,
  /// ``logIn(user:password:)``, ``authenticate(user:password:)`` and ``refresh()`` make one check each, and nothing of
  /// the call is sent when the policy locks, ends, erases or terminates for what it found
  /// (``ShieldError/sessionForbidden(_:)``). What any check finds while the server is asked stays shut whatever the
  /// server answers. ``call(_:_:body:)`` goes on with a session and does not check.
  ///
  /// A debug build only reports, as long as the policy says nothing else. What could not be done (an erasure that met
  /// resistance) is done at the next start; see ``react(to:exit:)``.
  ///
  /// `notify` may enrol or sign in, to report a finding at once: in it, and in tasks that it starts with `Task {}`, that is
  /// judged for a minute by the check it is told about. What comes from elsewhere (a stream, a detached task, a view that
  /// saw the notice) has a check of its own, which is told, too: answer no notice of the occasions `session` and
  /// `foreground` that way, or it goes on without end. The shield holds its watch, and the watch `notify`: what it needs of
  /// the shield it holds weakly.
  ///
  /// At a return to the foreground call ``returned()`` first, which locks what was away for too long, and then the watch's
  /// `enteredForeground()`, which takes its time; what it found shows in ``state()``.
  ///
  /// - Parameters:
  ///   - insecureProfile: whose reactions hold, for tests. `debug` in a release build switches off what the policy locks,
  ///     ends and erases for. An app leaves it out: then it is that of the running code.
  ///   - clock: nil for the device's own.
  ///   - notify: for the app: a warning to show, a line for its log.
  /// - Throws: ``ShieldError/integrity(_:)`` for bounds that are no range.
  public nonisolated func integrityWatch(
    insecureProfile: BuildProfile = .current, clock: (any CheckClock)? = nil,
    dice: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    exit: @escaping @Sendable () -> Void = { Foundation.exit(0) },
    notify: @escaping @Sendable (IntegrityWatch.Notice) async -> Void
  ) throws(ShieldError) -> IntegrityWatch {
    let watch: IntegrityWatch
    let (name, clock) = (WatchName(), clock ?? SystemCheckClock())
    do throws(IntegrityError) {
      // Held by the shield, so it holds no shield; it goes on checking and closing the session without one.
      watch = try IntegrityWatch(
        requirement: slice.integrity, insecureProfile: insecureProfile, clock: clock, dice: dice,
        log: checks,
        check: { [look] _ throws(IntegrityError) in try await look.make() },
        notify: { [weak self, session, slice] notice in
          let (result, decision): (SecurityCheckResult?, ReactionDecision) =
            switch notice {
            case .checked(_, let result, let made): (result, made)
            case .failed(let occasion, _): (nil, ReactionDecision(unmade: occasion, slice, insecureProfile))
            }
          let told = self.map { ToldCheck(result, decision, $0.asked.mark, by: name, clock) }
          if let self {
            try? await react(to: decision, exit: exit)
          } else {
            try? await session.react(to: decision, exit: exit)
            if decision.reaction == .endSession { Task { await session.revokePending() } }
          }
          // The app may have let its shield go meanwhile.
          if let told { await told.telling { await notify(notice) } } else { await notify(notice) }
        })
    } catch {
      throw .integrity(error)
    }
    asked.set(watch, insecureProfile, name)
    return watch
  }

  // O.Resi_5#1150
  /// Has the watch check the device before a session with the server, and obeys its reaction.
  ///
  /// - Returns: the check, and from when on a finding forbids what it admits.
  /// - Throws: ``ShieldError/sessionForbidden(_:)``.
  func askWatch() async throws(ShieldError) -> Admission {
    var mark = asked.mark
    guard let current = asked.current else { return Admission(result: nil, mark: mark) }
    let result: SecurityCheckResult?
    let decision: ReactionDecision
    if let told = ToldCheck.current, told.isGood(for: current.name) {
      (result, decision, mark) = (told.result, told.decision, told.mark)
    } else {
      let made = await current.watch.checkBeforeSession()
      (result, decision) = (made?.result, made?.decision ?? ReactionDecision(unmade: .session, slice, current.profile))
    }
    if decision.shuts { throw .sessionForbidden(decision) }
    let admission = Admission(result: result, mark: mark)
    try requireUnshut(since: admission)
    return admission
  }

  /// - Throws: ``ShieldError/sessionForbidden(_:)`` when something was found since.
  func requireUnshut(since admission: Admission) throws(ShieldError) {
    if let decision = asked.shut(since: admission.mark) { throw .sessionForbidden(decision) }
  }

  /// What a call throws for an error on its way: the finding, where its erasure took away what the call went on with.
  func forbidden(_ error: SessionError, since admission: Admission) -> ShieldError {
    switch error {
    case .ended, .notEnrolled:
      if let decision = asked.shut(since: admission.mark) { return .sessionForbidden(decision) }
    default: break
    }
    return .session(error)
  }

  // O.Resi_2#352 O.Resi_3#352
  /// Does what a decision asks for: nothing for a report or a warning (showing it is the app's), a lock until a better
  /// check, the end of the session, the erasure of what a logout erases, or the end of the process.
  ///
  /// Nobody waits for the server: which session ended is kept before this returns, and told when the server answers,
  /// after a restart too.
  ///
  /// - Parameter exit: ends the process; the standard is `exit(0)`, which no crash reporter takes for a crash. The session
  ///   is locked before, so that a process that goes on all the same finds it shut.
  /// - Throws: ``ShieldError/session(_:)``; ``ShieldError/wipeIncomplete(_:)``, ``ShieldError/lifecycle(_:)`` for an
  ///   erasure that stays pending.
  public func react(
    to decision: ReactionDecision, exit: @Sendable () -> Void = { Foundation.exit(0) }
  ) async throws(ShieldError) {
    if decision.shuts { asked.shut(by: decision) }
    // The erasure is the shield's.
    guard decision.reaction != .wipe else { return try await judge(.wipe) }
    defer { if decision.reaction == .endSession { tellServer() } }
    do { try await session.react(to: decision, exit: exit) } catch { throw .session(error) }
  }
}

extension ReactionDecision {
  /// Whether a session is shut by it.
  fileprivate var shuts: Bool { reaction.map { $0 > .warn } ?? false }

  /// What the policy says when no check could be made: every question is open.
  fileprivate init(unmade occasion: CheckOccasion, _ slice: PolicySlice, _ profile: BuildProfile) {
    self.init(Assessment([]), rules: slice.integrity.reactions, profile: profile, occasion: occasion)
  }
}

extension Session {
  /// What follows for the session alone: what a wipe erases goes when the app starts the next time.
  fileprivate func react(to decision: ReactionDecision, exit: @Sendable () -> Void) async throws(SessionError) {
    switch decision.reaction {
    case nil, .reportOnly, .warn: return
    case .lock: try await judge(.lock)
    // The server is told by whoever calls.
    case .endSession: try await end(because: .deviceInsecure, tellingServer: false)
    case .wipe: try await judge(.wipe)
    // A decision names the moment's reaction; should this word ever come through, it means the harder one.
    case .terminate, .terminateAtStart:
      try? await judge(.lock)
      exit()
    }
  }
}
