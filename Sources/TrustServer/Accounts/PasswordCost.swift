#if Server
  /// How much work one guess at a password takes: scrypt's N (`rounds`), r (`blockSize`) and p (`parallelism`).
  package struct PasswordCost: Sendable, Hashable {
    package let rounds: Int
    package let blockSize: Int
    package let parallelism: Int

    /// 32 MiB and three passes: what every new hash has. Only tests hash with less.
    /// Source: OWASP Password Storage Cheat Sheet (N = 2^15, r = 8, p = 3 is one of its equals).
    package static let standard = PasswordCost(rounds: 1 << 15, blockSize: 8, parallelism: 3)

    package init(rounds: Int, blockSize: Int, parallelism: Int) {
      self.rounds = rounds
      self.blockSize = blockSize
      self.parallelism = parallelism
    }

    /// Whether a hash made with this is weaker than one made with `other`: less memory, or less work in all.
    package func isWeaker(than other: PasswordCost) -> Bool { memory < other.memory || work < other.work }

    /// Passes of this one, beside its own, that take about as long as `other`; 0 when it takes as long without them.
    package func passes(missingTo other: PasswordCost) -> Int {
      guard memory > 0 else { return 0 }
      return Int(min(max(((other.work - work) / memory).rounded(), 0), Self.mostPasses))
    }

    /// Whether anybody should try: a store may hold anything, and 1 GiB or more is no password of ours.
    var isComputable: Bool {
      rounds > 1 && rounds.nonzeroBitCount == 1 && blockSize > 0 && (1...Int(Self.mostPasses)).contains(parallelism)
        && 128 * memory < 0x1p30
    }

    private static let mostPasses = 64.0

    // No whole numbers, which a product of anything could leave.
    private var memory: Double { Double(rounds) * Double(blockSize) }
    private var work: Double { memory * Double(parallelism) }
  }
#endif
