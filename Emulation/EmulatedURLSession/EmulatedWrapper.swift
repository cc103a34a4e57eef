/// A library that has replaced the initializer of sessions and gets between every app and its sessions, as some for
/// monitoring do through the runtime of Objective-C. Apple has no such thing.
public enum EmulatedWrapper {
  /// What becomes of the settings and the delegate of each session that is made; nil: nobody is there.
  @TaskLocal public static var current: Wrap?

  /// The protocol classes that it puts into every new configuration.
  @TaskLocal public static var protocolClasses: (@Sendable () -> [AnyClass])?

  /// Changes the settings and answers with the delegate that the session gets.
  public typealias Wrap =
    @Sendable (URLSessionConfiguration, (any URLSessionDelegate)?) -> (any URLSessionDelegate)?
}
