#if Server
  /// PostgreSQL's five characters for what went wrong, such as 40001; never its text, which may quote stored values.
  /// Source: PostgreSQL, appendix A; ISO/IEC 9075-2, subclause 24.1.
  public struct SQLState: Sendable, Hashable, CustomStringConvertible {
    /// The characters as digits of base 36.
    public let number: Int32

    /// Nil for anything but five digits and capital letters.
    public init?(_ text: some StringProtocol) {
      guard text.utf8.count == 5 else { return nil }
      var number: Int32 = 0
      for byte in text.utf8 {
        switch byte {
        case 48...57: number = number * 36 + Int32(byte - 48)
        case 65...90: number = number * 36 + Int32(byte - 55)
        default: return nil
        }
      }
      self.number = number
    }

    public var description: String {
      let digits = String(number, radix: 36, uppercase: true)
      return String(repeating: "0", count: 5 - digits.count) + digits
    }
  }
#endif
