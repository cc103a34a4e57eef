/// Whether what somebody typed has the form of a PIN: 4 to 6 digits, or the numbers a policy says.
///
/// Nothing is kept: a PIN is a secret, and `PIN` of SecretStorage is its type. Which PINs are too weak is said there, too.
public enum PINFormat {
  /// How many digits a PIN has where no policy says otherwise.
  public static let digitCounts = 4...6

  /// Looks at every byte, so the time tells the length and nothing else. No place is named: it would be one of a secret.
  ///
  /// - Throws: `notDigits`, `tooShort`, `tooLong`.
  public static func check(_ bytes: UnsafeRawBufferPointer, counts: ClosedRange<Int> = digitCounts)
    throws(InputRefusal)
  {  // O.Pass_1#864
    guard bytes.count <= counts.upperBound else { throw InputRefusal(.tooLong, limit: counts.upperBound) }
    var foreign: UInt8 = 0
    for byte in bytes { foreign |= byte &- 0x30 > 9 ? 1 : 0 }
    guard foreign == 0 else { throw InputRefusal(.notDigits) }
    guard bytes.count >= counts.lowerBound else { throw InputRefusal(.tooShort, limit: counts.lowerBound) }
  }
}
