public import Logging
public import Redaction
public import SecurityPolicy

/// What an app logs, by the policy: made once, at the start, before anything is logged.
///
/// ```swift
/// let logging = AppLogging(policy.slice.logging)
/// logging.bootstrap { StreamLogHandler.standardError(label: $0) }
/// …
/// try await shield.openLogFile(for: logging)
/// ```
///
/// - In a debug build everything from the policy's level on goes to the given handler, masked, whatever level that one
///   begins at (swift-log's own begin at `info`). For less, set the `logLevel` of a logger.
/// - In a release build that handler is never made, as what it writes may rest on the device (the system's own log does).
///   From the policy's level on (`error` unless it says otherwise), masked, lines go to the sealed file that the policy
///   names; without one, nowhere.
///
/// Labels are masked and kept on one line, too. Does not cover what an app prints by other ways.
/// Source: O.Source_3, O.Source_8; MASVS-STORAGE-2.
public struct AppLogging: Sendable {
  package let slot = LogFileSlot()
  private let requirement: LoggingRequirement
  private let profile: BuildProfile
  private let rules: MaskingRules

  /// - Parameter rules: with digests, for marks that can be followed from line to line.
  public init(_ requirement: LoggingRequirement, rules: MaskingRules = MaskingRules()) {
    self.init(requirement, rules: rules, profile: .current)
  }

  package init(_ requirement: LoggingRequirement, rules: MaskingRules = MaskingRules(), profile: BuildProfile) {
    self.requirement = requirement
    self.rules = rules
    self.profile = profile
  }

  /// Makes it the process's logging; swift-log allows that once.
  public func bootstrap(debug: @escaping @Sendable (String) -> any LogHandler) {
    LoggingSystem.bootstrap { handler(label: $0, debug: debug) }
  }

  /// The handler of one logger, for apps that pass loggers on.
  public func handler(label: String, debug: (String) -> any LogHandler) -> any LogHandler {
    // O.Source_3#805 O.Source_8#806
    let floor = Shield.floor(requirement, profile)
    let label = rules.maskedLine(label)
    switch profile {
    case .debug:
      var handler = RedactingLogHandler(wrapping: debug(label), floor: floor, rules: rules)
      handler.logLevel = floor
      return handler
    case .release:
      guard requirement.file != nil else { return SwiftLogNoOpLogHandler() }
      return RedactingLogHandler(wrapping: SealedLogHandler(label: label, slot: slot), floor: floor, rules: rules)
    }
  }
}
