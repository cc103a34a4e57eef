import Foundation
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct PINRulesTests {
  private let rules = PINRules(PINRequirement())
  private let wide: PINRules

  init() {
    var requirement = PINRequirement()
    requirement.maximumDigits = 12
    wide = PINRules(requirement)
  }

  private func weakness(_ text: String, _ rules: PINRules? = nil) throws -> PINWeakness? {
    (rules ?? self.rules).weakness(of: try makePIN(text))
  }

  private static func text(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: count - text.count) + text
  }

  @Test("The policy's lengths are the only ones")
  func lengths() throws {
    var requirement = PINRequirement()
    requirement.minimumDigits = 5
    let rules = PINRules(requirement)
    #expect(try weakness("8068", rules) == .tooShort(minimum: 5))
    #expect(try weakness("90057", rules) == nil)
    #expect(try weakness("806835", rules) == nil)
    #expect(try weakness("8068359", rules) == .tooLong(maximum: 6))
  }

  @Test("A policy that accepts weak PINs still has its lengths")
  func accepting() throws {
    var requirement = PINRequirement()
    requirement.weak = .insecureAccept
    let rules = PINRules(requirement)
    #expect(try weakness("1234", rules) == nil)
    #expect(try weakness("1234567", rules) == .tooLong(maximum: 6))
  }

  @Test("Every repetition is refused, with one stranger among five or more too")
  func repetitions() throws {
    for digit in 0...9 {
      for count in 4...6 {
        let text = String(repeating: String(digit), count: count)
        #expect(try weakness(text) == .repetition)
      }
      for place in 0..<6 {
        var digits = Array(repeating: digit, count: 6)
        digits[place] = (digit + 4) % 10
        #expect(try weakness(digits.map(String.init).joined()) == .repetition)
      }
    }
  }

  @Test("Every row is refused, up and down, by one and by two, also past the zero")
  func rows() throws {
    for first in 0...9 {
      for step in [1, 2, 8, 9] {
        for count in 4...6 {
          let text = (0..<count).map { String((first + $0 * step) % 10) }.joined()
          #expect(try weakness(text) == .row, "\(text)")
        }
      }
    }
  }

  @Test("Every part that comes again is refused: doubled, repeated, mirrored")
  func pairs() throws {
    for a in 0...9 {
      for b in 0...9 {
        for text in ["\(a)\(b)\(a)\(b)", "\(a)\(a)\(b)\(b)", "\(a)\(b)\(b)\(a)", "\(a)\(b)\(a)\(b)\(a)\(b)"] {
          #expect(try weakness(text) != nil, "\(text)")
        }
        for c in 0...9 {
          for text in ["\(a)\(b)\(c)\(a)\(b)\(c)", "\(a)\(a)\(b)\(b)\(c)\(c)", "\(a)\(b)\(c)\(c)\(b)\(a)"] {
            #expect(try weakness(text) != nil, "\(text)")
          }
        }
      }
    }
    for text in ["7171", "7711", "7117", "717171", "71717"] {
      #expect(try weakness(text) == .pairs, "\(text)")
    }
  }

  @Test(
    "Figures on the keypad are refused",
    arguments: [
      "2580", "0852", "1397", "7931", "9173", "2684", "1236", "1478", "9632", "3698", "147852", "123654", "147258",
      "369258", "159753", "753159", "357951", "456123", "9874", "58963",
    ])
  func figures(_ text: String) throws { #expect(try weakness(text) == .keypad) }

  @Test("Every day and every year of four digits is refused")
  func shortDates() throws {
    for month in 1...12 {
      for day in 1...[31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] {
        for text in [Self.text(day, 2) + Self.text(month, 2), Self.text(month, 2) + Self.text(day, 2)] {
          #expect(try weakness(text) != nil, "\(text)")
        }
      }
    }
    for year in 1900...2049 { #expect(try weakness(String(year)) != nil, "\(year)") }
    for month in 1...12 {
      for year in 0...99 {
        let text = Self.text(month, 2) + Self.text(year, 2)
        #expect(try weakness(text) != nil, "\(text)")
      }
    }
    for text in ["0785", "1187"] { #expect(try weakness(text) == .date, "\(text)") }
  }

  @Test("Every day of 150 years is refused, however it is written")
  func longDates() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    // Every 29th day of 150 years: each day of the month, each month, each year comes up.
    for step in stride(from: -25567, to: 29219, by: 29) {
      let parts = calendar.dateComponents(
        [.day, .month, .year], from: Date(timeIntervalSince1970: Double(step) * 86400))
      let (day, month) = (Self.text(try #require(parts.day), 2), Self.text(try #require(parts.month), 2))
      let year = Self.text(try #require(parts.year), 4)
      for text in [day + month + year.suffix(2), month + day + year.suffix(2), year.suffix(2) + month + day] {
        #expect(try weakness(text) != nil, "\(text)")
      }
      for text in [day + month + year, month + day + year, year + month + day] {
        #expect(try weakness(text, wide) != nil, "\(text)")
      }
      for text in [month + year, year + month] { #expect(try weakness(text) != nil, "\(text)") }
      // As people write them who leave the zero out.
      let (shortDay, shortMonth) = (String(try #require(parts.day)), String(try #require(parts.month)))
      for year in [String(year.suffix(2)), year] {
        for (first, second) in [(shortDay, month), (day, shortMonth), (shortDay, shortMonth)] {
          for text in [first + second + year, second + first + year] where text.count > 5 {
            #expect(try weakness(text, wide) != nil, "\(text)")
          }
        }
      }
      for text in [shortMonth + year, year + shortMonth] { #expect(try weakness(text) != nil, "\(text)") }
    }
  }

  @Test(
    "What most people choose is refused",
    arguments: [
      "1234", "1111", "0000", "1212", "7777", "1004", "2000", "4444", "2222", "6969", "9999", "3333", "5555", "6666",
      "1122", "1313", "8888", "4321", "2001", "1010", "5683", "1998", "123456", "654321", "121212", "112233", "123123",
      "000000", "789456",
    ])
  func mostUsed(_ text: String) throws { #expect(try weakness(text) != nil) }

  @Test("The rest of the lists is refused by its own reason")
  func listed() throws {
    #expect(try weakness("5683") == .mostUsed)
    #expect(try weakness("8675309", wide) == .mostUsed)
  }

  @Test(
    "Ordinary PINs are accepted: those that fewest people have among them",
    arguments: [
      "8068", "8093", "9629", "6835", "7637", "8398", "6793", "9480", "8957", "4711", "471100", "806835",
      "90057", "739184", "1470", "5904", "48371", "99987", "48399",
    ])
  func ordinary(_ text: String) throws { #expect(try weakness(text) == nil) }

  @Test(
    "As many PINs are refused as the documentation says, counted in full",
    arguments: [(4, 10_000, 1945), (5, 100_000, 4141), (6, 1_000_000, 101_134)])
  func share(count: Int, all: Int, refused: Int) throws {
    #expect(try (0..<all).count { try weakness(Self.text($0, count)) != nil } == refused)
  }

  @Test("A reason names no digit of the PIN")
  func silent() throws {
    for text in ["5555", "7654", "7171", "2580", "2412", "5683"] {
      let reason = "\(try #require(try weakness(text)))"
      #expect(!reason.contains { $0.isNumber })
    }
  }

  @Test("The wait begins after the free tries, doubles, and ends at an hour")
  func delays() {
    let waits = (0...12).map { rules.delay(after: $0).components.seconds }
    #expect(waits == [0, 0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
    #expect(rules.delay(after: .max) == .seconds(3600))
    var slow = PINRequirement()
    slow.firstDelay = .seconds(3600)
    slow.triesWithoutDelay = 1
    #expect(PINRules(slow).delay(after: 20) == .seconds(3600))
    #expect(rules.triesLeft(after: 9) == 1)
    #expect(rules.triesLeft(after: .max) == 0)
  }
}
