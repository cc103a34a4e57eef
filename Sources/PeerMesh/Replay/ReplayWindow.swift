/// Remembers which of the last 1,024 numbers have been seen. 144 bytes, no allocation.
/// Source: RFC 6479 (a ring of blocks, one more than the window needs, so that nothing is shifted).
package struct ReplayWindow: Sendable {
  package static let size: UInt64 = 1024
  /// One more than the largest number seen.
  private var next: UInt64 = 0
  private var lastBlock: UInt64 = 0
  private var firstBlocks = SIMD16<UInt64>()

  package init() {}

  /// Whether this number has not been seen and is not too old to know.
  package func isFresh(_ number: UInt64) -> Bool {
    guard number < next else { return number < .max }
    guard !isTooOld(number) else { return false }
    return self[number >> 6] & bit(number) == 0
  }

  /// Whether nobody knows any more if this number has been seen.
  package func isTooOld(_ number: UInt64) -> Bool { number < next && next - number > Self.size }

  /// Of the 64 numbers below `end` those that were seen or are too old to know: the largest in the lowest bit.
  package func seen(below end: UInt64) -> UInt64 {
    var seen: UInt64 = 0
    for age in 0..<min(64, end) where !isFresh(end - 1 - age) { seen |= 1 << age }
    return seen
  }

  /// One more than the largest number seen.
  package var end: UInt64 { next }

  /// Marks a number as seen: only after its tag was right.
  package mutating func mark(_ number: UInt64) {
    guard isFresh(number) else { return }
    if number >= next {
      let (last, new) = (next == 0 ? 0 : (next - 1) >> 6, number >> 6)
      if new - last > 16 {
        (firstBlocks, lastBlock) = (.zero, 0)
      } else if new > last {
        for passed in last + 1...new { self[passed] = 0 }
      }
      next = number + 1
    }
    self[number >> 6] |= bit(number)
  }

  /// The full number whose low 16 bits these are, nearest to what has been seen.
  package func expanded(_ low: UInt16) -> UInt64 {
    let candidate = next & ~0xFFFF | UInt64(low)
    if candidate >= next, candidate - next > 0x8000, candidate > 0xFFFF { return candidate - 0x10000 }
    if candidate < next, next - candidate > 0x8000 { return candidate + 0x10000 }
    return candidate
  }

  /// The numbers from 64 times this one on.
  private subscript(block: UInt64) -> UInt64 {
    get {
      let place = Int(block % 17)
      guard place < 16 else { return lastBlock }
      return withUnsafeBytes(of: firstBlocks) { $0.load(fromByteOffset: place * 8, as: UInt64.self) }
    }
    set {
      let place = Int(block % 17)
      guard place < 16 else { return lastBlock = newValue }
      withUnsafeMutableBytes(of: &firstBlocks) {
        $0.storeBytes(of: newValue, toByteOffset: place * 8, as: UInt64.self)
      }
    }
  }

  private func bit(_ number: UInt64) -> UInt64 { 1 << (number & 63) }
}
