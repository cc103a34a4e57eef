import UntrustedInput

/// Where a build setting, or a key of a property list, is written.
enum ConfigurationPlace: Sendable {
  case file(SourceText, TextPosition)
  /// In a manifest written in Swift.
  case code(Expression)
}
