/// Which last three letters a name of ``SecretNames`` or one of its heralds may have: nearly all words of a log have others
/// and are done with.
struct NameEndings {
  private let folds = NameEndings.folds
  private let thirds = NameEndings.thirds

  /// `-` and `_` do not count in a name: anything may stand before one.
  private static let separator = 27

  /// For each byte a number below 32: 1 to 26 for a letter of either case, one for what parts words, one for each digit
  /// that ends a name, and 0, which ends none, for any other byte. Made once, never changed and never freed.
  nonisolated(unsafe) private static let folds: UnsafePointer<UInt8> = {
    let folds = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    for byte in UInt8.min...UInt8.max {
      folds[Int(byte)] =
        switch byte {
        case 65...90, 97...122: byte & 31
        case UInt8(ascii: "-"), UInt8(ascii: "_"): UInt8(separator)
        case UInt8(ascii: "1"): 28
        case UInt8(ascii: "2"): 29
        default: 0
        }
    }
    return UnsafePointer(folds)
  }()

  /// For each last letter and each one before it those that may stand before both, as bits. Made once, never changed and
  /// never freed.
  nonisolated(unsafe) private static let thirds: UnsafePointer<UInt32> = {
    let thirds = UnsafeMutablePointer<UInt32>.allocate(capacity: 32 * 32)
    thirds.initialize(repeating: 0, count: 32 * 32)
    for text in SecretNames.all {
      let letters = text.reversed().map { Int(folds[Int($0)]) }
      let third: UInt32 = letters.count > 2 ? 1 << UInt32(letters[2]) | 1 << UInt32(separator) : .max
      thirds[letters[0] * 32 + letters[1]] |= third
      thirds[letters[0] * 32 + separator] = .max
    }
    // A name may end with `_`; a word does not end with `-`: the scanner looks behind it.
    for second in 0..<32 { thirds[separator * 32 + second] = .max }
    return UnsafePointer(thirds)
  }()

  /// Whether a word, of two bytes at least, may end like a name.
  @inline(__always)
  func mayEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ word: Range<Int>) -> Bool {
    let end = word.upperBound
    let third = thirds[Int(folds[Int(bytes[end &- 1])]) &* 32 &+ Int(folds[Int(bytes[end &- 2])])]
    // A word of two letters can only be a name of two.
    return word.count > 2 ? third &>> UInt32(folds[Int(bytes[end &- 3])]) & 1 != 0 : third == .max
  }
}
