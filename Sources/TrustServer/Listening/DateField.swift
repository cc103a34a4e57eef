#if Server
  /// The time of an answer in HTTP's own words. Source: RFC 9110, sections 5.6.7 (IMF-fixdate) and 6.6.1.
  enum DateField {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter seconds: since 1970; the year must have four digits.
    static func text(_ seconds: Int64) -> String {
      let time = ((seconds % 86_400) + 86_400) % 86_400
      let day = (seconds - time) / 86_400
      // The year begins in March here, so that the leap day is its last one; 719468 days lie between the first of March
      // of the year 0 and 1970.
      let shifted = day + 719_468
      let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
      let dayOfEra = shifted - era * 146_097
      let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
      let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
      let fromMarch = (5 * dayOfYear + 2) / 153
      let date = dayOfYear - (153 * fromMarch + 2) / 5 + 1
      let month = fromMarch < 10 ? fromMarch + 2 : fromMarch - 10
      let year = yearOfEra + era * 400 + (month < 2 ? 1 : 0)
      let weekday = ((day + 4) % 7 + 7) % 7
      let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0, 2) }.joined(separator: ":")
      return "\(days[Int(weekday)]), \(padded(date, 2)) \(months[Int(month)]) \(padded(year, 4)) \(clock) GMT"
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
  }
#endif
