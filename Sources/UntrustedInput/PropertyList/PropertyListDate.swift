/// Dates of binary property lists, as the XML form writes them.
enum PropertyListDate {
  /// Four digits of a year hold these.
  private static let range: ClosedRange<Double> = -63_114_076_800...252_423_993_599
  private static let day = 86_400

  /// ISO 8601 in UTC, whole seconds. Source: Howard Hinnant, chrono-Compatible Low-Level Date Algorithms, civil_from_days.
  static func text(secondsSince2001 seconds: Double, _ offset: Int) throws(InputError) -> String {
    guard seconds.isFinite, range.contains(seconds) else {
      throw .malformedBinary(expected: "a date of the years 1 to 9999", offset: offset)
    }
    let whole = Int(seconds.rounded(.down)) + 978_307_200
    let days = (whole >= 0 ? whole : whole - day + 1) / day
    let rest = whole - days * day
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fifth = (5 * dayOfYear + 2) / 153
    let month = fifth < 10 ? fifth + 3 : fifth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = [(year, 4), (month, 2), (dayOfYear - (153 * fifth + 2) / 5 + 1, 2)].map(padded).joined(separator: "-")
    let time = [(rest / 3600, 2), (rest / 60 % 60, 2), (rest % 60, 2)].map(padded).joined(separator: ":")
    return "\(date)T\(time)Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
