/// What a policy asks of a new password beside what every one must be: long enough, and not among those that are guessed
/// first. A rule about kinds of characters is off: it makes people choose what is guessed next.
/// Source: BSI TR-03161-1 O.Pass_1; NIST SP 800-63B, section 5.1.1.2.
public struct PasswordRequirement: Sendable, Hashable {
  /// How many kinds there are: small letters, capitals, digits, all others. Letters without case count as others.
  public static let allKinds = 4

  /// How many kinds of characters a password must have at least; 1 asks for nothing.
  public var kinds: Int = 1

  public init() {}
}
