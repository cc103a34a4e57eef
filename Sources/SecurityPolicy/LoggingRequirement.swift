/// The lowest level that reaches a log, per build profile. Masking of secrets is on at every level.
public struct LoggingRequirement: Sendable, Hashable {
  /// The levels of a log, in rising order.
  public enum Level: String, Sendable, Hashable, CaseIterable { case debug, info, warning, error }

  public var release: Level = .error
  public var debug: Level = .debug
  /// Nil: a release build writes no line to the device's storage.
  public var file: LogFileRequirement?

  public init() {}
}
