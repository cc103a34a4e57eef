/// A day of the Gregorian calendar as a policy writes it, such as `2027-01-31`. It begins at 00:00 UTC.
public struct PolicyDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Seconds from 1970-01-01 00:00 UTC to the beginning of the day.
  public let secondsSince1970: Int64
  /// `YYYY-MM-DD`.
  public let description: String

  /// Nil unless the text is four, two and two digits with hyphens between them, and a day from 1970 on that exists.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      bytes[range].reduce(Int64?(0)) { sum, byte in
        guard let sum, (48...57).contains(byte) else { return nil }
        return sum * 10 + Int64(byte - 48)
      }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), year >= 1970 else {
      return nil
    }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...lengths[Int(month) - 1]).contains(day) else { return nil }
    let before = year - 1
    let leapDays = before / 4 - before / 100 + before / 400 - 477
    let dayOfYear = lengths.prefix(Int(month) - 1).reduce(0, +) + day - 1
    secondsSince1970 = ((year - 1970) * 365 + leapDays + dayOfYear) * 86_400
    description = text
  }

  public static func < (left: PolicyDay, right: PolicyDay) -> Bool { left.secondsSince1970 < right.secondsSince1970 }
}
