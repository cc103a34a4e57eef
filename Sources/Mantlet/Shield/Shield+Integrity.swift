import AppIntegrity
import AppSession
import Foundation
import SecurityPolicy
import TrustWire

/// Checks by schedule, and what follows from them on this device.
extension Shield {
  /// A watch that makes the checks that the policy asks for, notes them for the next report, and does what the policy
  /// says about them, before `notify` is told. A check that could not be made leaves every question open, and the device
  /// does what the policy says about that. Call its `run()` in a task, `enteredForeground()` at each return to the
  /// foreground, and `beforeSession()` before each session with the server: ``enroll()`` checks and reports, but nothing
  /// here reacts to that check, and ``logIn(user:password:)``, ``refresh()`` and ``call(_:body:)`` do not check at all.
  ///
  /// A debug build only reports, as long as the policy says nothing else. What could not be done (an erasure that met
  /// resistance) is done at the next start; see ``react(to:exit:)``.
  ///
  /// - Parameters:
  ///   - clock: nil for the device's own.
  ///   - notify: for the app: a warning to show, a line for its log.
  /// - Throws: ``ShieldError/integrity(_:)`` for bounds that are no range.
  public nonisolated func integrityWatch(
    profile: BuildProfile = .current, clock: (any CheckClock)? = nil,
    dice: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
    exit: @escaping @Sendable () -> Void = { Foundation.exit(0) },
    notify: @escaping @Sendable (IntegrityWatch.Notice) async -> Void
  ) throws(ShieldError) -> IntegrityWatch {
    do throws(IntegrityError) {
      return try IntegrityWatch(
        requirement: slice.integrity, profile: profile, clock: clock ?? SystemCheckClock(), dice: dice,
        log: checks,
        check: { [self] _ throws(IntegrityError) in
          do throws(ShieldError) { return try await look() } catch {
            guard case .integrity(let reason) = error else { throw .systemUnknown }
            throw reason
          }
        },
        notify: { [self] notice in
          let decision: ReactionDecision
          switch notice {
          case .checked(_, _, let made): decision = made
          case .failed(let occasion, _):
            decision = ReactionDecision(
              Assessment([]), rules: slice.integrity.reactions, profile: profile, occasion: occasion)
          }
          try? await react(to: decision, exit: exit)
          await notify(notice)
        })
    } catch {
      throw .integrity(error)
    }
  }

  // O.Resi_2#352 O.Resi_3#352
  /// Does what a decision asks for: nothing for a report or a warning (showing it is the app's), a lock until a better
  /// check, the end of the session, the erasure of what a logout erases, or the end of the process.
  ///
  /// - Parameter exit: ends the process; the standard is `exit(0)`, which no crash reporter takes for a crash. The session
  ///   is locked before, so that a process that goes on all the same finds it shut.
  /// - Throws: ``ShieldError/session(_:)``; ``ShieldError/wipeIncomplete(_:)``, ``ShieldError/lifecycle(_:)`` for an
  ///   erasure that stays pending.
  public func react(
    to decision: ReactionDecision, exit: @Sendable () -> Void = { Foundation.exit(0) }
  ) async throws(ShieldError) {
    switch decision.reaction {
    case nil, .reportOnly, .warn: return
    case .lock: try await judge(.lock)
    case .endSession:
      do throws(SessionError) { try await session.end(because: .deviceInsecure) } catch { throw .session(error) }
    case .wipe: try await judge(.wipe)
    // A decision names the moment's reaction; should this word ever come through, it means the harder one.
    case .terminate, .terminateAtStart:
      try? await judge(.lock)
      exit()
    }
  }
}
