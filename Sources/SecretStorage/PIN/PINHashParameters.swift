/// How much work one try of a PIN costs: scrypt's N = 2^`logRounds`, r = `blockSize`, p = `parallelism`.
///
/// They are recorded in every ``PINHash`` and bounded when one is read, so that a damaged or planted hash can make
/// neither a cheap comparison nor one that eats the memory: 16 to 256 MiB, at most 16 passes.
/// Source: RFC 7914 section 2; OWASP Password Storage Cheat Sheet (N = 2^15, r = 8, p = 3 is one of its equals).
public struct PINHashParameters: Sendable, Hashable {
  public let logRounds: UInt8
  public let blockSize: UInt8
  public let parallelism: UInt8

  /// 32 MiB and three passes: what new hashes use.
  public static let standard = PINHashParameters(trusted: 15, 8, 3)
  /// 16 MiB and one pass: the least that is read. For devices with little memory, and for tests.
  public static let least = PINHashParameters(trusted: 14, 8, 1)

  /// Nil unless N is 2^14 to 2^18, r is 8 and p is 1 to 16.
  public init?(logRounds: UInt8, blockSize: UInt8 = 8, parallelism: UInt8) {
    guard (14...18).contains(logRounds), blockSize == 8, (1...16).contains(parallelism) else { return nil }
    self.init(trusted: logRounds, blockSize, parallelism)
  }

  private init(trusted logRounds: UInt8, _ blockSize: UInt8, _ parallelism: UInt8) {
    self.logRounds = logRounds
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// Whether a hash made with these is weaker than one made with `other`: less memory, or less work in all.
  public func isWeaker(than other: PINHashParameters) -> Bool {
    logRounds < other.logRounds || work < other.work
  }

  var rounds: Int { 1 << Int(logRounds) }
  private var work: Int { rounds * Int(blockSize) * Int(parallelism) }
}
