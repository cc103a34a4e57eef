/// A day of the Gregorian calendar, from year 1 to 9999, without a time zone.
public struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let year: Int
  public let month: Int
  public let day: Int

  /// Nil for a day that the calendar does not have.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let leaps = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let last = month == 2 ? (leaps ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    guard day <= last else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// As in `2026-03-29`. Source: RFC 3339, section 5.6 (full-date).
  ///
  /// - Throws: ``InputRefusal/Reason/notADay``
  public init(_ text: some StringProtocol) throws(InputRefusal) {
    let bytes = Array(text.utf8.prefix(11))
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = ClockTime.number(bytes[0..<4]), let month = ClockTime.number(bytes[5..<7]),
      let day = ClockTime.number(bytes[8..<10]), let valid = CalendarDay(year: year, month: month, day: day)
    else { throw InputRefusal(.notADay) }
    self = valid
  }

  public var description: String {
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: count - digits.count) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  public static func < (one: CalendarDay, other: CalendarDay) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }

  /// Days since 1970-01-01. Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  var number: Int {
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
