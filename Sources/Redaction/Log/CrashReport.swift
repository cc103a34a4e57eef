/// What may be told to a crash reporter: only ``MaskedCrashReporter`` makes one.
public struct CrashReport: Sendable, Hashable {
  public let message: String
  /// Facts under allowed names.
  public let keys: [String: String]
  /// What happened before, oldest first.
  public let breadcrumbs: [String]

  init(message: String, keys: [String: String], breadcrumbs: [String]) {
    self.message = message
    self.keys = keys
    self.breadcrumbs = breadcrumbs
  }
}
