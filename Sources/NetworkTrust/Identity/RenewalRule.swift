public import Foundation

/// How early a client's certificate is renewed.
public struct RenewalRule: Sendable, Hashable {
  /// The part of the certificate's life after which a new one is asked for, from 0 to 1.
  public var usedPart: Double
  /// What is left at least when a new one is asked for, in seconds: time for a device that is offline for long.
  public var reserve: TimeInterval

  /// Without arguments: after two thirds of its life.
  public init(usedPart: Double = 2.0 / 3, reserve: TimeInterval = 0) {
    self.usedPart = usedPart
    self.reserve = reserve
  }

  /// When a certificate of this span is due: never before it begins nor after it ends.
  public func dueDate(from notBefore: Date, to notAfter: Date) -> Date {
    let life = notAfter.timeIntervalSince(notBefore)
    let part = usedPart.isFinite ? min(max(usedPart, 0), 1) : 0
    let due = min(notBefore.addingTimeInterval(life * part), notAfter.addingTimeInterval(-max(reserve, 0)))
    return max(min(due, notAfter), notBefore)
  }
}

extension ClientIdentity {
  /// Whether a new certificate is needed at `now`. A certificate that is not valid yet is not due.
  public func renewal(at now: Date, by rule: RenewalRule = RenewalRule()) -> RenewalState {
    RenewalState(from: notBefore, to: notAfter, at: now, by: rule)
  }
}
