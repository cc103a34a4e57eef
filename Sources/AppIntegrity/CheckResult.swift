import Foundation
import SecurityPolicy

/// What one ``SecurityCheck`` saw and what it adds up to.
///
/// It is a claim of the device about itself. The verdicts in ``assessment`` are what code decides on.
public struct CheckResult: Sendable, Hashable {
  /// The version of the check that made this result (``SecurityCheck/version``).
  public let checkVersion: Int
  public let date: Date
  public let system: OperatingSystem
  public let signals: [Signal]
  public let assessment: Assessment

  /// The result of a check that saw `signals` at `date`; the assessment follows from them.
  public init(date: Date, system: OperatingSystem, signals: [Signal]) {
    checkVersion = SecurityCheck.version
    self.date = date
    self.system = system
    self.signals = signals
    assessment = Assessment(signals)
  }

  /// One line for each detection, decisive or not: `strong debug.tracerPid: TracerPid: 4711`.
  public var evidence: [String] {
    signals.filter { $0.observation == .detected }.map { signal in
      let facts = signal.evidence.joined(separator: "; ")
      return "\(signal.strength.rawValue) \(signal.probe)\(facts.isEmpty ? "" : ": \(facts)")"
    }
  }
}

/// The names of a printed report. Each is true when the device is *potentially* so; false covers both "no sign" and
/// "could not look", so nothing may be decided on them: use ``CheckResult/assessment``.
extension CheckResult {
  public var isRooted: Bool { Self.shows(assessment.rooted) }
  public var isHooked: Bool { Self.shows(assessment.hooked) }
  public var isDebugged: Bool { Self.shows(assessment.debugged) }

  private static func shows(_ verdict: Verdict) -> Bool {
    if case .fails = verdict { true } else { false }
  }
}
