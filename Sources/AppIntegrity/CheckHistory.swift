import SecurityPolicy
import TrustWire

/// The checks since the last report that the server accepted, the latest first: what the next report holds.
///
/// Bounded: beyond ``SecurityReport/checkLimit`` the oldest check that detected nothing goes first, so nobody washes a
/// detection out by causing more checks; how many went is told. It lives in memory: a restart forgets it, and the first
/// check of the new start begins another one. Whoever controls the process can empty it.
public struct CheckHistory: Sendable {
  /// A moment in a history: what was there when a report was made.
  public struct Mark: Sendable, Hashable { fileprivate let added: Int }

  private var entries: [(number: Int, result: SecurityCheckResult)] = []
  private var added = 0
  /// Checks that were left out since the last accepted report.
  public private(set) var omitted = 0

  /// Without any check.
  public init() {}

  /// The latest first.
  public var results: [SecurityCheckResult] { entries.map(\.result) }

  /// Everything up to here is in a report that is made now.
  public var mark: Mark { Mark(added: added) }

  /// Notes a check that was made now.
  public mutating func add(_ result: SecurityCheckResult) {
    added += 1
    entries.insert((added, result), at: 0)
    guard entries.count > SecurityReport.checkLimit else { return }
    let clean = entries.indices.dropFirst().last { !Self.accuses(entries[$0].result) }
    entries.remove(at: clean ?? entries.count - 1)
    omitted += 1
  }

  /// The server accepted the report that was made at `mark`: its checks are done, later ones wait for the next report.
  public mutating func accepted(_ mark: Mark) {
    entries.removeAll { $0.number <= mark.added }
    omitted = 0
  }

  private static func accuses(_ result: SecurityCheckResult) -> Bool {
    result.isRooted || result.isHooked || result.isDebugged
  }
}
