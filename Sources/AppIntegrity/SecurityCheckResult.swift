import Foundation
import SecurityPolicy
import TrustWire

/// What one ``SecurityCheck`` saw and what it adds up to.
///
/// It is a claim of the device about itself. The verdicts in ``assessment`` are what code decides on.
public struct SecurityCheckResult: Sendable, Hashable {
  /// The version of the check that made this result (``SecurityCheck/version``).
  public let checkVersion: Int
  /// The version of the catalogue that it looked for (``ProbeCatalogue/version``): the one that this module holds.
  public var catalogueVersion: Int { Int(SealedCatalogue.version) }
  public let date: Date
  public let system: OperatingSystem
  public let signals: [Signal]
  public let assessment: Assessment
  /// The probe overlay that was in force and what it did; nil when there was none.
  public let overlay: ReportedOverlay?

  /// The result of a check that saw `signals` at `date`; the assessment follows from them.
  public init(date: Date, system: OperatingSystem, signals: [Signal], overlay: ReportedOverlay? = nil) {
    checkVersion = SecurityCheck.version
    self.date = date
    self.system = system
    self.signals = signals
    self.overlay = overlay
    assessment = Assessment(signals)
  }

  /// The same check with what somebody else observed at the same time.
  public func adding(_ more: [Signal]) -> SecurityCheckResult {
    SecurityCheckResult(date: date, system: system, signals: signals + more, overlay: overlay)
  }

  /// One line for each detection, decisive or not: `strong debug.tracerPid: TracerPid: 4711`.
  public var evidence: [String] {
    signals.filter { $0.observation == .detected }.map { signal in
      let facts = signal.evidence.joined(separator: "; ")
      return "\(signal.strength.rawValue) \(signal.probe)\(facts.isEmpty ? "" : ": \(facts)")"
    }
  }
}

/// The names of a printed report, as device check SDKs have them. Each flag is true when the device is *potentially* so;
/// false covers both "no sign" and "could not look", so nothing may be decided on them: use
/// ``SecurityCheckResult/assessment``.
extension SecurityCheckResult {
  public var isRooted: Bool { Self.shows(assessment.rooted) }
  public var isHooked: Bool { Self.shows(assessment.hooked) }
  public var isDebugged: Bool { Self.shows(assessment.debugged) }
  /// The system's version as it writes it: `18.4.1`.
  public var osVersion: String { system.version }
  /// Android's API level; nil elsewhere.
  public var androidSdkVersion: Int? { system.sdkLevel }
  /// Android's security patch date, or the kernel's release; nil where the system has none.
  public var securityPatch: String? { system.patchLevel }

  private static func shows(_ verdict: Verdict) -> Bool {
    if case .fails = verdict { true } else { false }
  }
}

/// The result by its shorter name.
public typealias CheckResult = SecurityCheckResult
