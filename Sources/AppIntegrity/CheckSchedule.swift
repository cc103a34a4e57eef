import Foundation
import SecurityPolicy

/// When the next ``SecurityCheck`` is due: at every return to the foreground, and while there at a random moment
/// between the policy's two bounds after the last one.
///
/// Protected: nobody can wait for a fixed moment between two checks. With `elapsed`, a time that nobody sets and that
/// counts through suspension, moving the wall clock delays no check. Not protected: an attacker who attaches and
/// leaves between two of them, and a process whose timers are patched. A clock that was set back makes a check due.
/// Source: BSI TR-03161-1 O.Resi_7; seconds everywhere.
public struct CheckSchedule: Sendable, Hashable {
  private let milliseconds: ClosedRange<Int64>
  private var last: Date?
  private var lastElapsed: Duration?
  private var drawn: Duration = .zero
  /// The moment from which the next check is due; nil means now.
  public private(set) var next: Date?

  /// A check is due at once. Throws ``IntegrityError/intervalsInvalid`` for bounds that are no range.
  public init(_ requirement: IntegrityRequirement) throws(IntegrityError) {
    guard let minimum = Self.milliseconds(requirement.minimumInterval), minimum > 0,
      let maximum = Self.milliseconds(requirement.maximumInterval), minimum <= maximum
    else { throw .intervalsInvalid }
    milliseconds = minimum...maximum
  }

  /// Whether a check is due: at first, at its drawn moment by either clock, and when a clock went backwards.
  public func isDue(at now: Date, elapsed: Duration? = nil) -> Bool { wait(at: now, elapsed: elapsed) == .zero }

  /// How long until a check is due, by the clock that says less; zero when it is.
  public func wait(at now: Date, elapsed: Duration? = nil) -> Duration {
    guard let last, let next, now >= last, now < next else { return .zero }
    let byDate = Duration.milliseconds(Int64((next.timeIntervalSince(now) * 1000).rounded(.up)))
    guard let elapsed, let lastElapsed else { return byDate }
    // Less than before: the device was started anew.
    guard elapsed >= lastElapsed, elapsed - lastElapsed < drawn else { return .zero }
    return min(byDate, drawn - (elapsed - lastElapsed))
  }

  /// Notes that a check was made at `now` and draws the moment of the next one.
  public mutating func checked(  // O.Resi_7#1
    at now: Date, elapsed: Duration? = nil, using dice: inout some RandomNumberGenerator
  ) {
    let interval = Int64.random(in: milliseconds, using: &dice)
    (last, lastElapsed, drawn) = (now, elapsed, .milliseconds(interval))
    next = now.addingTimeInterval(Double(interval) / 1000)
  }

  /// The app came to the foreground: a check is due whatever was drawn.
  public mutating func enteredForeground() { next = nil }

  private static func milliseconds(_ duration: Duration) -> Int64? {
    let parts = duration.components
    let (whole, isTooLong) = parts.seconds.multipliedReportingOverflow(by: 1000)
    let (sum, isTooLongToo) = whole.addingReportingOverflow(parts.attoseconds / 1_000_000_000_000_000)
    return isTooLong || isTooLongToo ? nil : sum
  }
}
