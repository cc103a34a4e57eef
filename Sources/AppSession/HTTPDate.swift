/// The three forms of a date that a recipient has to read. Source: RFC 9110, section 5.6.7.
enum HTTPDate {
  /// Seconds since 1970; nil for every other text, and for a day that no calendar has. The day's name is not looked at.
  static func seconds(of text: String) -> Int64? {
    guard text.utf8.count <= 40 else { return nil }
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    switch parts.count {
    case 6 where parts[0].hasSuffix(",") && parts[5] == "GMT":
      // Sun, 06 Nov 1994 08:49:37 GMT
      return seconds(number(parts[1], 2), String(parts[2]), number(parts[3], 4), parts[4])
    case 4 where parts[0].hasSuffix(",") && parts[3] == "GMT":
      // Sunday, 06-Nov-94 08:49:37 GMT
      let date = parts[1].split(separator: "-", omittingEmptySubsequences: false)
      guard date.count == 3, let year = number(date[2], 2) else { return nil }
      return seconds(number(date[0], 2), String(date[1]), year < 70 ? 2000 + year : 1900 + year, parts[2])
    case 5: return seconds(number(parts[2], 2), String(parts[1]), number(parts[4], 4), parts[3])
    // Sun Nov  6 08:49:37 1994
    case 6 where parts[2].isEmpty:
      return seconds(number(parts[3], 1), String(parts[1]), number(parts[5], 4), parts[4])
    default: return nil
    }
  }

  /// Exactly so many digits: a sign is none.
  private static func number(_ text: Substring, _ digits: Int) -> Int64? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text)
  }

  private static func seconds(_ day: Int64?, _ month: String, _ year: Int64?, _ time: Substring) -> Int64? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false)
    guard let day, let year, (1970...9999).contains(year), let month = months.firstIndex(of: month), clock.count == 3,
      let hour = number(clock[0], 2), let minute = number(clock[1], 2), let second = number(clock[2], 2),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let first = days(year, Int64(month) + 1, 1)
    let next = month == 11 ? days(year + 1, 1, 1) : days(year, Int64(month) + 2, 1)
    guard (1...(next - first)).contains(day) else { return nil }
    return ((first + day - 1) * 24 + hour) * 3600 + minute * 60 + second
  }

  /// Days since 1970-01-01 in the Gregorian calendar: years begin in March, so that the day that some have comes last.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let ofYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + ofYear - 719_468
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
