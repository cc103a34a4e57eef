public import Logging

/// A ``SensitiveValue`` in the metadata of a log line does not compile either, whatever attributes it is given: the literal
/// is one of swift-log's own there, and one that is marked ``Sensitivity/public`` would be shown.
///
/// Not covered: `.stringConvertible(…)` and `.attributed(…)` take a type that has a `description`, and write that.
extension Logger.MetadataValue.StringInterpolation {
  /// One of two: a sensitive value has no text.
  public mutating func appendInterpolation(_ value: some SensitiveValue) {}
  /// The other one.
  public mutating func appendInterpolation(_ value: some SensitiveValue) -> SensitiveData.Type { SensitiveData.self }
  /// One of two: a sensitive value has no text, whether there is one or not.
  public mutating func appendInterpolation(_ value: (some SensitiveValue)?) {}
  /// The other one.
  public mutating func appendInterpolation(_ value: (some SensitiveValue)?) -> SensitiveData.Type { SensitiveData.self }
  /// One of two: a sensitive value has no text, also where there is another one for its absence.
  public mutating func appendInterpolation(
    _ value: (some SensitiveValue)?, default text: @autoclosure () -> some StringProtocol
  ) {}
  /// The other one.
  public mutating func appendInterpolation(
    _ value: (some SensitiveValue)?, default text: @autoclosure () -> some StringProtocol
  ) -> SensitiveData.Type { SensitiveData.self }

  /// One of two: no attribute makes a sensitive value public.
  public mutating func appendInterpolation(
    _ value: some SensitiveValue, attributes: Logger.MetadataValueAttributes
  ) {}
  /// The other one.
  public mutating func appendInterpolation(
    _ value: some SensitiveValue, attributes: Logger.MetadataValueAttributes
  ) -> SensitiveData.Type { SensitiveData.self }
  /// One of two: the same, whether there is one or not.
  public mutating func appendInterpolation(
    _ value: (some SensitiveValue)?, attributes: Logger.MetadataValueAttributes
  ) {}
  /// The other one.
  public mutating func appendInterpolation(
    _ value: (some SensitiveValue)?, attributes: Logger.MetadataValueAttributes
  ) -> SensitiveData.Type { SensitiveData.self }

  /// One of two: the same for attributes that a closure sets.
  public mutating func appendInterpolation(
    _ value: some SensitiveValue, attributes: @Sendable (inout Logger.MetadataValueAttributes) -> Void
  ) {}
  /// The other one.
  public mutating func appendInterpolation(
    _ value: some SensitiveValue, attributes: @Sendable (inout Logger.MetadataValueAttributes) -> Void
  ) -> SensitiveData.Type { SensitiveData.self }
  /// One of two: the same, whether there is one or not.
  public mutating func appendInterpolation(
    _ value: (some SensitiveValue)?, attributes: @Sendable (inout Logger.MetadataValueAttributes) -> Void
  ) {}
  /// The other one.
  public mutating func appendInterpolation(
    _ value: (some SensitiveValue)?, attributes: @Sendable (inout Logger.MetadataValueAttributes) -> Void
  ) -> SensitiveData.Type { SensitiveData.self }
}
