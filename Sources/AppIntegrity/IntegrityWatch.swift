import Foundation
import SecurityPolicy

/// Makes the checks that the policy asks for, keeps them for the next report, and has the app react.
///
/// A check is made when the watch starts, at every return to the foreground, before each session with the server, and at
/// a random moment between the policy's bounds after the last one. A check that cannot be made is not a clean one: it is
/// told as ``Notice/failed(_:_:)``, and the next is due after at most ``retry``. Until one was made, each is the check of
/// the start: what ends the process at its start is not softened by a first check that failed.
///
/// Protected: a tool that attaches later than at the start is met by a check that it could not foresee. Not protected:
/// while the system suspends the process no code runs; the check is made when it goes on. Whoever controls the process
/// can stop the watch: the server sees that reports come without fresh checks.
/// Source: BSI TR-03161-1 O.Resi_2, O.Resi_5, O.Resi_7.
public actor IntegrityWatch {
  /// What the app is told after each check; it returns when it has reacted.
  public enum Notice: Sendable, Hashable {
    case checked(CheckOccasion, SecurityCheckResult, ReactionDecision)
    case failed(CheckOccasion, IntegrityError)
  }

  package typealias Made = (result: SecurityCheckResult, decision: ReactionDecision)

  /// The longest single wait. A clock that stands still during suspension is read again after it.
  public static let slice = Duration.seconds(60)
  /// The time to the next try after a check that could not be made. Not at once: a device that cannot name its system
  /// would be asked without pause.
  public static let retry = Duration.seconds(60)
  /// How long a check is good for what the app asks in its notice: an enrolment, and not what a person is asked first,
  /// nor a task that stays for days.
  package static let noticeLife = Duration.seconds(60)

  /// Where the checks are noted for the next report.
  public nonisolated let log: CheckLog
  private let check: @Sendable (Date) async throws(IntegrityError) -> SecurityCheckResult
  private let rules: ReactionRules
  private let profile: BuildProfile
  private let clock: any CheckClock
  private let notify: @Sendable (Notice) async -> Void
  private let name = ToldNotice.Watch()
  private var schedule: CheckSchedule
  private var dice: any RandomNumberGenerator & Sendable
  /// Whether ``run()`` began and no check has been made since.
  private var isStarting = false

  /// - Parameters:
  ///   - insecureProfile: whose reactions hold, for tests: `debug` in a release build switches reactions off. Left out, it
  ///     is that of the running code.
  ///   - log: where others note their checks, too.
  ///   - check: makes one check at the given moment, and does not note it.
  ///   - notify: told of each check, before whoever asked for it hears of it. Checks that were asked for while another
  ///     one ran are made beside it, and may be told before it. It may ask the watch again, in it and in tasks that it
  ///     starts with `Task {}`: for a minute the check that it is told about stands for the one that it asks for.
  /// - Throws: ``IntegrityError/intervalsInvalid``.
  public init(
    requirement: IntegrityRequirement, insecureProfile profile: BuildProfile = .current, clock: any CheckClock,
    dice: any RandomNumberGenerator & Sendable, log: CheckLog = CheckLog(),
    check: @escaping @Sendable (Date) async throws(IntegrityError) -> SecurityCheckResult,
    notify: @escaping @Sendable (Notice) async -> Void
  ) throws(IntegrityError) {
    schedule = try CheckSchedule(requirement)
    rules = requirement.reactions
    self.profile = profile
    self.clock = clock
    self.dice = dice
    self.log = log
    self.check = check
    self.notify = notify
  }

  // O.Resi_7#350
  /// Checks now and then whenever one is due, until the task is cancelled. Run it once, in a task of its own.
  public func run() async {
    isStarting = true
    var isSeen = await look(.start) != nil
    while !Task.isCancelled {
      let wait = isSeen ? schedule.wait(at: clock.now(), elapsed: clock.elapsed()) : Self.retry
      if wait > .zero {
        do { try await clock.sleep(for: min(wait, Self.slice)) } catch { return }
        if isSeen { continue }
      }
      isSeen = await look(.drawn) != nil
    }
  }

  /// The app came to the foreground. Called from a notice of this watch it makes no other check within a minute: that
  /// one would be told, and answered, without end.
  public func enteredForeground() async {
    if told == nil { await look(.foreground) }
  }

  // O.Resi_5#350
  /// A session with the server is about to begin; ask before each one. Nil when the check could not be made: that is no
  /// permission. Called from a notice of this watch, within a minute, it is the decision of that notice.
  public func beforeSession() async -> ReactionDecision? {
    if let told { return told.made?.decision }
    return await checkBeforeSession()?.decision
  }

  /// A check of its own in any case, with the check itself: for whoever reports it, and bounds how often.
  package func checkBeforeSession() async -> Made? { await look(.session) }

  /// The notice that the running task comes from, if it is one of this watch and new enough.
  private var told: ToldNotice? { ToldNotice.current.last { $0.isGood(for: name, at: clock.elapsed()) } }

  @discardableResult
  private func look(_ occasion: CheckOccasion) async -> Made? {
    let now = clock.now()
    // Drawn before the check runs: the interval is counted from here, and nobody starts a second one meanwhile.
    schedule.checked(at: now, elapsed: clock.elapsed(), using: &dice)
    do {
      let result = await log.add(try await check(now))
      // Whoever asked: the first check that could be made is the one of the start.
      let occasion = isStarting ? .start : occasion
      isStarting = false
      let decision = ReactionDecision(result.assessment, rules: rules, profile: profile, occasion: occasion)
      await tell(.checked(occasion, result, decision), (result, decision))
      return (result, decision)
    } catch {
      await tell(.failed(isStarting ? .start : occasion, error), nil)
      schedule.enteredForeground()
      return nil
    }
  }

  private func tell(_ notice: Notice, _ made: Made?) async {
    let told = ToldNotice(made, by: name, at: clock.elapsed())
    await ToldNotice.$current.withValue(ToldNotice.current + [told]) { await notify(notice) }
  }
}
