/// How much key derivation one file may ask for, over all its parts: each part brings its own number of rounds.
struct RoundBudget {
  private(set) var left: Int

  init(_ limit: Int = PKCS12File.maximumRounds) { left = limit }

  /// Takes `rounds` for each of `blocks` pieces of derived key.
  /// - Throws: ``IdentityError/tooManyRounds(limit:)``, ``IdentityError/damaged`` for no rounds at all.
  mutating func spend(_ rounds: Int64, blocks: Int) throws(IdentityError) {
    guard rounds > 0 else { throw .damaged }
    let (cost, overflow) = rounds.multipliedReportingOverflow(by: Int64(blocks))
    guard !overflow, cost <= Int64(left) else { throw .tooManyRounds(limit: PKCS12File.maximumRounds) }
    left -= Int(cost)
  }
}
