import AppSession
import HTTPTypes

extension AnswerHints {
  /// What the fields of an answer say; a value of another form counts as none.
  init(_ fields: HTTPFields) {
    self.init()
    if let name = HTTPField.Name("DPoP-Nonce") { nonce = fields[name] }
    if let name = HTTPField.Name("Retry-After"), let text = fields[name], let seconds = Int64(text),
      (0...86400).contains(seconds)
    {
      retryAfter = .seconds(seconds)
    }
    if let text = fields[.date] { serverTime = Self.seconds(of: text) }
  }

  /// The one form of a date that servers send: `Sun, 06 Nov 1994 08:49:37 GMT`. Source: RFC 9110, section 5.6.7.
  private static func seconds(of text: String) -> Int64? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[5] == "GMT", parts[1].utf8.count == 2, parts[3].utf8.count == 4,
      let day = Int64(parts[1]), let year = Int64(parts[3]), (1...31).contains(day), (1970...9999).contains(year),
      let month = months.firstIndex(of: String(parts[2]))
    else { return nil }
    let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let hour = Int64(clock[0]), let minute = Int64(clock[1]), let second = Int64(clock[2]),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    return (days(year, Int64(month) + 1, day) * 24 + hour) * 3600 + minute * 60 + second
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
