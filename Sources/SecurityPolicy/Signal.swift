/// What one probe observed, with its evidence: the unit that integrity judgements are made of.
///
/// A signal is an observation and not a verdict: `AppIntegrity.Assessment` weighs signals by independent family.
public struct Signal: Sendable, Hashable {
  /// How much one detection is worth on its own.
  public enum Strength: String, Sendable, Hashable, CaseIterable { case strong, medium, weak }

  /// What the probe saw. `unavailable` (could not look) is never counted as `clean`.
  public enum Observation: String, Sendable, Hashable, CaseIterable { case clean, detected, unavailable }

  /// Which part of the machine the probe looks at; two signals of one family count once, because they may have one
  /// harmless cause.
  public enum Family: String, Sendable, Hashable, CaseIterable {
    case filesystem, loadedImages, processState, codeIntegrity, environment, systemProperties, mounts, network
    /// Schemes that an app answers to, and installed packages.
    case urlSchemes, packages
    /// Who signed the app, and through which shop it came.
    case signing
    /// Rows of the memory map; private copies of code pages; the slots that calls go through.
    case mappings, pageCopies, callTargets
    /// Who handles this process's signals; what its open descriptors are; what system calls say without the C library.
    case signalHandlers, descriptors, systemCalls
    case threads, timing
    /// The machine itself (emulator, secure element), and what is shown on its screen.
    case hardware, display
  }

  /// The probe's stable id, `category.what`, such as `debug.tracerPid`.
  public let probe: String
  public let category: ThreatCategory
  public let strength: Strength
  public let family: Family
  public let observation: Observation
  /// Short facts (a path, a field and its value), at most 8 of at most 200 characters. No personal data.
  public let evidence: [String]

  /// How a fact begins that names what the probe could not look at.
  package static let gap = "could not look"

  /// Whether this is a strong probe that saw nothing where it could look and names places where it could not.
  package var isPartial: Bool {
    observation == .clean && strength == .strong && evidence.contains { $0.hasPrefix(Self.gap) }
  }

  /// Evidence beyond 8 facts or 200 characters each is cut.
  public init(
    probe: String, category: ThreatCategory, strength: Strength, family: Family, observation: Observation,
    evidence: [String] = []
  ) {
    self.probe = probe
    self.category = category
    self.strength = strength
    self.family = family
    self.observation = observation
    self.evidence = evidence.prefix(8).map { String($0.prefix(200)) }
  }
}
