import SecurityPolicy
import Testing

@Suite struct PolicyDayTests {
  // Seconds from `date -u -d DAY +%s`.
  @Test(
    "A day begins at midnight UTC",
    arguments: [
      ("1970-01-01", 0), ("1972-03-01", 68_256_000), ("2000-02-29", 951_782_400), ("2024-12-31", 1_735_603_200),
      ("2027-01-31", 1_801_353_600), ("2100-03-01", 4_107_542_400), ("9999-12-31", 253_402_214_400),
    ] as [(String, Int64)])
  func seconds(text: String, seconds: Int64) {
    #expect(PolicyDay(text)?.secondsSince1970 == seconds)
    #expect(PolicyDay(text)?.description == text)
  }

  @Test(
    "What is no day, or is written in another way, is none",
    arguments: [
      "", "2027-1-31", "2027-02-29", "2100-02-29", "2027-13-01", "2027-00-01", "2027-01-00", "2027-01-32", "1969-12-31",
      "2027/01/31", "2027-01-31 ", "2027-01-3a", "+027-01-31", "２027-01-31",
    ])
  func none(text: String) { #expect(PolicyDay(text) == nil) }

  @Test("Days are ordered by time")
  func order() throws {
    let (early, late) = (try #require(PolicyDay("2026-12-31")), try #require(PolicyDay("2027-01-01")))
    #expect(early < late)
    #expect(late.secondsSince1970 - early.secondsSince1970 == 86_400)
  }
}
