/// A day of the Gregorian calendar, without a time zone and without asking the system.
struct CalendarDay {
  let year: Int
  let month: Int
  let day: Int

  private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// Nil for a day that does not exist.
  init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), day >= 1, day <= Self.length(of: month, in: year) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Days from 0 on; years before 1970 do not occur here.
  init(daysSince1970 days: Int) {
    var year = 1970 + days / 366
    while Self.days(before: year + 1) <= days { year += 1 }
    var rest = days - Self.days(before: year)
    var month = 1
    while rest >= Self.length(of: month, in: year) {
      rest -= Self.length(of: month, in: year)
      month += 1
    }
    self.year = year
    self.month = month
    day = rest + 1
  }

  var daysSince1970: Int {
    var days = Self.days(before: year) + day - 1
    for earlier in 1..<month { days += Self.length(of: earlier, in: year) }
    return days
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private static func length(of month: Int, in year: Int) -> Int {
    month == 2 && isLeap(year) ? 29 : lengths[month - 1]
  }

  /// From the first day of 1970 to the first day of `year`.
  private static func days(before year: Int) -> Int {
    let past = year - 1
    return year * 365 + past / 4 - past / 100 + past / 400 - 719_527
  }
}
