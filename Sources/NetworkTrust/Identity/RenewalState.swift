public import Foundation

/// Whether an identity needs a new certificate.
public enum RenewalState: Sendable, Hashable {
  /// Not before this time.
  case notDue(until: Date)
  /// Ask for a new one now; the present one serves until it ends.
  case due
  /// The present certificate no longer serves.
  case expired

  /// For a certificate of this span.
  init(from notBefore: Date, to notAfter: Date, at now: Date, by rule: RenewalRule) {
    let due = rule.dueDate(from: notBefore, to: notAfter)
    self = now > notAfter ? .expired : now < due ? .notDue(until: due) : .due
  }
}
