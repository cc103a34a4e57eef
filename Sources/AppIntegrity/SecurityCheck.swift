import Foundation
import SecurityPolicy

/// One check of the device and the process: asks every source once and assesses what they saw.
///
/// Protected: a device report whose evidence can be judged again by the server. Not protected: the check itself can be
/// patched, skipped or answered for by whoever controls the process; repeat it (``CheckSchedule``) and call it before
/// sensitive operations, because an attacker may attach right after it.
/// Source: MASVS-RESILIENCE-1; BSI TR-03161-1 O.Resi_2, O.Resi_5, O.Resi_7.
public struct SecurityCheck: Sendable {
  /// The version of the check and of its assessment rule, as it stands in every result.
  public static let version = 1

  private let facts: any SystemFacts
  private let sources: [any SignalSource]

  public init(facts: any SystemFacts, sources: [any SignalSource]) {
    self.facts = facts
    self.sources = sources
  }

  /// Runs all probes now. It blocks for some milliseconds: call it off the main thread.
  ///
  /// Throws ``IntegrityError/systemUnknown`` when the operating system cannot be named. A detection is no error: it is
  /// the result.
  public func run(now: Date) throws(IntegrityError) -> CheckResult {  // O.Resi_5#1
    guard let system = facts.system() else { throw .systemUnknown }
    return CheckResult(date: now, system: system, signals: sources.flatMap { $0.signals() })
  }
}
