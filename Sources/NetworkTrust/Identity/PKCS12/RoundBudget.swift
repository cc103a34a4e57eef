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

  /// Takes `rounds` for each of `blocks` pieces of derived key, and one more for each 256 bytes of the password, which
  /// the first round of each piece reads whole; nothing where it throws.
  /// - Throws: ``IdentityError/tooManyRounds(limit:)`` with the limit of the whole budget, ``IdentityError/damaged``
  ///   for no rounds at all.
  mutating func spend(_ rounds: Int64, blocks: Int, passwordBytes: Int) throws(IdentityError) {
    guard rounds > 0 else { throw .damaged }
    let (each, isLong) = rounds.addingReportingOverflow(Int64(passwordBytes / 256))
    let (cost, isMany) = each.multipliedReportingOverflow(by: Int64(blocks))
    guard !isLong, !isMany, cost <= Int64(left) else { throw .tooManyRounds(limit: limit) }
    left -= Int(cost)
  }
}
