/// How much key derivation a file may ask for, over all its parts: each part brings its own number of rounds. Files
/// that come together share one, or many small ones would cost what a single one may not.
package struct RoundBudget: Sendable {
  package let limit: Int
  package private(set) var left: Int

  package init(_ limit: Int) {
    self.limit = limit
    left = limit
  }

  /// What one file by itself may ask for.
  init() { self.init(PKCS12File.maximumRounds) }

  /// Takes `rounds` for each of `blocks` pieces of derived key; nothing where it throws.
  /// - Throws: ``IdentityError/tooManyRounds(limit:)`` with the limit of the whole budget, ``IdentityError/damaged``
  ///   for no rounds at all.
  mutating func spend(_ rounds: Int64, blocks: Int) throws(IdentityError) {
    guard rounds > 0 else { throw .damaged }
    let (cost, overflow) = rounds.multipliedReportingOverflow(by: Int64(blocks))
    guard !overflow, cost <= Int64(left) else { throw .tooManyRounds(limit: limit) }
    left -= Int(cost)
  }
}
