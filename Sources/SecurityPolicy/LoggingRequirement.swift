/// The lowest level that reaches a log, per build profile. Masking of secrets is on at every level.
public struct LoggingRequirement: Sendable, Hashable {
  /// The levels of a log, in rising order.
  public enum Level: String, Sendable, Hashable, CaseIterable { case debug, info, warning, error }

  /// `debug` and `info` are refused in a policy with an environment `prod`: they tell what people do. Source: O.Source_3.
  public var release: Level = .error
  public var debug: Level = .debug
  /// Nil: a release build writes no line to the device's storage.
  public var file: LogFileRequirement?

  public init() {}

  /// Whether a release build would log more than what went wrong.
  var isTalkative: Bool { release == .debug || release == .info }
}
