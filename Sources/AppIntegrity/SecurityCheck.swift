import Foundation
import SecurityPolicy
import TrustWire

/// One check of the device and the process: asks every source once and assesses what they saw.
///
/// Protected: a device report whose evidence can be judged again by the server. Not protected: the check itself can be
/// patched, skipped or answered for by whoever controls the process; repeat it (``IntegrityWatch``) and call it before
/// sensitive operations, because an attacker may attach right after it.
/// Source: MASVS-RESILIENCE-1; BSI TR-03161-1 O.Resi_2, O.Resi_5, O.Resi_7.
public struct SecurityCheck: Sendable {
  /// The version of the check and of its assessment rule, as it stands in every result.
  public static let version = 3

  private let facts: any SystemFacts
  private let sources: [any SignalSource]
  private let overlay: VerifiedOverlay?
  private let floor: OverlayFloor

  /// - Parameter overlay: which probes count for less, down to the floor; it is obeyed until it ends.
  public init(
    facts: any SystemFacts, sources: [any SignalSource], overlay: VerifiedOverlay? = nil,
    floor: OverlayFloor = .builtIn
  ) {
    self.facts = facts
    self.sources = sources
    self.overlay = overlay
    self.floor = floor
  }

  /// The same check under another overlay; nil for none.
  public func under(_ overlay: VerifiedOverlay?) -> SecurityCheck {
    SecurityCheck(facts: facts, sources: sources, overlay: overlay, floor: floor)
  }

  /// Runs all probes now. It blocks for some milliseconds: call it off the main thread, or use
  /// ``executeSecurityCheck(now:)``.
  ///
  /// Throws ``IntegrityError/systemUnknown`` when the operating system cannot be named. A detection is no error: it is
  /// the result.
  public func run(now: Date, level: CheckLevel = .full) throws(IntegrityError) -> SecurityCheckResult {  // O.Resi_5#1
    guard let system = facts.system() else { throw .systemUnknown }
    let signals = sources.flatMap { $0.signals(level) }
    guard let overlay, !overlay.isOver(at: Int64(now.timeIntervalSince1970.rounded(.down))) else {
      return SecurityCheckResult(date: now, system: system, signals: signals)
    }
    let (left, effect) = floor.apply(overlay.overlay, to: signals)
    return SecurityCheckResult(date: now, system: system, signals: left, overlay: effect)
  }

  /// The check on the caller's thread, by the name that device check SDKs give it.
  public func executeSecurityCheckSynchronous(now: Date) throws(IntegrityError) -> SecurityCheckResult {
    try run(now: now)
  }

  /// The check off the caller's actor: a view that awaits it stays responsive. Throws as ``run(now:)`` does.
  @concurrent
  public func executeSecurityCheck(now: Date) async throws(IntegrityError) -> SecurityCheckResult {
    try run(now: now)
  }
}
