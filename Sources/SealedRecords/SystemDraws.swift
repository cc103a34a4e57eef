#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The system's generator, asked for 256 bytes at a time where it is a call into the kernel: one for each nonce costs a
/// twentieth of storing a record.
///
/// What was drawn ahead lies in memory: for nonces, which are no secret, and within one transaction, so that no process
/// which forks uses the same ones twice. Source: getentropy(3).
struct SystemDraws: RandomNumberGenerator, Sendable {
  #if canImport(Glibc) || canImport(Musl)
    private static let wordsPerDraw = 256 / MemoryLayout<UInt64>.size
    private var words: [UInt64] = []
  #endif
  private var system = SystemRandomNumberGenerator()

  mutating func next() -> UInt64 {
    #if canImport(Glibc) || canImport(Musl)
      if let word = words.popLast() { return word }
      words = [UInt64](unsafeUninitializedCapacity: Self.wordsPerDraw) { buffer, count in
        guard let start = buffer.baseAddress, getentropy(start, Self.wordsPerDraw * 8) == 0 else { return }
        count = Self.wordsPerDraw
      }
      if let word = words.popLast() { return word }
    #endif
    return system.next()
  }
}
