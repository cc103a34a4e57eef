public import Redaction

/// A number of things from 0 to 99: too small for an account, a telephone number or a code.
public struct ReminderCount: Sendable, Hashable, NonSensitiveValue {
  public let number: Int

  /// Nil outside of 0 to 99.
  public init?(_ number: Int) {
    guard (0...99).contains(number) else { return nil }
    self.number = number
  }
}
