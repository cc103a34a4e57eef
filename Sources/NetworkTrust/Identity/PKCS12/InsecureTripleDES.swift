package import Redaction

/// Triple DES, which older writers put around private keys.
/// Source: FIPS 46-3; NIST SP 800-67.
package struct InsecureTripleDES: InsecureBlockCipher {
  /// Sixteen subkeys of 48 bits for each of the three passes of decryption, in the order of their use.
  private let subkeys: [UInt64]

  /// - Parameter key: 24 bytes, or 16 for a key of two parts; the parity bits are not looked at.
  package init(key: borrowing Secret) {
    let parts = key.withExposedBytes { bytes in
      stride(from: 0, to: 24, by: 8).map { start in
        (0..<8).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[(start + $1) % bytes.count]) }
      }
    }
    subkeys =
      Self.schedule(parts[2]).reversed() + Self.schedule(parts[1]) + Self.schedule(parts[0]).reversed()
  }

  package func decrypt(_ block: UInt64) -> UInt64 {
    let start = Self.permute(block, 64, Self.initial)
    var (left, right) = (UInt32(truncatingIfNeeded: start >> 32), UInt32(truncatingIfNeeded: start))
    for pass in 0..<3 {
      for round in 0..<16 { (left, right) = (right, left ^ Self.mix(right, subkeys[16 * pass + round])) }
      // The last round of a pass does not swap; the permutations between passes cancel out.
      (left, right) = (right, left)
    }
    return Self.permute(UInt64(left) << 32 | UInt64(right), 64, Self.final)
  }

  /// The round function: expansion, S-boxes and permutation, the latter two in one table.
  private static func mix(_ half: UInt32, _ subkey: UInt64) -> UInt32 {
    let wide = half >> 1 | half << 31
    var result: UInt32 = 0
    for box in 0..<8 {
      let turned = UInt32(truncatingIfNeeded: UInt64(wide) << (4 * box) | UInt64(wide) >> (32 - 4 * box))
      let index = UInt64(turned >> 26) ^ (subkey >> (42 - 6 * box) & 63)
      result |= table[64 * box + Int(index)]
    }
    return result
  }

  private static func schedule(_ key: UInt64) -> [UInt64] {
    let chosen = permute(key, 64, firstChoice)
    var (left, right) = (chosen >> 28, chosen & 0xFFF_FFFF)
    return (1...16).map { round in
      let shift = [1, 2, 9, 16].contains(round) ? 1 : 2
      left = (left << shift | left >> (28 - shift)) & 0xFFF_FFFF
      right = (right << shift | right >> (28 - shift)) & 0xFFF_FFFF
      return permute(left << 28 | right, 56, secondChoice)
    }
  }

  /// Bits are counted from 1 at the highest, as the standard does.
  private static func permute(_ value: UInt64, _ width: Int, _ order: [UInt8]) -> UInt64 {
    order.reduce(0) { $0 << 1 | (value >> (width - Int($1)) & 1) }
  }

  /// For each S-box and each of its 64 inputs the permuted output.
  private static let table: [UInt32] = (0..<512).map { place in
    let (box, input) = (place / 64, place % 64)
    let row = input >> 4 & 2 | input & 1
    let output = UInt64(boxes[64 * box + 16 * row + (input >> 1 & 15)])
    return UInt32(permute(output << (28 - 4 * box), 32, spread))
  }

  private static let initial: [UInt8] = (0..<64).map { [58, 60, 62, 64, 57, 59, 61, 63][$0 / 8] - 8 * UInt8($0 % 8) }
  private static let final: [UInt8] = (0..<64).map { [40, 8, 48, 16, 56, 24, 64, 32][$0 % 8] - UInt8($0 / 8) }
  private static let firstChoice: [UInt8] = [
    57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36,
    63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
  ]
  private static let secondChoice: [UInt8] = [
    14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2,
    41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
  ]
  private static let spread: [UInt8] = [
    16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10,
    2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25,
  ]
  private static let boxes: [UInt8] = [
    14, 4, 13, 1, 2, 15, 11, 8, 3, 10, 6, 12, 5, 9, 0, 7, 0, 15, 7, 4, 14, 2, 13, 1, 10, 6, 12, 11, 9, 5, 3, 8,
    4, 1, 14, 8, 13, 6, 2, 11, 15, 12, 9, 7, 3, 10, 5, 0, 15, 12, 8, 2, 4, 9, 1, 7, 5, 11, 3, 14, 10, 0, 6, 13,
    15, 1, 8, 14, 6, 11, 3, 4, 9, 7, 2, 13, 12, 0, 5, 10, 3, 13, 4, 7, 15, 2, 8, 14, 12, 0, 1, 10, 6, 9, 11, 5,
    0, 14, 7, 11, 10, 4, 13, 1, 5, 8, 12, 6, 9, 3, 2, 15, 13, 8, 10, 1, 3, 15, 4, 2, 11, 6, 7, 12, 0, 5, 14, 9,
    10, 0, 9, 14, 6, 3, 15, 5, 1, 13, 12, 7, 11, 4, 2, 8, 13, 7, 0, 9, 3, 4, 6, 10, 2, 8, 5, 14, 12, 11, 15, 1,
    13, 6, 4, 9, 8, 15, 3, 0, 11, 1, 2, 12, 5, 10, 14, 7, 1, 10, 13, 0, 6, 9, 8, 7, 4, 15, 14, 3, 11, 5, 2, 12,
    7, 13, 14, 3, 0, 6, 9, 10, 1, 2, 8, 5, 11, 12, 4, 15, 13, 8, 11, 5, 6, 15, 0, 3, 4, 7, 2, 12, 1, 10, 14, 9,
    10, 6, 9, 0, 12, 11, 7, 13, 15, 1, 3, 14, 5, 2, 8, 4, 3, 15, 0, 6, 10, 1, 13, 8, 9, 4, 5, 11, 12, 7, 2, 14,
    2, 12, 4, 1, 7, 10, 11, 6, 8, 5, 3, 15, 13, 0, 14, 9, 14, 11, 2, 12, 4, 7, 13, 1, 5, 0, 15, 10, 3, 9, 8, 6,
    4, 2, 1, 11, 10, 13, 7, 8, 15, 9, 12, 5, 6, 3, 0, 14, 11, 8, 12, 7, 1, 14, 2, 13, 6, 15, 0, 9, 10, 4, 5, 3,
    12, 1, 10, 15, 9, 2, 6, 8, 0, 13, 3, 4, 14, 7, 5, 11, 10, 15, 4, 2, 7, 12, 9, 5, 6, 1, 13, 14, 0, 11, 3, 8,
    9, 14, 15, 5, 2, 8, 12, 3, 7, 0, 4, 10, 1, 13, 11, 6, 4, 3, 2, 12, 9, 5, 15, 10, 11, 14, 1, 7, 6, 0, 8, 13,
    4, 11, 2, 14, 15, 0, 8, 13, 3, 12, 9, 7, 5, 10, 6, 1, 13, 0, 11, 7, 4, 9, 1, 10, 14, 3, 5, 12, 2, 15, 8, 6,
    1, 4, 11, 13, 12, 3, 7, 14, 10, 15, 6, 8, 0, 5, 9, 2, 6, 11, 13, 8, 1, 4, 10, 7, 9, 5, 0, 15, 14, 2, 3, 12,
    13, 2, 8, 4, 6, 15, 11, 1, 10, 9, 3, 14, 5, 0, 12, 7, 1, 15, 13, 8, 10, 3, 7, 4, 12, 5, 6, 11, 0, 14, 9, 2,
    7, 11, 4, 1, 9, 12, 14, 2, 0, 6, 10, 13, 15, 3, 5, 8, 2, 1, 14, 7, 4, 10, 8, 13, 15, 12, 9, 0, 3, 5, 6, 11,
  ]
}
