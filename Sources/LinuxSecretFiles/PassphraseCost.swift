/// How much work a guess at a passphrase takes: scrypt with block size 8 and parallelism 1.
///
/// Slows down whoever copied the folder; does not save a short passphrase.
/// Source: RFC 7914; BSI TR-02102-1 (password-based key derivation).
public struct PassphraseCost: Sendable, Hashable {
  /// The logarithm of the work factor; each step doubles time and memory.
  public let exponent: Int

  /// 2¹⁷ rounds: 128 MiB and a quarter of a second on a desktop core.
  public static let standard = PassphraseCost(known: 17)

  /// Nil outside of 14 (16 MiB) to 20 (1 GiB).
  public init?(exponent: Int) {
    guard RootKeyFile.exponents.contains(exponent) else { return nil }
    self.exponent = exponent
  }

  private init(known exponent: Int) { self.exponent = exponent }
}
