import Foundation
import SecurityPolicy

/// When the next ``SecurityCheck`` is due: at every return to the foreground, and while there at a random moment
/// between the policy's two bounds after the last one.
///
/// Protected: nobody can wait for a fixed moment between two checks. Not protected: an attacker who attaches and
/// leaves between two of them, and a process whose timers are patched. A clock that was set back makes a check due.
/// Source: BSI TR-03161-1 O.Resi_7; seconds everywhere.
public struct CheckSchedule: Sendable, Hashable {
  private let milliseconds: ClosedRange<Int64>
  private var last: Date?
  /// The moment from which the next check is due; nil means now.
  public private(set) var next: Date?

  /// A check is due at once. Throws ``IntegrityError/intervalsInvalid`` for bounds that are no range.
  public init(_ requirement: IntegrityRequirement) throws(IntegrityError) {
    guard let minimum = Self.milliseconds(requirement.minimumInterval), minimum > 0,
      let maximum = Self.milliseconds(requirement.maximumInterval), minimum <= maximum
    else { throw .intervalsInvalid }
    milliseconds = minimum...maximum
  }

  /// Whether a check is due: at first, at its drawn moment, and when the clock went backwards.
  public func isDue(at now: Date) -> Bool {
    guard let last, let next else { return true }
    return now >= next || now < last
  }

  /// Notes that a check was made at `now` and draws the moment of the next one.
  public mutating func checked(at now: Date, using dice: inout some RandomNumberGenerator) {  // O.Resi_7#1
    last = now
    next = now.addingTimeInterval(Double(Int64.random(in: milliseconds, using: &dice)) / 1000)
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
