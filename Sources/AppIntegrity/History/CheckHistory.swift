import SecurityPolicy
import TrustWire

/// The checks since the last report that the server accepted, the latest first: what the next report holds.
///
/// Bounded: beyond ``SecurityReport/checkLimit`` the oldest check that accused nothing goes first, then the oldest whose
/// accusations another check has as well, so nobody washes a detection out by causing more checks, also where every check
/// accuses of something that the policy tolerates; how many went is told. ``CheckLog`` keeps what has to outlive the
/// process. Whoever controls the process can empty it.
public struct CheckHistory: Sendable {
  /// A moment in a history: what was there when a report was made.
  public struct Mark: Sendable, Hashable {
    fileprivate let added: Int
    fileprivate let omitted: Int
    fileprivate let saysLoss: Bool
    fileprivate let hasKept: Bool
  }

  /// The probe whose line in a check says that what was kept of earlier ones is gone.
  public static let lossProbe = "deviceBinding.history"

  private var entries: [(number: Int, check: ReportedCheck)] = []
  private var added = 0
  private var omittedEver = 0
  private var omittedBefore = 0
  private var saysLoss = false
  /// Whether what an earlier start left is among the entries; its checks have the number 0.
  private var hasKept = false
  /// What overlays did to the checks, each with the number of the last check that it did it to; 0 for an earlier start.
  private var overlays: [(number: Int, effect: ReportedOverlay)] = []
  /// Whether kept checks were lost, and no report that says so was accepted yet.
  public private(set) var hasLoss = false

  /// Without any check.
  public init() {}

  /// The latest first.
  public var checks: [ReportedCheck] { entries.map(\.check) }

  /// Checks that were left out since the last accepted report.
  public var omitted: Int { omittedEver - omittedBefore }

  /// All that overlays did to the checks since the last accepted report, those of earlier starts too, under the number of
  /// the latest overlay; nil when there was none.
  public var overlay: ReportedOverlay? {
    overlays.reduce(nil) { union, one in union.map { $0.joined(with: one.effect) } ?? one.effect }
  }

  /// The newest check of this start; nil before the first one: what an earlier start saw is no answer to a challenge.
  public var latest: ReportedCheck? {
    guard let first = entries.first, first.number > 0 else { return nil }
    return first.check
  }

  /// Everything up to here is in a report that is made now.
  public var mark: Mark { Mark(added: added, omitted: omittedEver, saysLoss: saysLoss, hasKept: hasKept) }

  /// Notes a check that was made now.
  ///
  /// - Returns: the check as it is reported: after a loss with a line that says so. The line counts as *could not look*.
  @discardableResult
  public mutating func add(_ result: SecurityCheckResult) -> SecurityCheckResult {
    let told = hasLoss ? result.adding([Self.loss]) : result
    if hasLoss { saysLoss = true }
    added += 1
    if let effect = told.overlay { note(effect) }
    entries.insert((added, ReportedCheck(told)), at: 0)
    trim()
    return told
  }

  /// The server accepted the report that was made at `mark`: its checks are done, later ones wait for the next report.
  public mutating func accepted(_ mark: Mark) {
    entries.removeAll { $0.number > 0 ? $0.number <= mark.added : mark.hasKept }
    overlays.removeAll { $0.number > 0 ? $0.number <= mark.added : mark.hasKept }
    omittedBefore = max(omittedBefore, mark.omitted)
    if mark.saysLoss { (hasLoss, saysLoss) = (false, false) }
  }

  /// Puts what an earlier start left behind what this one saw.
  mutating func restore(_ kept: KeptChecks) {
    hasKept = true
    entries += kept.checks.map { (0, $0) }
    if let effect = kept.overlayEffect { overlays.insert((0, effect), at: 0) }
    omittedEver += kept.omitted
    hasLoss = hasLoss || kept.hasLoss
    trim()
  }

  /// What an earlier start left cannot be read any more.
  mutating func lose() { hasLoss = true }

  /// Without the words of its checks, which might name a person's files.
  mutating func forgetWords() {
    for index in entries.indices { entries[index].check = entries[index].check.wordless }
  }

  /// Of the same effect one line is enough, and of many different ones the two oldest become one.
  private mutating func note(_ effect: ReportedOverlay) {
    if overlays.last?.effect == effect { overlays.removeLast() }
    overlays.append((added, effect))
    guard overlays.count > 16 else { return }
    let oldest = overlays.removeFirst()
    overlays[0].effect = oldest.effect.joined(with: overlays[0].effect)
  }

  private mutating func trim() {
    while entries.count > SecurityReport.checkLimit {
      entries.remove(at: checks.leaving ?? entries.count - 1)
      omittedEver += 1
    }
  }

  /// Weak and not looked: it must answer no question, neither for the device nor against it.
  private static var loss: Signal {
    Signal(
      probe: lossProbe, category: .deviceBinding, strength: .weak, family: .filesystem, observation: .unavailable,
      evidence: ["history lost"])
  }
}

extension ReportedCheck {
  /// Whether some question or category of it fails.
  public var accuses: Bool { !accusations.isEmpty }
}

extension ReportedOverlay {
  /// Both, under the number of the later one. What was switched off once counts as switched off.
  fileprivate func joined(with later: ReportedOverlay) -> ReportedOverlay {
    let off = Set(switchedOff).union(later.switchedOff)
    let less = Set(weakened).union(later.weakened).subtracting(off)
    return ReportedOverlay(
      number: later.number, switchedOff: Array(off.sorted().prefix(256)), weakened: Array(less.sorted().prefix(256)))
  }
}
