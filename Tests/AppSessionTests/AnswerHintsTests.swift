import AppSession
import SecurityTesting
import Testing

@Suite struct AnswerHintsTests {
  private func seconds(_ text: String) -> Int64? { AnswerHints(nonce: nil, retryAfter: nil, date: text).serverTime }

  @Test("A date is read in each of its three forms")
  func dates() {
    for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
      #expect(seconds(text) == 784_111_777, "\(text)")
    }
    #expect(seconds("Thu, 01 Jan 1970 00:00:00 GMT") == 0)
    #expect(seconds("Fri, 31 Dec 9999 23:59:60 GMT") == 253_402_300_800)
    #expect(seconds("Thu, 29 Feb 2024 00:00:00 GMT") == 1_709_164_800)
    #expect(seconds("Sunday, 06-Nov-44 08:49:37 GMT") == 2_362_034_977)
    #expect(seconds("Fri Jan 15 08:00:00 2027") == 1_800_000_000)
  }

  @Test(
    "A text that is no date, and a day that no calendar has, say nothing",
    arguments: [
      "", "soon", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, +6 Nov 1994 08:49:37 GMT",
      "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
      "Sun, 30 Feb 1994 08:49:37 GMT", "Wed, 29 Feb 2023 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
      "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:-1 GMT", "Sun, 06 Nov 1969 08:49:37 GMT",
      "Sun, 31 Apr 1994 08:49:37 GMT", "Sun, 06  Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
      "Sun Nov 6 08:49:37 1994", "Sun, ٠٦ Nov 1994 08:49:37 GMT",
    ])
  func noDates(text: String) { #expect(seconds(text) == nil) }

  @Test("Retry-After is seconds or a date, which counts from the server's own clock; longer ones are a day")
  func retryAfter() {
    func wait(_ text: String, date: String? = "Sun, 06 Nov 1994 08:49:37 GMT") -> Duration? {
      AnswerHints(nonce: nil, retryAfter: text, date: date).retryAfter
    }
    #expect(wait("17") == .seconds(17) && wait("0") == .zero && wait("86400", date: nil) == .seconds(86400))
    #expect(wait("Sun, 06 Nov 1994 08:51:37 GMT") == .seconds(120))
    #expect(wait("Sunday, 06-Nov-94 08:51:37 GMT") == .seconds(120))
    #expect(wait("Mon, 07 Nov 1994 08:49:37 GMT") == .seconds(86400))
    #expect(wait("Sat, 05 Nov 1994 08:49:37 GMT") == .zero)
    for text in ["86401", "99999999999999999999", "Mon, 07 Nov 1994 08:49:38 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"] {
      #expect(wait(text) == .seconds(86400), "\(text)")
    }
    for text in ["-1", "+1", "1.5", "", "١٧"] {
      #expect(wait(text) == nil, "\(text)")
    }
    #expect(wait("Sun, 06 Nov 1994 08:51:37 GMT", date: nil) == nil)
  }

  @Test("Each second of sixty years that is picked is read back as written")
  func roundTrip() {
    var dice = SeededGenerator(seed: 1994)
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    var (day, year, month, ofMonth) = (Int64(0), Int64(1970), 0, Int64(1))
    while year < 2030 {
      let second = Int64.random(in: 0..<86400, using: &dice)
      let clock = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
      #expect(seconds("Day, \(two(ofMonth)) \(months[month]) \(year) \(clock) GMT") == day * 86400 + second)
      day += 1
      ofMonth += 1
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let length: Int64 = month == 1 ? (isLeap ? 29 : 28) : [3, 5, 8, 10].contains(month) ? 30 : 31
      guard ofMonth > length else { continue }
      (ofMonth, month) = (1, month + 1)
      if month == 12 { (month, year) = (0, year + 1) }
    }
  }
}
